"""Every method's result in every revision (validated by `mcp_types` on the way)."""

import base64
import json

import pytest

from tests.make import make_user
from tests.mcp_gateway.api.assistant import EVERY_VERSION, LEGACY, MODERN
from tests.mcp_gateway.fixture_app.mcp_tools import SECRET

pytestmark = pytest.mark.parametrize("version", EVERY_VERSION)

CACHEABLE = (
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
)


def test_tools_are_listed_with_title_hints_and_schemas(assistant, version):
    tools = assistant.ask("tools/list", version=version)["result"]["tools"]

    echo = next(tool for tool in tools if tool["name"] == "echo_text")
    assert echo["title"] == "Echo text"
    assert echo["annotations"]["readOnlyHint"] is True
    assert echo["inputSchema"]["additionalProperties"] is False
    assert echo["outputSchema"]["type"] == "object"


def test_resources_and_templates_are_listed_apart(assistant, version):
    resources = assistant.ask("resources/list", version=version)["result"]["resources"]
    templates = assistant.ask("resources/templates/list", version=version)["result"]

    uris = [resource["uri"] for resource in resources]
    assert {"fixture://note", "fixture://bytes"} <= set(uris)
    patterns = [template["uriTemplate"] for template in templates["resourceTemplates"]]
    assert "fixture://things/{thing_id}{?tz}" in patterns
    assert not set(patterns) & set(uris)


def test_text_resource_is_read(assistant, version):
    result = assistant.ask("resources/read", {"uri": "fixture://note"}, version=version)["result"]

    assert result["contents"] == [
        {"uri": "fixture://note", "mimeType": "text/plain", "text": "a note"}
    ]


def test_binary_resource_travels_as_base64(assistant, version):
    result = assistant.ask("resources/read", {"uri": "fixture://bytes"}, version=version)["result"]

    (contents,) = result["contents"]
    assert base64.b64decode(contents["blob"]) == b"\x00\x01"


def test_template_is_read_with_its_variables(assistant, version):
    uri = "fixture://things/7?tz=Asia/Tokyo"

    result = assistant.ask("resources/read", {"uri": uri}, version=version)["result"]

    (contents,) = result["contents"]
    thing = json.loads(contents["text"])
    assert (contents["uri"], thing["id"], thing["tz"]) == (uri, 7, "Asia/Tokyo")


def test_prompt_is_listed_with_its_arguments_and_filled_in(assistant, version):
    prompts = assistant.ask("prompts/list", version=version)["result"]["prompts"]
    params = {"name": "plan-things", "arguments": {"topic": "a move"}}
    result = assistant.ask("prompts/get", params, version=version)["result"]

    listed = next(prompt for prompt in prompts if prompt["name"] == "plan-things")
    assert [(each["name"], each["required"]) for each in listed["arguments"]] == [
        ("topic", True),
        ("tone", False),
    ]
    assert result["messages"] == [
        {"role": "user", "content": {"type": "text", "text": "Plan a move in a plain tone."}}
    ]


def test_resource_link_of_a_prompt_is_text_where_the_revision_has_no_links(assistant, version):
    result = assistant.ask("prompts/get", {"name": "show-link"}, version=version)["result"]

    kinds = [(turn["role"], turn["content"]["type"]) for turn in result["messages"]]
    link = "text" if version == "2025-03-26" else "resource_link"
    assert kinds == [("user", link), ("assistant", "text")]


def test_completion_is_cut_at_a_hundred_values_and_sees_the_other_arguments(assistant, version):
    params = {
        "ref": {"type": "ref/prompt", "name": "plan-things"},
        "argument": {"name": "topic", "value": "a"},
        "context": {"arguments": {"tone": "!"}},
    }

    completion = assistant.ask("completion/complete", params, version=version)["result"][
        "completion"
    ]

    assert (len(completion["values"]), completion["hasMore"]) == (100, True)
    assert completion["values"][0] == "a0!"


def test_variable_of_a_template_is_completed(assistant, version):
    params = {
        "ref": {"type": "ref/resource", "uri": "fixture://things/{thing_id}{?tz}"},
        "argument": {"name": "tz", "value": "Eu"},
    }

    result = assistant.ask("completion/complete", params, version=version)["result"]

    assert result["completion"] == {"values": ["Europe/Berlin"], "total": 1, "hasMore": False}


def test_argument_without_a_completion_has_no_suggestions(assistant, version):
    params = {
        "ref": {"type": "ref/prompt", "name": "plan-things"},
        "argument": {"name": "tone", "value": "a"},
    }

    result = assistant.ask("completion/complete", params, version=version)["result"]

    assert result["completion"]["values"] == []


