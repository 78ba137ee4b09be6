"""What comes before any message: on or off, Host, Origin, token, throttle, budget."""

import datetime as dt
import json
import logging
from typing import Any, cast

import pytest
import time_machine
from django.db import connection
from django.test import Client

from mcp_gateway.catalog import registry
from mcp_gateway.models import AccessToken, AuditEvent
from mcp_gateway.registry import Scope
from tests.make import make_superuser, make_user
from tests.mcp_gateway.api.assistant import Assistant, request
from tests.mcp_gateway.api.outage import SECRET, outage

PATHS = ("/mcp", "/mcp/", "/mcp/token", "/mcp/token/", "/api/tools/echo_text", "/api/tools/x/")
every_path = pytest.mark.parametrize("path", PATHS)
CHALLENGE = 'Bearer realm="MCP Gateway"'


def body_of(response):
    """The JSON of a refusal."""
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "no-store"
    assert response.content.isascii()
    return json.loads(response.content)


def refused(response):
    """Status and code of a refusal."""
    return response.status_code, body_of(response)["error"]


@pytest.fixture
def nobody(owner_settings, fresh_address):
    """A client whose token was never issued."""
    return Assistant(secret="mga_never", address=fresh_address)


@every_path
@pytest.mark.parametrize("verb", ["get", "post", "delete"])
def test_endpoint_that_is_off_is_not_there_for_anybody(assistant, owner_settings, path, verb):
    owner_settings.enabled = False
    owner_settings.save()

    response = getattr(assistant.client, verb)(
        path, headers={"Authorization": f"Bearer {assistant.secret}"}
    )

    assert refused(response) == (404, "not_found")


def test_turning_the_endpoint_on_takes_effect_at_once(assistant, owner_settings):
    owner_settings.enabled = False
    owner_settings.save()
    before = assistant.client.get("/mcp")
    owner_settings.enabled = True
    owner_settings.save()

    assert (before.status_code, assistant.answer("tools/list")[0]) == (404, 200)


@every_path
@pytest.mark.parametrize("verb", ["get", "post", "delete", "put", "head", "options"])
def test_request_without_a_token_is_challenged(nobody, path, verb):
    response = getattr(nobody.client, verb)(path, REMOTE_ADDR=nobody.address)

    assert (response.status_code, response["WWW-Authenticate"]) == (401, CHALLENGE)
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("method", ["initialize", "server/discover", "ping", "no/such"])
def test_no_method_is_open_to_visitors(nobody, method, version):
    body, headers = request(method, version=version)

    response = nobody.post(body, headers={**headers, "Authorization": None})

    assert refused(response) == (401, "unauthorized")


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Bearer ünknown", "mga_x", "Bearer \x00"],
)
def test_malformed_credentials_are_challenged(nobody, authorization):
    response = nobody.post({}, headers={"Authorization": authorization})

    assert refused(response) == (401, "unauthorized")


def test_unknown_revoked_expired_and_inactive_are_told_the_same(hire, nobody):
    now = dt.datetime.now(dt.UTC)
    member = make_user()
    idle, revoked, expired = hire(user=member), hire(), hire()
    member.is_active = False
    member.save()
    for who, columns in ((revoked, {"revoked_at": now}), (expired, {"expires_at": now})):
        AccessToken.objects.filter(last_four=who.secret[-4:]).update(**columns)

    answers = [who.post({}) for who in (nobody, idle, revoked, expired)]

    assert {response.status_code for response in answers} == {401}
    assert len({response.content for response in answers}) == 1
    assert {response["WWW-Authenticate"] for response in answers} == {CHALLENGE}


def test_revocation_works_on_the_next_request(assistant):
    before = assistant.answer("tools/list")[0]
    AccessToken.objects.update(revoked_at=dt.datetime.now(dt.UTC))

    assert (before, assistant.post({}).status_code) == (200, 401)


