"""Tokens and members' switches in the admin."""

import datetime as dt
import re

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.utils import timezone

from mcp_gateway.models import AccessToken, AgentAccess, AuditEvent
from mcp_gateway.services.tokens import find_token
from tests.make import make_user
from tests.make_gateway import allow_writes, make_token

pytestmark = pytest.mark.usefixtures("fixture_tools")

TOKENS = "/admin/mcp_gateway/accesstoken/"
SWITCHES = "/admin/mcp_gateway/agentaccess/"
NEW = {"name": "desk", "scope": "agent", "expires_in_days": "30"}


@pytest.fixture
def tokens(db) -> list[AccessToken]:
    return [make_token(name=f"desk {number}")[0] for number in range(3)]


def run(browser, path, action, rows, **extra):
    """Run a bulk action as the list's form does."""
    picked = [str(row.pk) for row in rows]
    return browser.post(path, {"action": action, ACTION_CHECKBOX_NAME: picked, **extra})


def revoked():
    return set(AccessToken.objects.filter(revoked_at__isnull=False).values_list("pk", flat=True))


def test_a_new_token_is_the_owners_own_and_shown_once(browser, owner):
    response = browser.post(f"{TOKENS}add/", NEW)

    (secret,) = re.findall(r"mga_\w+", response.content.decode())
    token = find_token(secret)
    assert token is not None
    assert (token.user, token.name, token.scope) == (owner, "desk", "agent")
    assert "no-store" in response["Cache-Control"]
    assert secret not in str(response.cookies)
    assert secret not in browser.get(TOKENS).content.decode()
    assert AuditEvent.objects.get().kind == AuditEvent.Kind.TOKEN_CREATED


def test_a_new_token_carries_the_chosen_toolsets(browser):
    browser.post(f"{TOKENS}add/", {**NEW, "toolsets": ["spare"]})

    assert AccessToken.objects.get().toolsets == ["spare"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", ""),
        ("name", "a" * 101),
        ("name", "a\u202eb"),
        ("name", "a\x00b"),
        ("scope", "admin"),
        ("toolsets", "none such"),
        ("expires_in_days", "0"),
        ("expires_in_days", "4000"),
    ],
)
def test_a_wrong_value_is_shown_beside_its_field_and_makes_no_token(browser, name, value):
    response = browser.post(f"{TOKENS}add/", {**NEW, name: value})

    assert list(response.context["form"].errors) == [name]
    assert not AccessToken.objects.exists()


def test_an_owner_makes_no_token_for_somebody_else(browser, owner):
    browser.post(f"{TOKENS}add/", {**NEW, "user": str(make_user().pk)})

    assert AccessToken.objects.get().user == owner


def test_selected_tokens_are_revoked_after_a_question(browser, tokens):
    asked = run(browser, TOKENS, "revoke_selected", tokens[:2])

    assert asked.status_code == 200
    assert revoked() == set()

    run(browser, TOKENS, "revoke_selected", tokens[:2], post="yes")

    assert revoked() == {token.pk for token in tokens[:2]}
    assert AuditEvent.objects.filter(kind=AuditEvent.Kind.TOKEN_REVOKED).count() == 2


def test_one_token_is_revoked_from_its_page(browser, tokens):
    browser.get(f"{TOKENS}{tokens[0].pk}/revoke/")
    assert revoked() == set()

    browser.post(f"{TOKENS}{tokens[0].pk}/revoke/")

    assert revoked() == {tokens[0].pk}


def test_revoking_again_is_recorded_once(browser, tokens):
    for _ in range(2):
        browser.post(f"{TOKENS}{tokens[0].pk}/revoke/")

    assert AuditEvent.objects.count() == 1


def test_a_token_that_is_not_there_cannot_be_revoked(browser):
    assert browser.post(f"{TOKENS}999/revoke/").status_code == 404


