"""Calling a tool: find, gate, validate, run, translate, audit. The one way to do it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import orjson
from django.db import DatabaseError, transaction
from django.utils import timezone

from mcp_gateway.models import RepeatableCall
from mcp_gateway.registry import (
    Registry,
    Tool,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolError,
    ToolSet,
)
from mcp_gateway.services import changes, idempotency
from mcp_gateway.services.arguments import WHOLE, read_arguments, read_texts
from mcp_gateway.services.callers import Access
from mcp_gateway.services.changes import Change
from mcp_gateway.services.errors import InternalFailureError, UnknownNameError
from mcp_gateway.services.exposure import refuse_exposed_tokens
from mcp_gateway.services.failures import report_failure, translated
from mcp_gateway.services.gates import Refusal, refusal
from mcp_gateway.services.outcomes import CallOutcome
from mcp_gateway.services.samples import check_sample
from mcp_gateway.services.tokens import touch_token

__all__ = ["CallOutcome", "call_tool", "call_tool_in_person", "find_tool"]


def find_tool(registry: Registry, name: str) -> Tool:
    """Return the declared tool.

    Raises:
        UnknownNameError: there is none of that name.
    """
    tool = registry.tools.get(name)
    if tool is None:
        raise UnknownNameError("There is no tool of that name.", name=name)
    return tool


def call_tool(
    *,
    registry: Registry,
    access: Access,
    name: str,
    arguments: object,
    request_id: str,
    are_texts: bool = False,
) -> CallOutcome:
    """Call a tool for the caller, wholly or not at all.

    Args:
        registry: the declared tools.
        access: the caller; at most two queries were made for it.
        name: the tool's.
        arguments: a JSON value as the client sent it.
        request_id: what log and audit are filed under; never shown as anything else.
        are_texts: whether every argument comes as text, as in the query of a URL.

    Returns:
        The result, or the refusal: a shut gate, wrong arguments, a limit, the tool's own.

    Raises:
        UnknownNameError: no such tool.
        InternalFailureError: a bug or an outage; logged and, for a change, rolled back.
    """
    call = _open(registry, access, name, request_id=request_id, are_texts=are_texts)
    return _guarded(call, lambda: _run(call, arguments, refusal(call.tool, access, registry)))


def call_tool_in_person(
    *,
    registry: Registry,
    access: Access,
    name: str,
    arguments: object,
    request_id: str,
    are_texts: bool = False,
) -> CallOutcome:
    """Do what a tool does for a person who asks for it by REST.

    Arguments, work, history and answer are the tool's; the gates, limits and audit that hold
    assistants are not a person's. The caller has made sure that it is one.

    Args, Returns, Raises:
        As `call_tool`.
    """
    call = _open(registry, access, name, request_id=request_id, are_texts=are_texts)
    return _guarded(call, lambda: _run_in_person(call, arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """One call under way."""

    toolset: ToolSet
    tool: Tool
    access: Access
    change: Change
    are_texts: bool


def _open(
    registry: Registry, access: Access, name: str, *, request_id: str, are_texts: bool
) -> _Call:
    tool = find_tool(registry, name)
    return _Call(
        toolset=registry.toolsets[tool.toolset],
        tool=tool,
        access=access,
        change=Change(name=tool.name, request_id=request_id),
        are_texts=are_texts,
    )


def _guarded(call: _Call, run: Callable[[], CallOutcome]) -> CallOutcome:
    try:
        outcome = run()
        if call.access.token is not None:
            touch_token(call.access.token)
    except Exception as exc:  # noqa: BLE001  # a boundary: reported without its message
        raise _failure(call, exc) from None
    return outcome


def _run_in_person(call: _Call, arguments: object) -> CallOutcome:
    try:
        args = _read_arguments(call, arguments)
        if not call.tool.is_changing:
            return _work(call, args)
        with transaction.atomic():
            claimed = _claim(call, args)
            if claimed is not None and not claimed[1]:
                return _repeat(call, claimed[0])
            return _kept(claimed, _work(call, args))
    except ToolError as error:
        return CallOutcome(call_id=call.change.call_id, error=error)


def _run(call: _Call, arguments: object, refused: Refusal | None) -> CallOutcome:
    run = _change if call.tool.is_changing else _read
    try:
        return run(call, arguments, refused)
    except ToolError as error:
        return CallOutcome(call_id=call.change.call_id, error=error)


def _read(call: _Call, arguments: object, refused: Refusal | None) -> CallOutcome:
    return _work(call, _admit(call, arguments, refused))


def _change(call: _Call, arguments: object, refused: Refusal | None) -> CallOutcome:
    with changes.refusals_audited(call.access, call.change):
        args = _admit(call, arguments, refused)
        refuse_exposed_tokens(call.access, arguments, request_id=call.change.request_id)
        with transaction.atomic():
            return _change_once(call, args)


def _admit(call: _Call, arguments: object, refused: Refusal | None) -> ToolArgs:
    if refused is not None:
        raise refused.error()
    return _read_arguments(call, arguments)


def _read_arguments(call: _Call, arguments: object) -> ToolArgs:
    model = call.tool.args_model
    if call.are_texts and isinstance(arguments, Mapping):
        return read_texts(model, arguments)
    return read_arguments(model, arguments)


def _change_once(call: _Call, args: ToolArgs) -> CallOutcome:
    """Do the work unless it is a repeat, whose result is there already and costs no limit."""
    claimed = _claim(call, args)
    if claimed is not None and not claimed[1]:
        changes.record_write(call.access, call.change, item_count=0, reason="repeated")
        return _repeat(call, claimed[0])
    item_count = call.tool.options.count_items(args)
    argument = _listing_argument(args, item_count)
    changes.count_items(call.access, item_count=item_count, argument=argument)
    outcome = _kept(claimed, _work(call, args))
    changes.record_write(call.access, call.change, item_count=item_count)
    if call.tool.options.is_undo:
        changes.record_undo(call.access, call.change, item_count=item_count)
    return outcome


def _kept(claimed: tuple[RepeatableCall, bool] | None, outcome: CallOutcome) -> CallOutcome:
    """Return the outcome, stored for repeats where the call may be repeated."""
    if claimed is not None and outcome.structured_json is not None:
        idempotency.keep(claimed[0], outcome.structured_json)
    return outcome


def _claim(call: _Call, args: ToolArgs) -> tuple[RepeatableCall, bool] | None:
    token, client_request_id = call.access.token, idempotency.request_id_of(args)
    if token is None or client_request_id is None or call.tool.result_model is None:
        return None
    return idempotency.claim(
        token=token,
        tool=call.tool.name,
        client_request_id=client_request_id,
        digest=idempotency.arguments_digest(args),
    )


def _repeat(call: _Call, earlier: RepeatableCall) -> CallOutcome:
    assert call.tool.result_model is not None  # noqa: S101  # `_claim` saw to it
    result = call.tool.result_model.model_validate_json(orjson.dumps(earlier.result))
    # Written anew, because PostgreSQL keeps no order of keys.
    structured = result.model_dump_json(by_alias=True).encode()
    return CallOutcome(call_id=call.change.call_id, result=result, structured_json=structured)


def _work(call: _Call, args: ToolArgs) -> CallOutcome:
    context = ToolContext(
        caller=call.access.caller,
        call_id=call.change.call_id,
        request_id=call.change.request_id,
        now=timezone.now(),
        tool=call.tool.name,
    )
    with translated(call.toolset):
        result = call.tool.function(context, args)
    if isinstance(result, ToolContent):
        return CallOutcome(call_id=context.call_id, result=result)
    structured = result.model_dump_json(by_alias=True).encode()
    check_sample(call.tool, structured, request_id=context.request_id)
    return CallOutcome(call_id=context.call_id, result=result, structured_json=structured)


def _listing_argument(args: ToolArgs, item_count: int) -> str:
    """Return the name of the argument that lists as many items, as the client spells it."""
    for name, field in type(args).model_fields.items():
        value = getattr(args, name)
        if isinstance(value, list | tuple) and len(value) == item_count:
            return field.alias or name
    return WHOLE


def _failure(call: _Call, exc: Exception) -> InternalFailureError:
    failure = report_failure(exc, what=f"Tool {call.tool.name}", request_id=call.change.request_id)
    if call.tool.is_changing:
        try:
            with transaction.atomic():
                changes.record_failure(call.access, call.change)
        except DatabaseError as unrecorded:
            report_failure(unrecorded, what="Audit", request_id=call.change.request_id)
    return failure
