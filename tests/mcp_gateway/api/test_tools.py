"""`POST /api/tools/{name}`: the same tools by plain REST."""

import json

import pytest

from mcp_gateway.models import AuditEvent
from mcp_gateway.registry import Scope
from tests.mcp_gateway.fixture_app.mcp_tools import SECRET


def call(assistant, name, arguments=None, **how):
    """Call a tool and return the response."""
    body = b"" if arguments is None else arguments
    return assistant.post(body, path=f"/api/tools/{name}", **how)


def body_of(response):
    """The JSON object of an answer."""
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


def refused(response):
    """Status and code of a refusal."""
    return response.status_code, body_of(response)["error"]


def test_result_is_the_body(assistant):
    response = call(assistant, "echo_text", {"text": "a", "times": 3})

    body = body_of(response)
    assert (response.status_code, body["untrusted_text"], body["count"]) == (200, "aaa", 3)


def test_path_may_end_in_a_slash(assistant):
    assert call(assistant, "echo_text/", {"text": "a"}).status_code == 200


def test_empty_body_means_no_arguments(assistant):
    response = call(assistant, "show_blocks")

    kinds = [block["type"] for block in body_of(response)["content"]]
    assert (response.status_code, kinds) == (200, ["text", "image", "resource_link"])


@pytest.mark.parametrize("name", ["no_such_tool", "ECHO_TEXT", "%00", "ünknown"])
def test_unknown_tool_is_not_found(assistant, name):
    assert refused(call(assistant, name, {})) == (404, "unknown_tool")


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({}, "text"),
        ({"text": 1}, "text"),
        ({"text": "a", "times": 0}, "times"),
        ({"text": "a", "other": 1}, "other"),
        ({"text": "\0"}, "text"),
        ({"text": "\udc00"}, "text"),
        ({"text": "a", "times": 2**70}, "times"),
        ([], "arguments"),
        ("text", "arguments"),
        (7, "arguments"),
    ],
)
def test_wrong_arguments_are_named(assistant, arguments, argument):
    response = call(assistant, "echo_text", arguments)

    assert refused(response) == (422, "invalid_arguments")
    assert body_of(response)["argument"] == argument


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"a":1,"a":2}', b"[" * 100 + b"]" * 100])
def test_malformed_json_is_refused(assistant, body):
    assert refused(call(assistant, "echo_text", body)) == (400, "malformed_json")


def test_missing_item_is_not_found(assistant):
    response = call(assistant, "miss_item")

    assert (refused(response), body_of(response)["message"]) == (
        (404, "not_found"),
        "thing not found",
    )


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("rate_limited", 429),
        ("not_permitted", 403),
        ("forbidden", 403),
        ("stale_version", 409),
        ("request_id_reused", 409),
        ("whatever", 409),
    ],
)
def test_refusal_has_the_status_of_its_code(assistant, code, status):
    response = call(assistant, "refuse_call", {"code": code})

    assert refused(response) == (status, code)
    assert response["Retry-After"] == "7"


def test_shut_gate_is_forbidden(hire, owner_settings):
    for assistant, code in (
        (hire(scope=Scope.READ), "token_scope"),
        (hire(writes_allowed=False), "writes_disabled_by_user"),
        (hire(toolsets=["spare"]), "token_toolset"),
    ):
        assert refused(call(assistant, "make_things", {"names": ["a"]})) == (403, code)


def test_change_is_audited_like_any_other(assistant):
    response = call(assistant, "make_things", {"names": ["a", "b"]})

    event = AuditEvent.objects.get(kind=AuditEvent.Kind.AGENT_WRITE)
    assert response.status_code == 200
    assert (event.tool, event.item_count) == ("make_things", 2)


def test_limits_are_those_of_the_endpoint(assistant, owner_settings):
    owner_settings.calls_per_minute = 1
    owner_settings.save()
    assistant.call("make_things", {"names": ["a"]})

    response = call(assistant, "make_things", {"names": ["a"]})

    assert refused(response) == (429, "rate_limited")
    assert response["Retry-After"] == str(body_of(response)["retry_after_seconds"])


def test_failure_tells_a_request_id_and_nothing_else(assistant, caplog):
    response = call(assistant, "fail_badly")

    body = body_of(response)
    assert (response.status_code, body["error"]) == (503, "unavailable")
    assert body["request_id"] in caplog.text
    assert SECRET not in response.content.decode() + caplog.text


@pytest.mark.parametrize("verb", ["get", "put", "delete", "patch", "options"])
def test_other_verbs_are_not_allowed(assistant, verb):
    response = getattr(assistant.client, verb)(
        "/api/tools/echo_text", headers={"Authorization": f"Bearer {assistant.secret}"}
    )

    assert refused(response) == (405, "method_not_allowed")
    assert response["Allow"] == "POST"


def test_other_media_types_are_refused(assistant):
    response = call(assistant, "echo_text", b"text=a", content_type="text/plain")

    assert refused(response) == (415, "unsupported_media_type")


def test_answer_that_may_not_be_json_is_refused(assistant):
    response = call(assistant, "echo_text", {"text": "a"}, headers={"Accept": "text/html"})

    assert refused(response) == (406, "not_acceptable")


def test_large_body_is_refused(assistant):
    assert refused(call(assistant, "echo_text", b" " * 1_000_001)) == (413, "body_too_large")


def test_body_limit_of_the_site_is_honoured(assistant, settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "max_body_bytes": 1_000}

    assert refused(call(assistant, "echo_text", b" " * 1_001)) == (413, "body_too_large")


def test_limit_of_the_framework_is_told_as_ours(assistant, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100

    assert refused(call(assistant, "echo_text", b" " * 101)) == (413, "body_too_large")


def test_budget_of_requests_is_shared_with_the_endpoint(assistant, owner_settings):
    owner_settings.reads_per_minute = 1
    owner_settings.save()
    assistant.ask("tools/list")

    assert refused(call(assistant, "show_blocks")) == (429, "rate_limited")