def test_only_modern_results_carry_the_keys_of_their_revision(assistant, version):
    call = assistant.ask("tools/call", {"name": "show_blocks"}, version=version)["result"]
    lists = [assistant.ask(method, version=version)["result"] for method in CACHEABLE]

    is_modern = version == MODERN
    for result in (call, *lists):
        assert (result.get("resultType") == "complete") is is_modern
        assert ("_meta" in result) is is_modern
    for result in lists:
        assert (result.get("cacheScope") == "private") is is_modern
        assert ("ttlMs" in result) is is_modern


def test_contents_of_a_resource_are_never_fresh(assistant, version):
    result = assistant.ask("resources/read", {"uri": "fixture://note"}, version=version)["result"]

    assert result.get("ttlMs") == (0 if version == MODERN else None)


def test_list_depends_on_the_permissions_alone(hire, version):
    first, second = hire(), hire()

    assert (
        first.ask("tools/list", version=version)["result"]
        == second.ask("tools/list", version=version)["result"]
    )
    assert first.tool_names(version=version) == first.tool_names(version=version)


@pytest.mark.parametrize("method", [*CACHEABLE])
def test_cursor_that_was_never_issued_is_refused(assistant, version, method):
    status, answer = assistant.answer(method, {"cursor": "AAAA"}, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize(
    "params",
    [
        pytest.param({"name": "no-such"}, id="unknown"),
        pytest.param({"name": "plan-things"}, id="argument missing"),
        pytest.param({"name": "plan-things", "arguments": {"topic": 1}}, id="not text"),
        pytest.param({"name": "plan-things", "arguments": {"topic": "a", "x": "b"}}, id="extra"),
        pytest.param({"name": "plan-things", "arguments": {"topic": "a" * 101}}, id="too long"),
        pytest.param({"name": "plan-things", "arguments": {"topic": "\0"}}, id="NUL"),
        pytest.param({}, id="no name"),
    ],
)
def test_wrong_prompt_or_argument_is_invalid_params(assistant, version, params):
    status, answer = assistant.answer("prompts/get", params, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize(
    "uri",
    [
        "fixture://nothing",
        "fixture://things/10",
        "fixture://things/x",
        "fixture://things/1?other=1",
        "not a uri",
        "",
    ],
)
def test_unknown_resource_has_the_code_of_its_revision(assistant, version, uri):
    status, answer = assistant.answer("resources/read", {"uri": uri}, version=version)

    code = -32602 if version == MODERN else -32002
    assert (status, answer["error"]["code"], answer["error"]["data"]) == (200, code, {"uri": uri})


def test_wrong_query_of_a_resource_is_invalid_params(assistant, version):
    params = {"uri": f"fixture://things/1?tz={'x' * 41}"}

    status, answer = assistant.answer("resources/read", params, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize(
    "ref",
    [
        {"type": "ref/prompt", "name": "no-such"},
        {"type": "ref/resource", "uri": "fixture://no-such"},
        {"type": "ref/other"},
        "plan-things",
    ],
)
def test_completion_of_nothing_is_invalid_params(assistant, version, ref):
    params = {"ref": ref, "argument": {"name": "topic", "value": ""}}

    status, answer = assistant.answer("completion/complete", params, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


def test_completion_that_is_refused_is_invalid_params(assistant, version):
    params = {
        "ref": {"type": "ref/resource", "uri": "fixture://things/{thing_id}{?tz}"},
        "argument": {"name": "thing_id", "value": ""},
    }

    status, answer = assistant.answer("completion/complete", params, version=version)

    assert (status, answer["error"]["code"]) == (200, -32602)


def test_list_that_fails_says_nothing_but_a_request_id(hire, version, caplog):
    broken = hire(user=make_user("broken-member"))

    status, answer = broken.answer("tools/list", version=version)

    error = answer["error"]
    assert (status, error["code"], list(error["data"])) == (200, -32603, ["request_id"])
    assert error["data"]["request_id"] in caplog.text
    assert SECRET not in json.dumps(answer) + caplog.text


def test_failing_resource_says_nothing_but_a_request_id(assistant, version):
    status, answer = assistant.answer(
        "resources/read", {"uri": "fixture://broken"}, version=version
    )

    assert (status, answer["error"]["code"]) == (200, -32603)
    assert list(answer["error"]["data"]) == ["request_id"]


@pytest.mark.parametrize(
    "method", ["subscriptions/listen", "logging/setLevel", "resources/subscribe"]
)
def test_methods_that_need_streams_are_unknown(assistant, version, method):
    status, answer = assistant.answer(method, version=version)

    assert (status, answer["error"]["code"]) == (404 if version == MODERN else 200, -32601)


def test_methods_of_the_other_era_are_unknown(assistant, version):
    others = ("server/discover",) if version in LEGACY else ("initialize", "ping")

    answers = [assistant.answer(method, version=version) for method in others]

    status = 200 if version in LEGACY else 404
    assert {(found, answer["error"]["code"]) for found, answer in answers} == {(status, -32601)}
