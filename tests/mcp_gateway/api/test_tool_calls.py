"""`tools/call` in every revision: results, refusals, gates."""

import json
import logging

import pytest

from mcp_gateway.models import AuditEvent, ToolPolicy
from mcp_gateway.registry import Scope
from tests.make import make_user
from tests.mcp_gateway.api.assistant import EVERY_VERSION, MODERN, read_message, request
from tests.mcp_gateway.fixture_app.mcp_tools import SECRET

every_version = pytest.mark.parametrize("version", EVERY_VERSION)
ARGUMENT_ERRORS_ARE_RESULTS = ("2025-11-25", MODERN)
GATE_CODES = {
    "owner": "writes_disabled_by_owner",
    "member": "writes_disabled_by_user",
    "scope": "token_scope",
    "site": "SERVER_READ_ONLY",
    "tool": "tool_disabled",
    "toolset": "tool_disabled",
    "token": "token_toolset",
}


def refusal(result):
    """The JSON object that a refused call answers with; it has no structured content."""
    assert result["isError"] is True
    assert "structuredContent" not in result
    (block,) = result["content"]
    return json.loads(block["text"])


@every_version
def test_result_is_there_as_text_and_as_structured_content(assistant, version):
    result = assistant.call("echo_text", {"text": "Grüße \u202e", "times": 2}, version=version)

    expected = {"untrusted_text": "Grüße \\u202eGrüße \\u202e", "count": 2}
    assert result["isError"] is False
    assert result["structuredContent"].items() >= expected.items()
    assert [block["type"] for block in result["content"]] == ["text"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


@every_version
def test_bare_content_has_no_structured_content(assistant, version):
    result = assistant.call("show_blocks", {}, version=version)

    link = "text" if version == "2025-03-26" else "resource_link"
    assert [block["type"] for block in result["content"]] == ["text", "image", link]
    assert "structuredContent" not in result


@every_version
@pytest.mark.parametrize("arguments", [None, {}])
def test_arguments_may_be_left_out(assistant, version, arguments):
    assert assistant.call("show_blocks", arguments, version=version)["isError"] is False


@every_version
@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        pytest.param({}, "text", id="missing"),
        pytest.param({"text": 1}, "text", id="wrong type"),
        pytest.param({"text": "a", "times": "2"}, "times", id="a number as text"),
        pytest.param({"text": "a", "times": 0}, "times", id="below the bound"),
        pytest.param({"text": "a", "times": 101}, "times", id="above the bound"),
        pytest.param({"text": "a", "nosuch": 1}, "nosuch", id="unknown"),
        pytest.param({"text": "a\0"}, "text", id="NUL"),
        pytest.param({"text": "\ud800"}, "text", id="half of a surrogate pair"),
        pytest.param({"text": "a", "times": 2**63}, "times", id="past 64 bits"),
        pytest.param({"text": "a", "times": 10**400}, "times", id="past every bit"),
        pytest.param({"text": "x" * 100_001}, "text", id="too long"),
    ],
)
def test_wrong_arguments_are_named_as_the_revision_does(assistant, version, arguments, argument):
    status, answer = assistant.answer(
        "tools/call", {"name": "echo_text", "arguments": arguments}, version=version
    )

    assert status == 200
    if version in ARGUMENT_ERRORS_ARE_RESULTS:
        body = refusal(answer["result"])
        assert body["error"] == "invalid_arguments"
        assert argument in body["message"]
    else:
        assert answer["error"]["code"] == -32602
        assert argument in answer["error"]["message"]


@every_version
def test_message_about_an_argument_does_not_repeat_its_value(assistant, version):
    params = {"name": "echo_text", "arguments": {"text": [SECRET], "times": SECRET}}

    answer = assistant.ask("tools/call", params, version=version)

    assert SECRET not in json.dumps(answer)


