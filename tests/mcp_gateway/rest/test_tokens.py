"""Tokens and the member's switch by REST."""

import datetime as dt

import pytest
import time_machine

from mcp_gateway.models import AccessToken, AgentAccess, AuditEvent
from mcp_gateway.services.tokens import find_token
from tests.make_gateway import make_token
from tests.mcp_gateway.rest.people import Knocker, refusal

pytestmark = pytest.mark.usefixtures("fixture_tools")


@pytest.mark.parametrize(("scope", "prefix"), [("read", "mgr"), ("full", "mgf"), ("agent", "mga")])
def test_a_new_token_is_shown_once(member, scope, prefix):
    response = member.send("POST", "tokens", {"name": "desk", "scope": scope})

    made = response.json()
    found = find_token(made["token"])
    assert response.status_code == 201
    assert found is not None
    assert (found.pk, found.user) == (made["id"], member.user)
    assert made["masked"] == f"{prefix}_…{made['token'][-4:]}"
    listed = member.send("GET", "tokens")
    assert made["token"] not in listed.content.decode()
    assert found.digest not in listed.content.decode()


@time_machine.travel("2026-03-01T00:00:00Z", tick=False)
def test_toolsets_and_expiry_are_the_tokens_own(member):
    body = {"name": "desk", "scope": "read", "toolsets": ["spare"], "expires_in_days": 30}

    made = member.send("POST", "tokens", body).json()

    token = AccessToken.objects.get(pk=made["id"])
    assert (made["toolsets"], token.toolsets) == (["spare"], ["spare"])
    assert token.expires_at == dt.datetime(2026, 3, 31, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scope": "read"}, "name"),
        ({"name": "", "scope": "read"}, "name"),
        ({"name": " ", "scope": "read"}, "name"),
        ({"name": "a" * 101, "scope": "read"}, "name"),
        ({"name": 7, "scope": "read"}, "name"),
        ({"name": True, "scope": "read"}, "name"),
        ({"name": None, "scope": "read"}, "name"),
        ({"name": "a\u202eb", "scope": "read"}, "name"),
        ({"name": "desk"}, "scope"),
        ({"name": "desk", "scope": "admin"}, "scope"),
        ({"name": "desk", "scope": ["read"]}, "scope"),
        ({"name": "desk", "scope": "read", "toolsets": ["none such"]}, "toolsets"),
        ({"name": "desk", "scope": "read", "toolsets": "spare"}, "toolsets"),
        ({"name": "desk", "scope": "read", "toolsets": [1]}, "toolsets.0"),
        ({"name": "desk", "scope": "read", "expires_in_days": 0}, "expires_in_days"),
        ({"name": "desk", "scope": "read", "expires_in_days": "30"}, "expires_in_days"),
        ({"name": "desk", "scope": "read", "expires_in_days": True}, "expires_in_days"),
        ({"name": "desk", "scope": "read", "expires_in_days": 10**12}, "expires_in_days"),
        ({"name": "desk", "scope": "read", "user": 1}, "user"),
        ({"name": "desk", "scope": "read", "digest": "0"}, "digest"),
    ],
)
def test_a_wrong_value_is_named_and_makes_no_token(member, body, field):
    response = member.send("POST", "tokens", body)

    assert refusal(response) == (400, "invalid_value", field)
    assert not AccessToken.objects.exists()


def test_a_revoked_token_stays_in_the_list_and_opens_nothing(member, full):
    token = AccessToken.objects.get()

    response = member.send("DELETE", f"tokens/{token.pk}")

    assert response.status_code == 204
    assert full.send("GET", "tokens").status_code == 401
    (listed,) = member.get("tokens")["items"]
    assert listed["revoked_at"] is not None


def test_a_token_is_revoked_by_post_too_and_again_without_effect(member, token_of_member):
    path = f"tokens/{token_of_member.pk}/revoke"

    first, second = member.send("POST", path).json(), member.send("POST", path).json()

    assert first["revoked_at"] is not None
    assert second == first
    assert AuditEvent.objects.filter(kind=AuditEvent.Kind.TOKEN_REVOKED).count() == 1


def test_a_full_token_may_revoke_itself(full):
    token = AccessToken.objects.get()

    assert full.send("DELETE", f"tokens/{token.pk}").status_code == 204
    assert full.send("GET", "tokens").status_code == 401


def test_anothers_token_is_as_unknown_as_none(other, token_of_member):
    foreign = other.send("DELETE", f"tokens/{token_of_member.pk}")
    unknown = other.send("DELETE", "tokens/1000000")

    assert (foreign.status_code, foreign.content) == (404, unknown.content)
    token_of_member.refresh_from_db()
    assert not token_of_member.is_revoked


def test_the_list_holds_ones_own_tokens_alone(member, other, owner):
    for person in (member, other, owner):
        make_token(user=person.user, name=person.user.get_username())

    for person in (member, other, owner):
        names = [item["name"] for item in person.get("tokens")["items"]]
        assert names == [person.user.get_username()]


def test_pages_hold_each_token_once_although_some_are_added_meanwhile(member):
    made = [make_token(user=member.user)[0].pk for _ in range(5)]

    first = member.get("tokens?limit=2")
    make_token(user=member.user)
    second = member.get(f"tokens?limit=2&cursor={first['next_cursor']}")
    third = member.get(f"tokens?limit=2&cursor={second['next_cursor']}")

    found = [item["id"] for page in (first, second, third) for item in page["items"]]
    assert found == sorted(made, reverse=True)
    assert third["next_cursor"] is None


@pytest.mark.parametrize("allowed", [True, False])
def test_a_member_turns_their_own_switch(member, other, allowed):
    AgentAccess.objects.create(user=member.user, writes_allowed=not allowed)

    response = member.send("PUT", "me/agent-access", {"writes_allowed": allowed})

    assert response.json() == {"writes_allowed": allowed}
    assert member.get("me/agent-access") == {"writes_allowed": allowed}
    assert other.get("me/agent-access") == {"writes_allowed": False}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "writes_allowed"),
        ({"writes_allowed": "true"}, "writes_allowed"),
        ({"writes_allowed": 1}, "writes_allowed"),
        ({"writes_allowed": None}, "writes_allowed"),
        ({"writes_allowed": True, "user": 1}, "user"),
    ],
)
def test_a_switch_takes_true_and_false_alone(member: Knocker, body, field):
    response = member.send("PUT", "me/agent-access", body)

    assert refusal(response) == (400, "invalid_value", field)
    assert not AgentAccess.objects.exists()
