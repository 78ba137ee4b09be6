"""Params of each method: `server/*` and `schema` of each revision."""

import pytest
from pydantic import ValidationError

from mcp_gateway.protocol.constants import META, ErrorCode
from mcp_gateway.protocol.errors import InvalidArgumentsError, InvalidParamsError
from mcp_gateway.protocol.messages import (
    CallToolParams,
    CompletedArgument,
    CompleteParams,
    CompletionContext,
    GetPromptParams,
    InitializeParams,
    ListParams,
    PromptReference,
    ReadResourceParams,
    ResourceTemplateReference,
    read_params,
)

ARGUMENT = {"name": "a", "value": ""}
PROMPT = {"type": "ref/prompt", "name": "p"}


@pytest.mark.parametrize(
    ("params", "read"),
    [
        pytest.param({}, ListParams(), id="list"),
        pytest.param({"cursor": "c"}, ListParams(cursor="c"), id="list from a cursor"),
        pytest.param({"cursor": None}, ListParams(), id="list from null"),
        pytest.param({"name": "t"}, CallToolParams(name="t"), id="call"),
        pytest.param({"name": "t", "arguments": None}, CallToolParams(name="t"), id="call, null"),
        pytest.param(
            {"name": "t", "arguments": {"a": [1]}, META: {"x": 1}, "task": {}},
            CallToolParams(name="t", arguments={"a": [1]}),
            id="call with arguments, and keys of others",
        ),
        pytest.param({"uri": "a://b"}, ReadResourceParams(uri="a://b"), id="read"),
        pytest.param({"name": "p"}, GetPromptParams(name="p"), id="prompt"),
        pytest.param(
            {"name": "p", "arguments": {"a": "1"}},
            GetPromptParams(name="p", arguments={"a": "1"}),
            id="prompt with arguments",
        ),
        pytest.param(
            {"ref": PROMPT, "argument": ARGUMENT},
            CompleteParams(
                ref=PromptReference(type="ref/prompt", name="p"),
                argument=CompletedArgument(name="a", value=""),
            ),
            id="completion for a prompt",
        ),
        pytest.param(
            {
                "ref": {"type": "ref/resource", "uri": "a://{b}"},
                "argument": ARGUMENT,
                "context": {"arguments": {"c": "d"}},
            },
            CompleteParams(
                ref=ResourceTemplateReference(type="ref/resource", uri="a://{b}"),
                argument=CompletedArgument(name="a", value=""),
                context=CompletionContext(arguments={"c": "d"}),
            ),
            id="completion for a template",
        ),
        pytest.param(
            {"protocolVersion": "v", "capabilities": {}, "clientInfo": {"name": "n"}},
            InitializeParams(protocolVersion="v", clientInfo={"name": "n"}),
            id="initialize",
        ),
        pytest.param(
            {"protocolVersion": "v"}, InitializeParams(protocolVersion="v"), id="terse initialize"
        ),
    ],
)
def test_params_are_read_as_their_model(params, read):
    assert read_params(type(read), params) == read


@pytest.mark.parametrize(
    ("model", "params", "path"),
    [
        pytest.param(CallToolParams, {}, "params.name", id="no name"),
        pytest.param(CallToolParams, {"name": 5}, "params.name", id="name is a number"),
        pytest.param(
            CallToolParams, {"name": "t", "arguments": []}, "params.arguments", id="array"
        ),
        pytest.param(
            CallToolParams, {"name": "t", "arguments": "{}"}, "params.arguments", id="text"
        ),
        pytest.param(ListParams, {"cursor": 1}, "params.cursor", id="cursor is a number"),
        pytest.param(ReadResourceParams, {}, "params.uri", id="no uri"),
        pytest.param(
            GetPromptParams, {"name": "p", "arguments": {"a": 1}}, "params.arguments.a", id="number"
        ),
        pytest.param(CompleteParams, {"argument": ARGUMENT}, "params.ref", id="no reference"),
        pytest.param(
            CompleteParams, {"ref": {"type": "x"}, "argument": ARGUMENT}, "params.ref", id="kind"
        ),
        pytest.param(CompleteParams, {"ref": PROMPT}, "params.argument", id="no argument"),
        pytest.param(InitializeParams, {}, "params.protocolVersion", id="no version"),
        pytest.param(ReadResourceParams, {"uri": "\ud800"}, "params.uri", id="lone surrogate"),
        pytest.param(ListParams, {"cursor": "a\0"}, "params.cursor", id="NUL"),
        pytest.param(
            GetPromptParams, {"name": "p", "arguments": {"a": "\0"}}, "params.arguments.a", id="NUL"
        ),
        pytest.param(CallToolParams, {"name": "\0", "arguments": {}}, "params.name", id="NUL name"),
        pytest.param(ListParams, {"x": [2**64]}, "params.x[0]", id="integer nobody reads"),
    ],
)
def test_wrong_params_are_refused_with_their_path_under_200(model, params, path):
    with pytest.raises(InvalidParamsError) as caught:
        read_params(model, params)

    error = caught.value
    assert type(error) is InvalidParamsError
    assert (error.code, error.http_status) == (ErrorCode.INVALID_PARAMS, 200)
    assert error.message.startswith(f"{path}:") or error.message.startswith(f"{path} ")


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        pytest.param({"limit": 2**63}, "limit", id="integer past 64 bits"),
        pytest.param({"items": [{"title": "\udfff"}]}, "items[0].title", id="lone surrogate"),
        pytest.param({"title": "\0"}, "title", id="NUL"),
        pytest.param({"\0": 1}, '"\\u0000"', id="NUL in a name"),
    ],
)
def test_arguments_that_no_tool_can_take_are_refused_by_the_name_of_the_argument(arguments, path):
    with pytest.raises(InvalidArgumentsError) as caught:
        read_params(CallToolParams, {"name": "t", "arguments": arguments})

    assert caught.value.message.startswith(f"{path} ")


def test_what_is_in_meta_is_not_looked_at_again():
    params = {META: {"io.example/big": 2**64}}

    assert read_params(ListParams, params) == ListParams()


def test_a_refusal_does_not_repeat_what_was_sent():
    with pytest.raises(InvalidParamsError) as caught:
        read_params(ReadResourceParams, {"uri": ["secret"]})

    assert "secret" not in caught.value.message


def test_params_cannot_be_changed():
    params = read_params(CallToolParams, {"name": "t"})

    with pytest.raises(ValidationError):
        setattr(params, "name", "other")  # noqa: B010
