"""PROTOCOL's table, row by row, through the real URL."""

import base64
import json

import pytest

from tests.mcp_gateway.api.assistant import (
    EVERY_VERSION,
    LEGACY,
    META,
    MODERN,
    read_message,
    request,
)

every_version = pytest.mark.parametrize("version", EVERY_VERSION)
legacy = pytest.mark.parametrize("version", [None, *LEGACY])
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


def headers_of(version):
    """The version header alone, or none."""
    return {} if version is None else {"MCP-Protocol-Version": version}


def ask(assistant, body, headers=None, **how):
    """Return status, code of the error or None, and id."""
    response = assistant.post(body, headers=headers, **how)
    message = read_message(response)
    return response.status_code, message.get("error", {}).get("code"), message["id"]


@every_version
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"\xff\xfe", id="not UTF-8"),
        pytest.param(b'{"jsonrpc": NaN}', id="NaN"),
        pytest.param(b'{"a": 1, "a": 2}', id="a key twice"),
        pytest.param(b"[" * 1_000 + b"]" * 1_000, id="1,000 deep"),
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, id="100,000 deep"),
    ],
)
def test_what_is_no_json_is_a_parse_error(assistant, version, body):
    assert ask(assistant, body, headers_of(version)) == (400, -32700, None)


@every_version
@pytest.mark.parametrize(
    ("body", "known_id"),
    [
        pytest.param(1, None, id="number"),
        pytest.param("ping", None, id="text"),
        pytest.param({}, None, id="nothing"),
        pytest.param({"jsonrpc": "1.0", "id": 4, "method": "ping"}, 4, id="other version"),
        pytest.param({"id": "a", "method": "ping"}, "a", id="no version"),
        pytest.param({"jsonrpc": "2.0", "id": 4, "method": 1}, 4, id="method is no text"),
        pytest.param({"jsonrpc": "2.0", "id": 4, "method": "ping", "params": []}, 4, id="list"),
        pytest.param({"jsonrpc": "2.0", "id": None, "method": "ping"}, None, id="id null"),
        pytest.param({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, None, id="id float"),
        pytest.param({"jsonrpc": "2.0", "id": True, "method": "ping"}, None, id="id boolean"),
        pytest.param({"jsonrpc": "2.0", "id": [], "method": "ping"}, None, id="id list"),
        pytest.param({"jsonrpc": "2.0", "id": 2**63, "method": "ping"}, None, id="id too large"),
    ],
)
def test_what_is_no_request_is_invalid(assistant, version, body, known_id):
    assert ask(assistant, body, headers_of(version)) == (400, -32600, known_id)


@every_version
@pytest.mark.parametrize("request_id", ["", "a", 0, -1, 2**63 - 1, "\ud800"])
def test_answer_has_the_id_of_its_request(assistant, version, request_id):
    body, headers = request("tools/list", version=version)
    body["id"] = request_id

    response = assistant.post(body, headers=headers)

    assert read_message(response)["id"] == request_id
    assert response.status_code == 200


@legacy
def test_unknown_method_is_told_legacy_clients_with_200(assistant, version):
    body = {"jsonrpc": "2.0", "id": 1, "method": "no/such"}

    assert ask(assistant, body, headers_of(version)) == (200, -32601, 1)


def test_unknown_method_is_told_modern_clients_with_404(assistant):
    body, headers = request("no/such")

    assert ask(assistant, body, headers) == (404, -32601, 1)


@pytest.mark.parametrize(
    "meta",
    [
        pytest.param(None, id="no meta"),
        pytest.param([], id="meta is a list"),
        pytest.param({**META, VERSION_KEY: 20260728}, id="version is no text"),
        pytest.param({VERSION_KEY: MODERN}, id="no capabilities"),
        pytest.param(
            {**META, "io.modelcontextprotocol/clientCapabilities": []}, id="capabilities are a list"
        ),
        pytest.param({**META, "io.modelcontextprotocol/clientInfo": "me"}, id="info is text"),
    ],
)
def test_incomplete_meta_is_refused_in_the_modern_era(assistant, meta):
    body, headers = request("tools/list")
    body["params"] = {} if meta is None else {"_meta": meta}

    assert ask(assistant, body, headers) == (400, -32602, 1)


def test_client_that_does_not_say_who_it_is_is_served(assistant):
    body, headers = request("tools/list")
    body["params"]["_meta"] = {
        key: value for key, value in META.items() if not key.endswith("clientInfo")
    }

    assert ask(assistant, body, headers) == (200, None, 1)


@pytest.mark.parametrize("unknown", ["2027-01-01", "2024-11-05", "2025-11-25", "x"])
def test_version_that_header_and_meta_agree_on_must_be_a_modern_one(assistant, unknown):
    body, headers = request("tools/list")
    body["params"]["_meta"] = {**META, VERSION_KEY: unknown}

    response = assistant.post(body, headers={**headers, "MCP-Protocol-Version": unknown})

    error = read_message(response)["error"]
    assert (response.status_code, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": [MODERN], "requested": unknown}


@pytest.mark.parametrize("unknown", ["2024-11-05", "2027-01-01", "", "latest"])
def test_unknown_version_in_the_header_alone_is_refused(assistant, unknown):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    response = assistant.post(body, headers=headers_of(unknown))

    error = read_message(response)["error"]
    assert (response.status_code, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": [MODERN], "requested": unknown}


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("MCP-Protocol-Version", None),
        ("MCP-Protocol-Version", "2025-11-25"),
        ("Mcp-Method", None),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Method", "TOOLS/CALL"),
        ("Mcp-Name", None),
        ("Mcp-Name", "make_things"),
        ("Mcp-Name", "=?base64?!!?="),
    ],
)
def test_header_that_does_not_repeat_the_body_is_refused(assistant, header, value):
    body, headers = request("tools/call", {"name": "echo_text", "arguments": {"text": "a"}})

    assert ask(assistant, body, {**headers, header: value}) == (400, -32020, 1)


def test_encoded_header_is_decoded_before_it_is_compared(assistant):
    body, headers = request("resources/read", {"uri": "fixture://note"})
    encoded = base64.b64encode(b"fixture://note").decode()

    assert ask(assistant, body, {**headers, "Mcp-Name": f"=?base64?{encoded}?="}) == (200, None, 1)


@legacy
def test_standard_headers_of_the_modern_era_mean_nothing_to_legacy_requests(assistant, version):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {**headers_of(version), "Mcp-Method": "other", "Mcp-Name": "other"}

    assert ask(assistant, body, headers) == (200, None, 1)


@every_version
@pytest.mark.parametrize(
    ("accept", "status"),
    [
        (None, 200),
        ("*/*", 200),
        ("application/json", 200),
        ("application/json, text/event-stream", 200),
        ("text/event-stream, application/*;q=0.1", 200),
        ("text/event-stream", 406),
        ("text/html", 406),
        ("application/json;q=0", 406),
    ],
)
def test_answer_comes_where_json_is_accepted(assistant, version, accept, status):
    body, headers = request("tools/list", version=version)

    response = assistant.post(body, headers={**headers, "Accept": accept})

    assert response.status_code == status
    assert response["Content-Type"] == "application/json"


@every_version
@pytest.mark.parametrize("content_type", ["text/plain", "", "application/x-www-form-urlencoded"])
def test_body_announced_as_something_else_is_refused(assistant, version, content_type):
    body, headers = request("tools/list", version=version)

    assert ask(assistant, body, headers, content_type=content_type)[0] == 415


def test_charset_of_json_is_no_matter(assistant):
    body, headers = request("tools/list")

    content_type = "Application/JSON; charset=utf-8"
    assert ask(assistant, body, headers, content_type=content_type)[0] == 200


@every_version
@pytest.mark.parametrize("verb", ["get", "delete", "put", "patch", "options", "head", "trace"])
def test_other_verbs_are_not_allowed(assistant, version, verb):
    response = getattr(assistant.client, verb)(
        "/mcp", headers={"Authorization": f"Bearer {assistant.secret}", **headers_of(version)}
    )

    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert response["Content-Type"] == "application/json"


def test_verb_that_http_does_not_know_is_not_allowed(assistant):
    response = assistant.client.generic(
        "BREW", "/mcp", headers={"Authorization": f"Bearer {assistant.secret}"}
    )

    assert (response.status_code, response["Allow"]) == (405, "POST")


@every_version
def test_notification_is_accepted_without_a_body(assistant, version):
    body, headers = request("notifications/initialized", version=version)
    del body["id"]

    response = assistant.post(body, headers=headers)

    assert (response.status_code, response.content) == (202, b"")


def test_posted_response_is_invalid_in_the_modern_era(assistant):
    body = {"jsonrpc": "2.0", "id": 1, "result": {}}

    assert ask(assistant, body, headers_of(MODERN))[:2] == (400, -32600)


@legacy
def test_posted_response_is_accepted_in_the_legacy_era(assistant, version):
    response = assistant.post(
        {"jsonrpc": "2.0", "id": 1, "result": {}}, headers=headers_of(version)
    )

    assert (response.status_code, response.content) == (202, b"")


@every_version
@pytest.mark.parametrize("size", [1_000_001, 3_000_000])
def test_body_over_a_megabyte_is_too_large(assistant, version, size):
    assert ask(assistant, b" " * size, headers_of(version))[0] == 413


def test_body_of_a_megabyte_is_read(assistant):
    body, headers = request("tools/list", version="2025-11-25")
    padded = json.dumps(body).encode().ljust(1_000_000)

    assert ask(assistant, padded, headers) == (200, None, 1)


@legacy
def test_initialize_agrees_on_the_version_asked_for_or_the_newest_legacy_one(assistant, version):
    def agreed(asked):
        params = {
            "protocolVersion": asked,
            "capabilities": {},
            "clientInfo": {"name": "a", "version": "1"},
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        return read_message(assistant.post(body, headers=headers_of(version)))["result"]

    results = {asked: agreed(asked) for asked in (*LEGACY, MODERN, "2024-11-05", "x")}

    newest = "2025-11-25"
    assert {asked: result["protocolVersion"] for asked, result in results.items()} == {
        **{known: known for known in LEGACY},
        MODERN: newest,
        "2024-11-05": newest,
        "x": newest,
    }
    assert all(result["serverInfo"]["name"] == "mcp-gateway" for result in results.values())


def test_no_session_is_issued_and_one_that_is_sent_is_ignored(assistant):
    body, headers = request("tools/list", version="2025-11-25")

    response = assistant.post(
        body, headers={**headers, "Mcp-Session-Id": "gone", "Last-Event-ID": "7"}
    )

    assert response.status_code == 200
    assert "Mcp-Session-Id" not in response


def test_discovery_names_the_modern_versions_only(assistant):
    result = assistant.ask("server/discover")["result"]

    assert result["supportedVersions"] == [MODERN]
    assert {"tools", "resources", "prompts", "completions"} == result["capabilities"].keys()
    assert (result["resultType"], result["cacheScope"]) == ("complete", "private")
    assert len(result["instructions"]) <= 2_000


def test_meta_decides_the_era_whatever_the_header_says(assistant):
    body, headers = request("tools/list")

    code = ask(assistant, body, {**headers, "MCP-Protocol-Version": "2025-06-18"})

    assert code == (400, -32020, 1)
