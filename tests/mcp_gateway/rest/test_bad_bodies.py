"""Bodies and queries that no route can take: a clear refusal, never a failure."""

import pytest

from mcp_gateway.models import AccessToken
from tests.mcp_gateway.rest.people import refusal

ROUTES = [("PUT", "settings/mcp"), ("PUT", "me/agent-access"), ("POST", "tokens")]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(b"{", "parse_error", id="cut off"),
        pytest.param(b"nonsense", "parse_error", id="no JSON"),
        pytest.param(b"\xff\xfe", "parse_error", id="not UTF-8"),
        pytest.param(b'{"name": NaN}', "parse_error", id="NaN"),
        pytest.param(b'{"name": 1, "name": 2}', "parse_error", id="key twice"),
        pytest.param(b"[" * 100_000, "parse_error", id="deep"),
        pytest.param(b"[1]", "invalid_value", id="list"),
        pytest.param(b'"text"', "invalid_value", id="text"),
        pytest.param(b"null", "invalid_value", id="null"),
        pytest.param(b'{"name": "a\\u0000"}', "invalid_value", id="NUL"),
        pytest.param(b'{"name": "\\ud800"}', "invalid_value", id="half a pair"),
        pytest.param(b'{"name": ' + b"9" * 5_000 + b"}", "invalid_value", id="huge number"),
        pytest.param(b'{"name": {"a": [1, {"b": 2}]}}', "invalid_value", id="nested"),
    ],
)
def test_a_body_that_cannot_be_taken_is_refused(owner, route, body, code):
    response = owner.send(*route, body)

    assert refusal(response)[:2] == (400, code)
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("route", ROUTES[1:])
def test_a_body_that_is_missing_is_refused_where_something_must_be_said(owner, route):
    assert refusal(owner.send(*route, b""))[:2] == (400, "invalid_value")


@pytest.mark.parametrize("route", ROUTES)
def test_a_body_over_the_limit_is_refused(owner, route):
    response = owner.send(*route, b'"' + b"a" * 1_000_000 + b'"')

    assert refusal(response)[:2] == (413, "body_too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"]
)
@pytest.mark.parametrize("route", ROUTES)
def test_a_body_of_another_kind_is_refused(owner, route, kind):
    response = owner.send(*route, b"name=a", **{"Content-Type": kind})

    assert refusal(response)[:2] == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("tokens?limit=0", "limit"),
        ("tokens?limit=201", "limit"),
        ("tokens?limit=many", "limit"),
        ("tokens?cursor=abc", "cursor"),
        ("tokens?cursor=0", "cursor"),
        ("tokens?cursor=99999999999999999999", "cursor"),
        ("tokens?page=2", "page"),
        ("me/activity?kind=agent.write", "kind"),
        ("audit?kind=nothing", "kind"),
        ("audit?outcome=maybe", "outcome"),
        ("audit?token=desk", "token"),
        ("audit?actor=a%00b", "actor"),
        ("audit?tool=a%00b", "tool"),
        ("audit?since=yesterday", "since"),
        ("audit?since=0001-01-01T00:00:00%2B14:00", "since"),
        ("audit?since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z", "since"),
        ("audit?until=9999-12-31T23:59:59-14:00", "until"),
        ("audit?knd=agent.write", "knd"),
        ("audit?format=xml", "format"),
        ("audit?format=csv&kind=nothing", "kind"),
    ],
)
def test_a_wrong_parameter_is_named(owner, path, field):
    assert refusal(owner.send("GET", path)) == (400, "invalid_value", field)


@pytest.mark.parametrize("number", ["0", "99999999999999999999", "9" * 400])
def test_a_number_that_no_token_has_is_not_found(owner, number):
    assert refusal(owner.send("DELETE", f"tokens/{number}"))[:2] == (404, "not_found")


def test_a_method_that_a_route_has_not_is_refused(owner):
    assert refusal(owner.send("PATCH", "settings/mcp"))[:2] == (405, "method_not_allowed")


def test_an_answer_that_nobody_can_read_is_refused(owner):
    response = owner.send("GET", "tokens", Accept="text/html")

    assert refusal(response)[:2] == (406, "not_acceptable")