def test_a_token_is_neither_edited_nor_deleted(browser, tokens):
    token = tokens[0]

    edited = browser.post(f"{TOKENS}{token.pk}/change/", {"name": "x", "digest": "0" * 64})
    deleted = browser.post(f"{TOKENS}{token.pk}/delete/", {"post": "yes"})
    run(browser, TOKENS, "delete_selected", tokens, post="yes")

    assert (edited.status_code, deleted.status_code) == (403, 403)
    assert AccessToken.objects.get(pk=token.pk).name == token.name
    assert AccessToken.objects.count() == len(tokens)


def test_staff_neither_make_nor_revoke_tokens(staff_browser, tokens):
    made = staff_browser.post(f"{TOKENS}add/", NEW)
    revoke = staff_browser.post(f"{TOKENS}{tokens[0].pk}/revoke/")
    bulk = run(staff_browser, TOKENS, "revoke_selected", tokens, post="yes")

    assert {made.status_code, revoke.status_code, bulk.status_code} == {403}
    assert (revoked(), AccessToken.objects.count()) == (set(), len(tokens))


@pytest.mark.parametrize("query", ["digest=0", "digest__startswith=0"])
def test_no_token_is_searched_by_its_digest(browser, tokens, query):
    assert browser.get(f"{TOKENS}?{query}").status_code == 400


@pytest.mark.parametrize(
    ("state", "expected"),
    [("valid", ["fresh", "lasting"]), ("expired", ["old"]), ("revoked", ["gone"])],
)
def test_tokens_are_filtered_by_state(browser, state, expected):
    now = timezone.now()
    make_token(name="lasting")
    make_token(name="fresh", expires_at=now + dt.timedelta(days=1))
    make_token(name="old", expires_at=now - dt.timedelta(days=1))
    make_token(name="gone", expires_at=now - dt.timedelta(days=1), revoked_at=now)

    found = browser.get(f"{TOKENS}?state={state}").context["cl"].queryset

    assert sorted(token.name for token in found) == expected


def test_the_owner_turns_a_members_switch_off(browser, owner):
    member = make_user()
    row = allow_writes(member)

    browser.post(f"{SWITCHES}{row.pk}/change/", {})

    event = AuditEvent.objects.get()
    assert not AgentAccess.objects.get().writes_allowed
    assert (event.kind, event.actor_id, event.subject_id) == (
        AuditEvent.Kind.AGENT_ACCESS_CHANGED,
        owner.pk,
        member.pk,
    )


def test_switches_are_turned_off_in_bulk(browser):
    rows = [allow_writes(make_user()) for _ in range(3)]

    run(browser, SWITCHES, "turn_off_selected", rows[:2])

    assert [row.pk for row in AgentAccess.objects.filter(writes_allowed=True)] == [rows[2].pk]
    assert AuditEvent.objects.count() == 2


@pytest.mark.parametrize("is_own", [True, False])
def test_no_post_turns_a_switch_on(browser, owner, is_own):
    row = allow_writes(owner if is_own else make_user(), allowed=False)

    changed = browser.post(f"{SWITCHES}{row.pk}/change/", {"writes_allowed": "on"})
    added = browser.post(f"{SWITCHES}add/", {"user": str(owner.pk), "writes_allowed": "on"})
    run(browser, SWITCHES, "turn_on_selected", [row])
    run(browser, SWITCHES, "turn_off_selected", [row])
    browser.post(SWITCHES, {"form-0-id": str(row.pk), "form-0-writes_allowed": "on", "_save": "1"})

    assert (changed.status_code, added.status_code) == (403, 403)
    assert not AgentAccess.objects.filter(writes_allowed=True).exists()


def test_a_switch_is_not_deleted(browser):
    row = allow_writes(make_user())

    assert browser.post(f"{SWITCHES}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert AgentAccess.objects.exists()


def test_a_switch_keeps_its_member(browser):
    member = make_user()
    row = allow_writes(member)

    data = {"user": str(make_user().pk), "writes_allowed": "on"}
    browser.post(f"{SWITCHES}{row.pk}/change/", data)

    assert AgentAccess.objects.get().user_id == member.pk
