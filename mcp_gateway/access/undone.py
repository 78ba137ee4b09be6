"""The audit event of changes that a person takes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.actors import Actor

MOST_NAMED: Final = 50
"""Calls that an event names; of more it gives the number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """What is taken back, without its content.

    Args:
        call_id: the undo itself.
        calls: the calls that are taken back.
        item_count: how many things change by it.
        subject_id: the account whose changes they were, where it is one.
        is_forced: whether later changes are overwritten.
    """

    call_id: UUID
    calls: Sequence[UUID]
    item_count: int
    subject_id: int | None = None
    is_forced: bool = False


def record_undo(
    actor: Actor, undoing: Undoing, *, request_id: str = "", address: str | None = None
) -> None:
    """Audit that changes are taken back, in the transaction that does it.

    Args:
        actor: who takes them back; None is the command line.
    """
    details: dict[str, object] = {
        "call_count": len(undoing.calls),
        "calls": [str(pk) for pk in undoing.calls[:MOST_NAMED]],
        "forced": undoing.is_forced,
    }
    audit.record(
        AuditEvent.Kind.CHANGES_UNDONE,
        actor=actor,
        subject_id=undoing.subject_id,
        item_count=undoing.item_count,
        call_id=undoing.call_id,
        request_id=request_id,
        address=address,
        details=details,
    )
