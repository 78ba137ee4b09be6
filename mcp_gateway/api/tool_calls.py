"""`tools/call`: from the params to a result, or to the error that the revision has instead."""

import logging
from collections.abc import Mapping
from typing import Final, cast

import orjson

from mcp_gateway.api.call import Call
from mcp_gateway.api.header_params import header_params
from mcp_gateway.catalog import registry
from mcp_gateway.protocol import (
    CallToolParams,
    ContentBlock,
    Era,
    InvalidArgumentsError,
    Revision,
    UnknownToolError,
    Wire,
    call_result,
    check_header_params,
    read_params,
    refuse_arguments,
    structured_result,
    tool_error_result,
)
from mcp_gateway.registry import ItemNotFoundError, ToolContent, ToolError
from mcp_gateway.services import calls
from mcp_gateway.services.outcomes import CallOutcome

logger = logging.getLogger(__name__)

LARGE_RESULT: Final = 60_000
"""Characters past which some client cuts a result; tools that list end earlier by a cursor."""


def call_tool(call: Call) -> Wire:
    """Call a tool.

    Raises:
        UnknownToolError: there is none of that name.
        HeaderMismatchError: an argument and the header that repeats it differ.
        MissingCapabilityError: the tool needs something that the client can't do.
        InvalidParamsError: wrong arguments, in the revisions where those are an error.
        InternalFailureError: a bug or an outage, logged already.
    """
    revision = call.opened.revision
    try:
        params = read_params(CallToolParams, call.opened.params)
    except InvalidArgumentsError as error:
        body = {"error": "invalid_arguments", "message": error.message}
        return _refused_arguments(revision, body)
    _require_client(call, params)
    outcome = calls.call_tool(
        registry=registry(),
        access=call.access,
        name=params.name,
        arguments=params.arguments,
        request_id=call.request_id,
    )
    return _worded(outcome, revision, name=params.name)


def _require_client(call: Call, params: CallToolParams) -> None:
    tool = registry().tools.get(params.name)
    if tool is None:
        raise UnknownToolError(params.name)
    if call.opened.era is Era.MODERN:
        declared = header_params(registry()).get(tool.name, ())
        check_header_params(declared, params.arguments, call.headers)
    for capability in tool.options.capabilities:
        call.opened.require_capability(capability)


def _worded(outcome: CallOutcome, revision: Revision, *, name: str) -> Wire:
    if outcome.invalid is not None:
        return _refused_arguments(revision, outcome.invalid.body())
    if outcome.error is not None:
        return tool_error_result(refusal_text(outcome.error))
    if isinstance(outcome.result, ToolContent):
        return call_result(cast("tuple[ContentBlock, ...]", outcome.result.blocks), revision)
    text = outcome.structured_json or b"{}"
    warn_if_large(text, name=name)
    return structured_result(text)


def refusal_text(error: ToolError) -> str:
    """Return what a model reads of a refusal: JSON, or for a missing item the bare sentence."""
    if isinstance(error, ItemNotFoundError):
        return error.message
    return _json_text(error.body())


def warn_if_large(text: bytes, *, name: str) -> None:
    """Log the name of a tool whose result some client will cut."""
    if len(text) > LARGE_RESULT and (size := len(text.decode())) > LARGE_RESULT:
        logger.warning("%s answered %d characters; some client will cut that", name, size)


def _refused_arguments(revision: Revision, body: Mapping[str, object]) -> Wire:
    if revision.arguments_errors_are_results:
        return refuse_arguments(revision, _json_text(body))
    return refuse_arguments(revision, str(body["message"]))


def _json_text(body: Mapping[str, object]) -> str:
    return orjson.dumps(dict(body)).decode()