@every_path
def test_outage_of_the_database_tells_a_request_id_and_nothing_else(assistant, path, caplog):
    with connection.execute_wrapper(outage):
        response = assistant.post({}, path=path)

    body = body_of(response)
    assert (response.status_code, body["error"]) == (503, "unavailable")
    assert body["request_id"] in caplog.text
    assert SECRET not in response.content.decode() + caplog.text


@every_path
def test_token_in_the_address_counts_for_nothing(assistant, path):
    query = f"?access_token={assistant.secret}&token={assistant.secret}"

    response = assistant.post({}, path=path + query, headers={"Authorization": None})

    assert refused(response) == (401, "unauthorized")


@every_path
def test_session_counts_for_nothing(owner_settings, path):
    client = Client()
    client.force_login(cast(Any, make_superuser()))

    response = client.post(path, b"{}", content_type="application/json")

    assert refused(response) == (401, "unauthorized")


def test_csrf_is_no_matter_where_no_cookie_is_looked_at(assistant):
    strict = Assistant(
        secret=assistant.secret,
        address=assistant.address,
        client=Client(enforce_csrf_checks=True),
    )

    assert strict.answer("tools/list")[0] == 200


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer "])
def test_scheme_is_read_in_any_case(assistant, scheme):
    body, headers = request("tools/list")

    response = assistant.post(
        body, headers={**headers, "Authorization": f"{scheme} {assistant.secret}"}
    )

    assert response.status_code == 200


@pytest.mark.parametrize("scope", list(Scope))
def test_every_scope_may_read(hire, scope):
    assert hire(scope=scope).answer("tools/list")[0] == 200


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        (None, True),
        ("http://localhost:8000", True),
        ("HTTP://LOCALHOST:8000", True),
        ("http://testserver", True),
        ("https://testserver", True),
        ("https://testserver:443", True),
        ("https://app.example.com", True),
        ("https://app.example.com:443", True),
        ("http://app.example.com", False),
        ("https://app.example.com.evil.example", False),
        ("https://evil.example", False),
        ("http://localhost:9000", False),
        ("http://testserver:81", False),
        ("http://user@testserver", False),
        ("https://testserver, https://evil.example", False),
        ("http://[::1", False),
        ("http://testserver:99999", False),
        ("file://testserver", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_pages_of_known_origins_may_call(assistant, owner_settings, origin, is_allowed):
    owner_settings.allowed_origins = ["https://app.example.com"]
    owner_settings.save()

    responses = [assistant.post({}, path=path, headers={"Origin": origin}) for path in PATHS]

    assert {response.status_code == 403 for response in responses} == {not is_allowed}
    if not is_allowed:
        assert {refused(response) for response in responses} == {(403, "bad_origin")}


def test_origin_is_refused_before_the_token_is_looked_at(nobody):
    response = nobody.post({}, headers={"Origin": "https://evil.example"})

    assert refused(response) == (403, "bad_origin")


@every_path
@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "a b", "testserver:x"])
def test_host_that_is_not_ours_is_refused_even_with_a_token(assistant, path, host):
    response = assistant.post({}, path=path, headers={"Host": host})

    assert (response.status_code, response["Content-Type"]) == (400, "application/json")
    assert json.loads(response.content)["error"] == "bad_host"


def test_host_is_checked_by_the_door_itself(assistant, settings):
    settings.MIDDLEWARE = []

    response = assistant.post({}, headers={"Host": "evil.example"})

    assert refused(response) == (400, "bad_host")


def test_eleventh_failure_from_an_address_must_wait(nobody, assistant, fresh_address):
    elsewhere = Assistant(secret=assistant.secret, address="10.2.0.1")
    failures = [nobody.post({}) for _ in range(10)]
    stopped = nobody.post({})

    assert {response.status_code for response in failures} == {401}
    assert refused(stopped) == (429, "rate_limited")
    assert 1 <= int(stopped["Retry-After"]) <= 60
    # The address is stopped, with whatever token; others are not.
    assert assistant.post({}).status_code == 429
    assert elsewhere.answer("tools/list")[0] == 200
    assert AuditEvent.objects.filter(kind=AuditEvent.Kind.AUTH_THROTTLED).count() == 1


