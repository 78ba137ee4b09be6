"""Undoing calls: every change of theirs put back, or nothing where somebody changed it since."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction

from projects_app.errors import ChangedSinceError, NotFoundError
from projects_app.models import Change
from projects_app.selectors.changes import list_calls_of_token, undoable_sets
from projects_app.services.board import Board
from projects_app.services.conflicts import list_conflicts
from projects_app.services.landing import Landing
from projects_app.services.origin import Origin
from projects_app.services.rights import Rights
from projects_app.services.secrecy import refuse_readable_text
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
        is_forced: put back also what somebody changed since, take along what was put below a
            task, and let go of places that are no more; not for assistants, who never get it.

    Raises:
        NotFoundError: a call is unknown, or not the actor's to undo; a project that a task would
            return to is gone or closed to the actor.
        ForbiddenError: the actor may no longer change some of the objects.
        ChangedSinceError: somebody changed some of it since.
        ScopeChangeError: other people than now would see some of the tasks.
        EncryptionEnabledError: readable text would return into an encrypted account or row.
    """
    sets = list(undoable_sets(actor).filter(pk__in=call_ids))
    missing = [str(pk) for pk in call_ids if pk not in {found.pk for found in sets}]
    if missing:
        raise NotFoundError(missing, noun="call")
    changes = list(Change.objects.filter(change_set__in=sets).order_by("-pk"))
    unit = ChangeUnit(actor=actor, origin=origin, undoes=sets[0] if len(sets) == 1 else None)
    board = put_back(changes, unit=unit, is_forced=is_forced and origin.token_id is None)
    refuse_readable_text(unit, board=board, accounts={found.actor_id for found in sets})
    undone = _list_undone(changes, unit=unit)
    save_restored(unit)
    return undone


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


def save_restored(unit: ChangeUnit) -> None:
    """Write what is put back; a name that was taken meanwhile is a change like any other.

    The transaction around it must not go on after the error.

    Raises:
        ChangedSinceError: it names the labels concerned, or all where there are none.
    """
    try:
        unit.save()
    except IntegrityError as error:
        labels = [change.object_id for change in unit.changes if change.kind == Change.Kind.LABEL]
        everything = [change.object_id for change in unit.changes]
        raise ChangedSinceError(list(dict.fromkeys(labels or everything))) from error


def put_back(changes: Sequence[Change], *, unit: ChangeUnit, is_forced: bool) -> Board:
    """Undo the changes, the newest first, in `unit`; return the rows they were about."""
    board = Board(changes)
    rights = Rights(unit.actor, is_assistant=unit.origin.token_id is not None)
    rights.refuse_foreign_rows(changes, rows=board.rows)
    conflicts = [] if is_forced else list_conflicts(changes, board=board)
    if conflicts:
        raise ChangedSinceError(conflicts)
    for change in changes:
        board.put_back(change, unit)
    landing = Landing(unit, rows=board.rows, tasks=board.tasks)
    strayed = landing.settle()
    landing.refuse(rights)
    if strayed and not is_forced:
        raise ChangedSinceError(list(dict.fromkeys(strayed)))
    return board


def _list_undone(changes: Sequence[Change], *, unit: ChangeUnit) -> list[UndoneItem]:
    """Return each object that the calls or their undo are about, once."""
    changed = {change.object_id for change in unit.changes}
    kinds = {change.object_id: Change.Kind(change.kind) for change in [*changes, *unit.changes]}
    return [UndoneItem(kind, pk, pk in changed) for pk, kind in kinds.items()]
