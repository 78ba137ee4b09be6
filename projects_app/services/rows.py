"""The rows that changes are about, read and locked kind by kind."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from projects_app.models import Change, Task
from projects_app.services.locking import lock_found, lock_rows
from projects_app.services.tasks.families import list_below
from projects_app.services.tracked import MODELS, Row

PLACES: Final = frozenset({"project_id", "section_id", "parent_id", "trashed_at"})


def load_rows(changes: Sequence[Change]) -> tuple[Mapping[str, Row], Mapping[uuid.UUID, Task]]:
    """Return the rows that the changes are about, and the tasks around them, both by id.

    Around a task that may change its place or go are those below it, and those above it now or
    before.
    """
    ids = defaultdict(set)
    for change in changes:
        ids[Change.Kind(change.kind)].add(change.object_id)
    rows: dict[str, Row] = {}
    tasks: dict[uuid.UUID, Task] = {}
    for kind, model in MODELS.items():
        if kind is Change.Kind.TASK and ids[kind]:
            tasks = _load_tasks(changes)
            rows |= {str(pk): task for pk, task in tasks.items() if str(pk) in ids[kind]}
        elif ids[kind]:
            found: QuerySet[Any] = model._default_manager.filter(pk__in=ids[kind])  # noqa: SLF001
            if kind is Change.Kind.COMMENT:
                found = found.select_related("task")
            rows |= {str(row.pk): row for row in lock_rows(found)}
    return rows, tasks


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


def _load_tasks(changes: Iterable[Change]) -> dict[uuid.UUID, Task]:
    about = [change for change in changes if change.kind == Change.Kind.TASK]
    ids = {uuid.UUID(change.object_id) for change in about}
    moving = {uuid.UUID(change.object_id) for change in about if _may_move(change)}
    if not moving:
        return {task.pk: task for task in lock_rows(Task.objects.filter(pk__in=ids))}
    parents = {
        uuid.UUID(change.before)
        for change in about
        if change.field == "parent_id" and change.before is not None
    }
    above = Task.objects.filter(pk__in=moving, parent__isnull=False)

    def find() -> set[uuid.UUID]:
        now = {pk for pk in above.values_list("parent", flat=True) if pk is not None}
        return ids | list_below(moving) | parents | now

    return Task.objects.in_bulk(lock_found(Task.objects.all(), find))


def _may_move(change: Change) -> bool:
    return change.action == Change.Action.CREATED or change.field in PLACES
