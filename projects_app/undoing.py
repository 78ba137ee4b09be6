"""Undoing calls as a person: what REST, the admin and the command line do in common.

The undo and its audit event are written together or not at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from mcp_gateway.access import Undoing, record_undo
from projects_app.models import ChangeSet
from projects_app.services.origin import Origin
from projects_app.services.undo import UndoneItem, undo_calls


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoRequest:
    """What is to be undone, and by whom.

    Args:
        actor: whose rights decide, and whom history names.
        auditor: whom the audit log names; None is the command line.
        is_forced: put back also what somebody changed since.
        is_rehearsal: find out what would happen, and change nothing.
    """

    actor: AbstractUser
    auditor: AbstractUser | None
    call_ids: Sequence[UUID]
    is_forced: bool = False
    is_rehearsal: bool = False
    request_id: str = ""
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """An undo that was made: its own call, and the things it was about."""

    origin: Origin
    items: Sequence[UndoneItem]

    @property
    def changed_count(self) -> int:
        """How many things are as they were before; the others were so already."""
        return sum(item.is_changed for item in self.items)


@transaction.atomic
def undo_in_person(asked: UndoRequest) -> Undone:
    """Undo the calls as one new change set, and audit it.

    Raises:
        NotFoundError, ForbiddenError, ChangedSinceError: see `undo_calls`.
    """
    origin = Origin.person(
        tool="undo_changes", request_id=asked.request_id, source=ChangeSet.Source.UNDO
    )
    items = undo_calls(
        actor=asked.actor, call_ids=asked.call_ids, origin=origin, is_forced=asked.is_forced
    )
    undone = Undone(origin, items)
    if asked.is_rehearsal:
        transaction.set_rollback(True)
        return undone
    undoing = Undoing(
        call_id=origin.call_id,
        calls=asked.call_ids,
        item_count=undone.changed_count,
        subject_id=_subject(asked.call_ids),
        is_forced=asked.is_forced,
    )
    record_undo(asked.auditor, undoing, request_id=asked.request_id, address=asked.address)
    return undone


def _subject(call_ids: Sequence[UUID]) -> int | None:
    """Return the one account whose calls they were."""
    actors = ChangeSet.objects.filter(pk__in=call_ids).order_by()
    found = set(actors.values_list("actor_id", flat=True))
    return found.pop() if len(found) == 1 else None