def test_requests_without_credentials_are_no_failures(nobody, assistant):
    for _ in range(11):
        assert nobody.post({}, headers={"Authorization": None}).status_code == 401

    assert assistant.answer("tools/list")[0] == 200


def test_address_behind_our_proxies_is_the_one_they_saw(nobody, settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "proxy_count": 1}

    statuses = [
        nobody.post({}, headers={"X-Forwarded-For": f"10.3.0.{number}, 10.4.0.1"}).status_code
        for number in range(11)
    ]

    assert statuses == [*[401] * 10, 429]
    assert nobody.post({}, headers={"X-Forwarded-For": "10.4.0.2"}).status_code == 401


def test_token_that_used_up_its_budget_must_wait(assistant, hire, owner_settings):
    owner_settings.reads_per_minute = 2
    owner_settings.save()
    other = hire()
    body, headers = request("tools/list")

    statuses = [assistant.post(body, headers=headers).status_code for _ in range(2)]
    over = assistant.post(body, headers=headers)

    assert statuses == [200, 200]
    assert refused(over) == (429, "rate_limited")
    assert int(over["Retry-After"]) >= 1
    assert other.answer("tools/list")[0] == 200


def test_two_queries_come_before_a_tool(assistant, django_assert_num_queries):
    assistant.call("show_blocks")

    with django_assert_num_queries(2):
        assistant.call("show_blocks")


def test_two_queries_come_before_what_a_list_asks_of_the_account(
    assistant, django_assert_max_num_queries
):
    accounts = len({tool.toolset for tool in registry().tools.values() if tool.options.variants})

    with django_assert_max_num_queries(2 + accounts):
        assistant.ask("tools/list")


def test_length_that_is_no_number_is_refused(assistant):
    response = assistant.client.post(
        "/mcp",
        b"{}",
        content_type="application/json",
        headers={"Authorization": f"Bearer {assistant.secret}"},
        CONTENT_LENGTH="x",
    )

    assert refused(response) == (400, "unreadable_body")


def test_use_of_a_token_is_noted(assistant):
    with time_machine.travel(dt.datetime(2031, 1, 1, tzinfo=dt.UTC), tick=False):
        assistant.call("show_blocks")

    assert AccessToken.objects.get().last_used_at == dt.datetime(2031, 1, 1, tzinfo=dt.UTC)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/token", "/mcp/token/"])
def test_every_spelling_of_the_endpoint_answers_alike(assistant, path):
    body, headers = request("tools/list")

    response = assistant.post(body, path=path, headers=headers)

    assert (response.status_code, response.content) == (
        200,
        assistant.post(body, headers=headers).content,
    )


def test_nothing_is_redirected_where_the_site_is_served_by_https(assistant, settings):
    settings.SECURE_SSL_REDIRECT = True
    paths = (
        *PATHS,
        "/openapi.json",
        "/healthz",
        "/readyz",
        "/.well-known/oauth-authorization-server",
    )

    statuses = {path: assistant.client.get(path).status_code for path in paths}

    assert not {status for status in statuses.values() if 300 <= status < 400}, statuses


def test_log_names_method_status_and_request_and_nothing_else(assistant, caplog):
    caplog.set_level(logging.DEBUG)

    assistant.call("echo_text", {"text": "a-marker"})
    assistant.ask("a-marker/method")

    lines = [
        record.getMessage()
        for record in caplog.records
        if record.name == "mcp_gateway.api.endpoint"
    ]
    assert [line.split(" in ")[0] for line in lines] == ["tools/call: 200", "unknown method: 404"]
    mine = [record for record in caplog.records if record.name.startswith("mcp_gateway")]
    logged = " ".join(record.getMessage() for record in mine)
    assert "a-marker" not in logged
    assert assistant.secret not in logged
