"""What stands in the way of an undo: changes that somebody made afterwards."""

import uuid
from collections.abc import Iterable, Sequence

from projects_app.models import Change, Comment, Membership, Task, TaskLabel
from projects_app.services.board import Board
from projects_app.services.tracked import Json


def list_conflicts(changes: Sequence[Change], *, board: Board) -> list[str]:
    """Return the ids of objects that cannot simply be put back, each once.

    Args:
        changes: what is to be undone, the newest first.
    """
    found = [
        *_overwritten(changes, board),
        *_edited_since_creation(board),
        *_built_upon(changes, board),
    ]
    return list(dict.fromkeys(found))


def _overwritten(changes: Iterable[Change], board: Board) -> Iterable[str]:
    """Yield objects whose field holds neither what a change wrote nor what was there before."""
    expected: dict[tuple[str, str], Json] = {}
    for change in changes:
        if change.action == Change.Action.CREATED:
            continue
        key = (change.object_id, change.field)
        holds = expected[key] if key in expected else board.present(change)
        before = board.known(change, change.before)
        if holds == board.known(change, change.after):
            expected[key] = before
        elif holds == before:
            expected[key] = holds
        else:
            yield change.object_id
        if not board.fits(change):
            yield change.object_id


def _edited_since_creation(board: Board) -> Iterable[str]:
    """Yield created objects that do not hold what they held before the later changes."""
    first: dict[tuple[str, str], Change] = {}
    for change in board.later:
        first.setdefault((change.object_id, change.field), change)
    for change in first.values():
        before = board.known(change, change.before)
        if not board.is_gone(change.object_id) and board.present(change) != before:
            yield change.object_id


def _built_upon(changes: Sequence[Change], board: Board) -> Iterable[str]:
    """Yield created objects that hold live content which the calls did not create.

    What is below a task is not looked at here: see `Landing`.
    """
    created = {kind: _created_ids(changes, kind, board) for kind in Change.Kind}
    tasks, comments = created[Change.Kind.TASK], created[Change.Kind.COMMENT]
    if projects := created[Change.Kind.PROJECT]:
        inside = Task.objects.filter(project__in=projects, trashed_at__isnull=True)
        yield from _texts(inside.exclude(pk__in=tasks).values_list("project", flat=True))
        shared = Membership.objects.filter(project__in=projects)
        guests = shared.exclude(role=Membership.Role.OWNER)
        yield from _texts(guests.values_list("project", flat=True))
    if labels := created[Change.Kind.LABEL]:
        used = TaskLabel.objects.filter(label__in=labels, task__trashed_at__isnull=True)
        yield from _texts(used.exclude(task__in=tasks).values_list("label", flat=True))
    said = Comment.objects.filter(trashed_at__isnull=True).exclude(pk__in=comments)
    if tasks:
        yield from _texts(said.filter(task__in=tasks).values_list("task", flat=True))
    if comments:
        yield from _texts(said.filter(parent__in=comments).values_list("parent", flat=True))


def _created_ids(changes: Iterable[Change], kind: Change.Kind, board: Board) -> set[uuid.UUID]:
    return {
        uuid.UUID(change.object_id)
        for change in changes
        if change.kind == kind
        and change.action == Change.Action.CREATED
        and not board.is_gone(change.object_id)
    }


def _texts(ids: Iterable[uuid.UUID | None]) -> Iterable[str]:
    return map(str, ids)
