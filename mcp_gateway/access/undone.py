"""The audit event of changes that a person takes back."""

from typing import Final
from uuid import UUID

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.actors import Actor

MOST_NAMED: Final = 50
"""Calls that an event names; of more it gives the number."""


def record_undo(  # what an event says, by name
    *,
    actor: Actor,
    call_id: UUID,
    undone: list[UUID],
    item_count: int,
    subject_id: int | None = None,
    is_forced: bool = False,
    request_id: str = "",
    address: str | None = None,
) -> None:
    """Audit that changes are taken back, in the transaction that does it.

    Args:
        actor: who takes them back; None is the command line.
        call_id: the undo itself.
        undone: the calls that are taken back.
        item_count: how many things change by it.
        subject_id: the account whose changes they were, where it is one.
        is_forced: whether later changes are overwritten.
    """
    details: dict[str, object] = {
        "call_count": len(undone),
        "calls": [str(pk) for pk in undone[:MOST_NAMED]],
        "forced": is_forced,
    }
    audit.record(
        AuditEvent.Kind.CHANGES_UNDONE,
        actor=actor,
        subject_id=subject_id,
        item_count=item_count,
        call_id=call_id,
        request_id=request_id,
        address=address,
        details=details,
    )
