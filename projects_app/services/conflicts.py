"""What stands in the way of an undo: changes that somebody made afterwards."""

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import Q

from projects_app.models import Change, Comment, Task
from projects_app.services.board import Board
from projects_app.services.tracked import Json


def list_later_changes(changes: Sequence[Change]) -> list[Change]:
    """Return what other calls did to the objects that these changes created, oldest first."""
    created = [change for change in changes if change.action == Change.Action.CREATED]
    same_objects = Q(
        kind__in={change.kind for change in created},
        object_id__in={change.object_id for change in created},
    )
    calls = {change.change_set_id for change in changes}
    later = Change.objects.filter(same_objects).exclude(change_set__in=calls)
    return list(later.order_by("id"))


def list_conflicts(
    changes: Sequence[Change], *, later: Sequence[Change], board: Board
) -> list[str]:
    """Return the ids of objects that cannot simply be put back, each once.

    Args:
        changes: what is to be undone, the newest first.
        later: what `list_later_changes` found for them.
    """
    found = [
        *_overwritten(changes, board),
        *_edited_since_creation(later, board),
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
        if holds == change.after:
            expected[key] = change.before
        elif holds == change.before:
            expected[key] = holds
        else:
            yield change.object_id


def _edited_since_creation(later: Iterable[Change], board: Board) -> Iterable[str]:
    """Yield created objects that do not hold what they held before the later changes."""
    first: dict[tuple[str, str], Change] = {}
    for change in later:
        first.setdefault((change.object_id, change.field), change)
    for change in first.values():
        if not board.is_gone(change.object_id) and board.present(change) != change.before:
            yield change.object_id


def _built_upon(changes: Sequence[Change], board: Board) -> Iterable[str]:
    """Yield created tasks and projects that hold live content which the calls did not create."""
    tasks = _created_ids(changes, Change.Kind.TASK, board)
    projects = _created_ids(changes, Change.Kind.PROJECT, board)
    if not tasks and not projects:
        return
    others = Task.objects.filter(trashed_at__isnull=True).exclude(pk__in=tasks)
    children = others.filter(Q(parent__in=tasks) | Q(project__in=projects))
    for parent, project in children.values_list("parent_id", "project_id"):
        yield str(parent if parent in tasks else project)
    comments = Comment.objects.filter(task__in=tasks, trashed_at__isnull=True)
    own = _created_ids(changes, Change.Kind.COMMENT, board)
    for task in comments.exclude(pk__in=own).values_list("task_id", flat=True):
        yield str(task)


def _created_ids(changes: Iterable[Change], kind: Change.Kind, board: Board) -> set[uuid.UUID]:
    return {
        uuid.UUID(change.object_id)
        for change in changes
        if change.kind == kind
        and change.action == Change.Action.CREATED
        and not board.is_gone(change.object_id)
    }