@every_version
@pytest.mark.parametrize(
    "params",
    [
        pytest.param({"name": "no_such_tool"}, id="unknown tool"),
        pytest.param({}, id="no name"),
        pytest.param({"name": 7}, id="name is no text"),
        pytest.param({"name": "echo_text", "arguments": []}, id="arguments are a list"),
        pytest.param({"name": "echo_text", "arguments": "a"}, id="arguments are text"),
    ],
)
def test_call_of_nothing_is_invalid_params(assistant, version, params):
    status, answer = assistant.answer("tools/call", params, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


@every_version
def test_missing_item_is_told_in_bare_words(assistant, version):
    result = assistant.call("miss_item", version=version)

    assert (result["isError"], result["content"][0]["text"]) == (True, "thing not found")
    assert "structuredContent" not in result


@every_version
def test_refusal_is_an_error_result_with_code_and_details(assistant, version):
    result = assistant.call("refuse_call", {"code": "stale_version"}, version=version)

    body = refusal(result)
    assert (body["error"], body["retry_after_seconds"]) == ("stale_version", 7)


@every_version
def test_failure_tells_a_request_id_and_logs_no_content(assistant, version, caplog):
    status, answer = assistant.answer("tools/call", {"name": "fail_badly"}, version=version)

    error = answer["error"]
    assert (status, error["code"], list(error["data"])) == (200, -32603, ["request_id"])
    assert SECRET not in json.dumps(answer)
    assert error["data"]["request_id"] in caplog.text
    assert SECRET not in caplog.text


def test_capability_that_a_modern_client_lacks_is_named(assistant):
    status, answer = assistant.answer("tools/call", {"name": "ask_model"})

    assert (status, answer["error"]["code"]) == (400, -32021)
    assert answer["error"]["data"] == {"requiredCapabilities": {"sampling": {}}}


def test_capability_that_a_modern_client_has_is_enough(assistant):
    body, headers = request("tools/call", {"name": "ask_model"})
    capabilities: dict[str, object] = {
        "io.modelcontextprotocol/clientCapabilities": {"sampling": {}}
    }
    body["params"]["_meta"] = {**body["params"]["_meta"], **capabilities}

    assert read_message(assistant.post(body, headers=headers))["result"]["isError"] is False


@pytest.mark.parametrize(("header", "status"), [("north", 200), ("south", 400), (None, 400)])
def test_argument_and_the_header_that_repeats_it_must_agree(assistant, header, status):
    params = {"name": "follow_header", "arguments": {"region": "north"}}
    body, headers = request("tools/call", params)

    response = assistant.post(body, headers={**headers, "Mcp-Param-Region": header})

    assert response.status_code == status
    assert read_message(response).get("error", {"code": -32020})["code"] == -32020


def test_legacy_calls_need_no_header_for_an_argument(assistant):
    result = assistant.call("follow_header", {"region": "north"}, version="2025-11-25")

    assert result["isError"] is False


def test_progress_token_is_ignored(assistant):
    params = {"name": "show_blocks", "_meta": {"progressToken": 1}}

    answer = assistant.ask("tools/call", params, version="2025-06-18")

    assert answer["result"]["isError"] is False


@every_version
def test_change_answers_with_its_call_and_items(assistant, version):
    result = assistant.call("make_things", {"names": ["a", "b"]}, version=version)

    assert [item["id"] for item in result["structuredContent"]["items"]] == [1, 2]
    assert AuditEvent.objects.get(kind=AuditEvent.Kind.AGENT_WRITE).item_count == 2


@pytest.mark.parametrize("gate", GATE_CODES)
def test_shut_gate_hides_the_tool_and_names_itself(hire, owner_settings, settings, gate):
    assistant = hire(
        writes_allowed=gate != "member",
        scope=Scope.FULL if gate == "scope" else Scope.AGENT,
        toolsets=["spare"] if gate == "token" else None,
    )
    if gate == "site":
        settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": True}
    if gate in {"tool", "toolset"}:
        ToolPolicy.objects.create(
            settings=owner_settings,
            kind=gate,
            name="make_things" if gate == "tool" else "shapes",
            is_enabled=False,
        )
    owner_settings.writes_enabled = gate != "owner"
    owner_settings.save()

    for version in EVERY_VERSION:
        listed = assistant.tool_names(version=version)
        body = refusal(assistant.call("make_things", {"names": ["a"]}, version=version))

        assert "make_things" not in listed
        assert (body["error"], bool(body["message"])) == (GATE_CODES[gate], True)


def test_open_gates_show_the_tool(assistant):
    assert "make_things" in assistant.tool_names()


def test_toolset_that_is_off_takes_its_resources_and_prompts_along(assistant, owner_settings):
    ToolPolicy.objects.create(
        settings=owner_settings, kind="toolset", name="shapes", is_enabled=False
    )

    resources = assistant.ask("resources/list")["result"]["resources"]
    prompts = assistant.ask("prompts/list")["result"]["prompts"]
    read = assistant.ask("resources/read", {"uri": "fixture://note"})

    assert not [each for each in resources if each["uri"].startswith("fixture:")]
    assert "plan-things" not in [each["name"] for each in prompts]
    assert read["error"]["code"] == -32602


def test_toolset_that_is_no_default_needs_a_token_that_names_it(hire):
    assert "use_spare" not in hire().tool_names()
    assert "use_spare" in hire(toolsets=["shapes", "spare"]).tool_names()


def test_tools_vary_with_what_is_special_about_the_account(hire):
    sealed = hire(user=make_user("sealed-member"))

    tools = {tool["name"]: tool for tool in sealed.ask("tools/list")["result"]["tools"]}
    others = hire().tool_names()

    assert list(tools["vary_by_account"]["inputSchema"]["properties"]) == ["text"]
    assert "hide_from_some" not in tools
    assert "hide_from_some" in others


def test_result_that_some_client_cuts_is_logged_by_the_name_of_its_tool(assistant, caplog):
    caplog.set_level(logging.WARNING, logger="mcp_gateway.api")

    assistant.call("echo_text", {"text": "x" * 1_000, "times": 50})
    assistant.call("echo_text", {"text": "x" * 1_000, "times": 100})

    (record,) = [each for each in caplog.records if each.name.startswith("mcp_gateway.api")]
    assert "echo_text" in record.getMessage()
    assert "xxx" not in record.getMessage()
