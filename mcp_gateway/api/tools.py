"""The tools as plain REST: the same registry, tokens, gates, limits and audit as `/mcp`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.http import HttpResponse

from mcp_gateway.access.calls import CONFLICT
from mcp_gateway.access.calls import STATUSES as STATUSES_OF_REFUSALS
from mcp_gateway.api.refusals import json_response
from mcp_gateway.api.tool_calls import warn_if_large
from mcp_gateway.catalog import registry
from mcp_gateway.protocol import ProtocolError, json_text
from mcp_gateway.registry import ToolContent, ToolError
from mcp_gateway.services import calls
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import UnknownNameError
from mcp_gateway.services.outcomes import CallOutcome

STATUSES: Final[Mapping[str, int]] = MappingProxyType(
    {**STATUSES_OF_REFUSALS, "invalid_arguments": 422, "rate_limited": 429}
)
"""HTTP status of a refusal by its code; a gate is 403 and whatever else a tool refuses 409."""


def call_tool(raw: bytes, *, name: str, access: Access, request_id: str) -> HttpResponse:
    """Call a tool with the JSON object in `raw`; an empty body means no arguments.

    Raises:
        ProtocolError: the body is not JSON.
        InternalFailureError: a bug or an outage, logged already.
    """
    arguments = json_text.read(raw) if raw.strip() else {}
    try:
        outcome = calls.call_tool(
            registry=registry(),
            access=access,
            name=name,
            arguments=arguments,
            request_id=request_id,
        )
    except UnknownNameError as error:
        return json_response({"error": "unknown_tool", "message": error.message}, status=404)
    return _worded(outcome, name=name)


def _worded(outcome: CallOutcome, *, name: str) -> HttpResponse:
    if outcome.error is not None:
        return _refused(outcome, outcome.error)
    if isinstance(outcome.result, ToolContent):
        return json_response({"content": [block.to_wire() for block in outcome.result.blocks]})
    text = outcome.structured_json or b"{}"
    warn_if_large(text, name=name)
    return json_response(text)


def _refused(outcome: CallOutcome, error: ToolError) -> HttpResponse:
    status = 403 if outcome.gate is not None else STATUSES.get(error.code, CONFLICT)
    wait = error.details.get("retry_after_seconds")
    headers = {"Retry-After": str(wait)} if wait is not None else {}
    return json_response(error.body(), status=status, headers=headers)


def malformed(error: ProtocolError) -> HttpResponse:
    """Return the answer to a body that can't be read."""
    reasons = error.data or {}
    body = {"error": reasons.get("error", "malformed_json"), "message": error.message}
    return json_response(body, status=error.http_status)
