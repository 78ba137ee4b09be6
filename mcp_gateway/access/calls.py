"""Tools as the substance of REST routes."""

from collections.abc import Mapping
from typing import Final

from rest_framework.exceptions import APIException, Throttled, ValidationError

from mcp_gateway.catalog import registry
from mcp_gateway.registry import InvalidArgumentsError, Scope, ToolError
from mcp_gateway.services import calls
from mcp_gateway.services.callers import Access
from mcp_gateway.services.outcomes import CallOutcome

STATUSES: Final[Mapping[str, int]] = {"not_found": 404, "forbidden": 403, "not_permitted": 403}
"""HTTP status of a refusal by its code; a shut gate is 403, whatever else is refused 409."""
CONFLICT: Final = 409


class RefusedError(APIException):
    """A tool refuses; the answer is its own refusal, `details` and all."""

    def __init__(self, error: ToolError, *, is_gate: bool = False) -> None:
        super().__init__(error.message, code=error.code)
        self.status_code = 403 if is_gate else STATUSES.get(error.code, CONFLICT)
        self.details = error.details


def call_tool(
    access: Access,
    *,
    name: str,
    arguments: Mapping[str, object],
    request_id: str,
    are_texts: bool = False,
) -> CallOutcome:
    """Call a tool for a REST view and return its result.

    An assistant's token goes through every gate, limit and audit of the tool; for a person (a
    session or a full token) the same work is done under their own name.

    Args:
        access: the caller, whom a permission has let through.
        name: the tool's.
        arguments: JSON values, checked by the tool.
        request_id: what log and audit are filed under.
        are_texts: whether the arguments come from a query, where all is text.

    Raises:
        APIException: the tool refuses; see `refused`.
    """
    perform = calls.call_tool_in_person if access.scope is Scope.FULL else calls.call_tool
    outcome = perform(
        registry=registry(),
        access=access,
        name=name,
        arguments=arguments,
        request_id=request_id,
        are_texts=are_texts,
    )
    if outcome.error is not None:
        raise refused(outcome.error, is_gate=outcome.gate is not None)
    return outcome


class RateLimitedError(Throttled):
    """A token has reached a limit; the answer says in how many seconds to try again."""

    def __init__(self, error: ToolError, *, wait: int) -> None:
        super().__init__(wait=wait, code=error.code)
        self.details = error.details


def refused(error: ToolError, *, is_gate: bool = False) -> APIException:
    """Return a refusal as REST answers it: 400, 403, 404, 409, or 429 with the wait."""
    if isinstance(error, InvalidArgumentsError):
        return ValidationError({error.argument: [error.message]})
    wait = error.details.get("retry_after_seconds")
    if isinstance(wait, int):
        return RateLimitedError(error, wait=wait)
    return RefusedError(error, is_gate=is_gate)
