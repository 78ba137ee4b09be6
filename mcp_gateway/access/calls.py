"""Tools as the substance of REST routes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from pydantic import BaseModel
from rest_framework.exceptions import APIException, NotFound, Throttled, ValidationError

from mcp_gateway.catalog import registry
from mcp_gateway.registry import InvalidArgumentsError, Scope, ToolError
from mcp_gateway.services import calls, resources
from mcp_gateway.services.arguments import WHOLE, read_arguments
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import UnknownNameError
from mcp_gateway.services.outcomes import CallOutcome

ModelT = TypeVar("ModelT", bound=BaseModel)

STATUSES: Final[Mapping[str, int]] = {"not_found": 404, "forbidden": 403, "not_permitted": 403}
"""HTTP status of a refusal by its code; a shut gate is 403, whatever else is refused 409."""
CONFLICT: Final = 409
BODY: Final = "body"
"""What a request's body is called where it is wrong as a whole."""


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
    inside: str = "",
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
        inside: path of the argument that the request's body is, such as `items[0]`; what is
            wrong is then named as it stands in the body.

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
        raise refused(outcome.error, is_gate=outcome.gate is not None, inside=inside)
    return outcome


def read_resource(access: Access, *, uri: str, request_id: str) -> str:
    """Read a resource for a REST view and return its text.

    The gates of reading hold for assistants; a person reads it as what is their own.

    Raises:
        APIException: there is none for this caller, or it refuses; see `refused`.
    """
    if access.scope is Scope.FULL:
        settings = replace(access.settings, toolsets_off=frozenset())
        access = replace(access, token=None, settings=settings)
    try:
        outcome = resources.read_resource(
            registry=registry(), access=access, uri=uri, request_id=request_id
        )
    except UnknownNameError:
        raise NotFound from None
    if outcome.error is not None:
        raise refused(outcome.error)
    assert outcome.content is not None  # noqa: S101  # either error or content
    return outcome.content.text or ""


def read_body(model: type[ModelT], body: object) -> ModelT:
    """Return a request's body as its model, by the rules that tools read arguments by.

    Raises:
        APIException: 400, naming the value that is wrong.
    """
    try:
        return read_arguments(model, body)
    except InvalidArgumentsError as error:
        raise refused(error) from None


class RateLimitedError(Throttled):
    """A token has reached a limit; the answer says in how many seconds to try again."""

    def __init__(self, error: ToolError, *, wait: int) -> None:
        super().__init__(wait=wait, code=error.code)
        self.details = error.details


def refused(error: ToolError, *, is_gate: bool = False, inside: str = "") -> APIException:
    """Return a refusal as REST answers it: 400, 403, 404, 409, or 429 with the wait.

    Args:
        is_gate: whether a gate is shut; that is 403 whatever its code.
        inside: see `call_tool`.
    """
    if isinstance(error, InvalidArgumentsError):
        return _invalid(error, inside=inside)
    wait = error.details.get("retry_after_seconds")
    if isinstance(wait, int):
        return RateLimitedError(error, wait=wait)
    return RefusedError(error, is_gate=is_gate)


def _invalid(error: InvalidArgumentsError, *, inside: str) -> ValidationError:
    """Return the error with paths that begin at the body, each said once."""
    path, message = error.argument, error.message
    if inside:
        path = BODY if path == inside else path.removeprefix(f"{inside}.")
        message = message.replace(f"{inside}.", "").replace(f"{inside}:", f"{BODY}:")
    message = message.removeprefix(f"{path}: ").removeprefix(f"{path} ")
    return ValidationError({BODY if path == WHOLE else path: [message]})
