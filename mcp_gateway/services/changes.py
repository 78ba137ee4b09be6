"""What goes with a change: counting it against the limits, and its audit event."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from mcp_gateway.models import AuditEvent
from mcp_gateway.registry import ToolError
from mcp_gateway.services import audit, limits
from mcp_gateway.services.callers import Access


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A changing call as the audit log names it: the tool or route, and its ids."""

    name: str
    request_id: str = ""
    call_id: UUID = field(default_factory=uuid4)


@contextmanager
def refusals_audited(access: Access, change: Change) -> Iterator[None]:
    """Audit what the body refuses. Open it around the transaction, not inside it, so that the
    event outlives the rollback.

    Raises:
        ToolError: whatever the body raised.
    """
    try:
        yield
    except ToolError as error:
        record_refusal(access, change, code=error.code)
        raise


def count_items(access: Access, *, item_count: int, argument: str = "items") -> None:
    """Count the call against its token's limits; calls without a token have no other limit
    than the number of items. Needs a transaction.

    Raises:
        InvalidArgumentsError, ToolError: see `limits.reserve`.
    """
    if access.token is None:
        limits.refuse_too_many(settings=access.settings, item_count=item_count, argument=argument)
        return
    limits.reserve(
        token=access.token, settings=access.settings, item_count=item_count, argument=argument
    )


def record_write(access: Access, change: Change, *, item_count: int, reason: str = "") -> None:
    """Audit a change that is about to be committed with it."""
    fields = _fields(access, change) | {"item_count": item_count, "reason": reason}
    audit.record(AuditEvent.Kind.AGENT_WRITE, **fields)


def record_undo(access: Access, change: Change, *, item_count: int) -> None:
    """Audit, beside the change itself, that it takes an earlier one back."""
    fields: audit.EventFields = {**_fields(access, change), "item_count": item_count}
    audit.record(AuditEvent.Kind.CHANGES_UNDONE, **fields)


def record_refusal(access: Access, change: Change, *, code: str) -> None:
    """Audit a refusal to a token; to be called outside the transaction that it rolled back."""
    if access.token is not None:
        ending: audit.EventFields = {"outcome": AuditEvent.Outcome.REFUSED, "reason": code[:64]}
        audit.record(AuditEvent.Kind.AGENT_REFUSED, **_fields(access, change) | ending)


def record_failure(access: Access, change: Change) -> None:
    """Audit that a change failed for no fault of the caller's, after its rollback."""
    ending: audit.EventFields = {
        "outcome": AuditEvent.Outcome.FAILED,
        "reason": "internal_error",
    }
    audit.record(AuditEvent.Kind.AGENT_WRITE, **_fields(access, change) | ending)


def _fields(access: Access, change: Change) -> audit.EventFields:
    return {
        "actor": access.user,
        "subject_id": access.user.pk,
        "token": access.token,
        "tool": change.name[:64],
        "call_id": change.call_id,
        "request_id": change.request_id,
        "address": access.address,
    }
