"""Undoing calls: every change of theirs put back, or nothing where somebody changed it since."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction

from projects_app.errors import ChangedSinceError, NotFoundError
from projects_app.models import Change, ChangeSet
from projects_app.selectors.changes import list_calls_of_token, undoable_sets
from projects_app.services.board import Board
from projects_app.services.conflicts import list_conflicts, list_later_changes
from projects_app.services.origin import Origin
from projects_app.services.unit import ChangeUnit


@dataclass(frozen=True, slots=True)
class UndoneItem:
    """One object that an undo was about; `is_changed` is False where it was so already."""

    kind: Change.Kind
    object_id: str
    is_changed: bool


@transaction.atomic
def undo_calls(
    *,
    actor: AbstractBaseUser,
    call_ids: Sequence[uuid.UUID],
    origin: Origin,
    is_forced: bool = False,
) -> list[UndoneItem]:
    """Put back what these calls changed, the newest first, as one new change set.

    What a call created goes to the trash. A change that is undone already is left alone.

    Args:
        call_ids: ids of change sets that the actor may undo.
        is_forced: put back also what somebody changed since; not offered to assistants.

    Raises:
        NotFoundError: a call is unknown, or not the actor's to undo.
        ForbiddenError: the actor may no longer change some of the objects.
        ChangedSinceError: somebody changed some of it since.
    """
    sets = list(undoable_sets(actor).filter(pk__in=call_ids).order_by("-created_at", "-pk"))
    missing = [str(pk) for pk in call_ids if pk not in {found.pk for found in sets}]
    if missing:
        raise NotFoundError(missing, noun="call")
    changes = _changes_newest_first(sets)
    later = list_later_changes(changes)
    board = Board([*changes, *later])
    board.refuse_readers(actor)
    conflicts = [] if is_forced else list_conflicts(changes, later=later, board=board)
    if conflicts:
        raise ChangedSinceError(conflicts)
    unit = ChangeUnit(actor=actor, origin=origin, undoes=sets[0] if len(sets) == 1 else None)
    touched = _put_back(changes, board=board, unit=unit)
    _save(unit, touched)
    return list(touched.values())


def undo_own_call(
    *, actor: AbstractBaseUser, call_id: uuid.UUID, origin: Origin
) -> list[UndoneItem]:
    """Undo one call of the very token that asks: an assistant takes back only its own work.

    Raises:
        NotFoundError: the call is unknown, or not of this token; or a person asks.
        ForbiddenError, ChangedSinceError: see `undo_calls`.
    """
    token_id = origin.token_id
    if token_id is None or not list_calls_of_token(
        actor=actor, token_id=token_id, call_ids=[call_id]
    ):
        raise NotFoundError([str(call_id)], noun="call")
    return undo_calls(actor=actor, call_ids=[call_id], origin=origin)


def _put_back(
    changes: Sequence[Change], *, board: Board, unit: ChangeUnit
) -> dict[str, UndoneItem]:
    """Undo the changes in `unit`; return the objects they are about, by id."""
    touched: dict[str, UndoneItem] = {}
    for change in changes:
        is_changed = board.put_back(change, unit)
        seen = touched.get(change.object_id)
        touched[change.object_id] = UndoneItem(
            Change.Kind(change.kind),
            change.object_id,
            is_changed or (seen is not None and seen.is_changed),
        )
    return touched


def _save(unit: ChangeUnit, touched: Collection[str]) -> None:
    """Write the undo; a name that was taken again meanwhile is a later change like any other."""
    try:
        with transaction.atomic():
            unit.save()
    except IntegrityError as error:
        raise ChangedSinceError(list(touched)) from error


def _changes_newest_first(sets: Sequence[ChangeSet]) -> list[Change]:
    by_set = defaultdict(list)
    for change in Change.objects.filter(change_set__in=sets).order_by("-position"):
        by_set[change.change_set_id].append(change)
    return [change for found in sets for change in by_set[found.pk]]
