"""Every route of the management API against everybody who may knock."""

import pytest

from mcp_gateway.models import AccessToken, AgentAccess, GatewaySettings
from mcp_gateway.rest.urls import urlpatterns
from tests.make_gateway import enable_gateway
from tests.mcp_gateway.rest.people import ROOT

KNOCKERS = (
    "anonymous",
    "member",
    "full",
    "read",
    "agent",
    "other",
    "owner",
    "owner_full",
    "owner_read",
    "owner_agent",
)
NEW_TOKEN = {"name": "desk", "scope": "read"}
# For the owner alone; for persons; for everybody who signed in; for everybody.
OWNER = (401, 403, 403, 403, 403, 403, 200, 200, 403, 403)
PERSON = (401, 200, 200, 403, 403, 200, 200, 200, 403, 403)
READER = (401, 200, 200, 200, 200, 200, 200, 200, 200, 200)
ANYBODY = (200,) * len(KNOCKERS)
# A token of the member: others are told what they would be told of a number without a token.
ITS_PERSON = (401, 200, 200, 403, 403, 404, 404, 404, 403, 403)

TABLE = {
    ("settings", "GET", "settings/mcp", None): OWNER,
    ("settings", "PUT", "settings/mcp", (("writes_enabled", True),)): OWNER,
    ("agent-access", "GET", "me/agent-access", None): PERSON,
    ("agent-access", "PUT", "me/agent-access", (("writes_allowed", True),)): PERSON,
    ("activity", "GET", "me/activity", None): READER,
    ("tokens", "GET", "tokens", None): PERSON,
    ("tokens", "POST", "tokens", tuple(NEW_TOKEN.items())): PERSON,
    ("token", "DELETE", "tokens/{id}", None): ITS_PERSON,
    ("revoke-token", "POST", "tokens/{id}/revoke", None): ITS_PERSON,
    ("audit", "GET", "audit", None): OWNER,
    ("audit", "GET", "audit?format=csv", None): OWNER,
    ("audit", "GET", "audit?format=jsonl", None): OWNER,
    ("schema", "GET", "schema/", None): ANYBODY,
}
SUCCESS = {("tokens", "POST"): 201, ("token", "DELETE"): 204}
CASES = [
    pytest.param(route, knocker, status, id=f"{route[1]} {route[2]} {knocker}")
    for route, statuses in TABLE.items()
    for knocker, status in zip(KNOCKERS, statuses, strict=True)
]


@pytest.mark.parametrize(("route", "knocker", "status"), CASES)
@pytest.mark.django_db
def test_a_route_answers_each_as_it_should(request, route, knocker, status):
    name, method, path, body = route
    enable_gateway()
    who = request.getfixturevalue(knocker)
    token = request.getfixturevalue("token_of_member")

    sent = None if body is None else dict(body)
    response = who.send(method, path.format(id=token.pk), sent)

    expected = SUCCESS.get((name, method), 200) if status == 200 else status
    assert response.status_code == expected
    assert ("WWW-Authenticate" in response) == (status == 401)


def test_the_table_names_every_route():
    assert {name for name, *_ in TABLE} == {pattern.name for pattern in urlpatterns}


@pytest.mark.parametrize("knocker", ["anonymous", "read", "agent", "owner_read", "owner_agent"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_assistant_changes_anything_by_any_route(request, token_of_member, knocker, method):
    enable_gateway()
    who = request.getfixturevalue(knocker)
    before = _state()

    for _name, _method, path, body in TABLE:
        sent = None if body is None else dict(body)
        response = who.send(method, path.format(id=token_of_member.pk), sent)
        assert response.status_code in {401, 403, 405}

    assert _state() == before


@pytest.mark.parametrize("path", ["settings/mcp", "me/agent-access", "tokens", "me/activity"])
def test_the_endpoint_toggle_is_no_matter_of_this_api(owner, path):
    enable_gateway(enabled=False)

    assert owner.send("GET", path).status_code == 200


@pytest.mark.parametrize("secret", ["", "mgf_", "nonsense", "mgf_" + "0" * 49])
def test_a_wrong_token_is_refused_although_there_is_a_session(member, secret):
    headers = {"Authorization": f"Bearer {secret}"}

    response = member.send("GET", "me/agent-access", **headers)

    assert response.status_code == 401


def test_a_session_without_the_csrf_token_changes_nothing(owner):
    response = owner.send("PUT", "settings/mcp", {"enabled": True}, **{"X-CSRFToken": ""})

    assert response.status_code == 403
    assert not GatewaySettings.get_solo().enabled


def test_an_inactive_account_is_a_stranger(full):
    full.user.is_active = False
    full.user.save()

    assert full.send("GET", "tokens").status_code == 401


def test_answers_are_kept_by_no_cache(owner):
    response = owner.send("GET", "settings/mcp")

    assert response["Cache-Control"] == "no-store"
    assert response["X-Request-ID"]


def test_unknown_paths_are_json(owner):
    response = owner.client.get(f"{ROOT}/nothing")

    assert (response.status_code, response["Content-Type"]) == (404, "application/json")


def _state() -> list[object]:
    return [
        list(GatewaySettings.objects.values()),
        list(AgentAccess.objects.values()),
        list(AccessToken.objects.order_by("pk").values("pk", "revoked_at")),
    ]
