"""Moving tasks between projects and sections."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.models import Task
from projects_app.services.origin import Origin
from projects_app.services.tasks.audience import refuse_scope_change
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_families
from projects_app.services.tasks.places import Place, PlaceBook
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def move_tasks(
    *,
    actor: AbstractBaseUser,
    ids: Sequence[uuid.UUID],
    project_id: uuid.UUID | None,
    section_id: uuid.UUID | None,
    origin: Origin,
) -> list[ItemResult]:
    """Move all of the tasks, and what is below them, to a project (None: the inbox) and section.

    A subtask whose parent stays behind, in another project or section, becomes a top-level task.
    A task that is there already is left as it is.

    Raises:
        ScopeChangeError: the tasks would be shared with other people than before.
        InvalidValueError: the section belongs to another project; an id stands twice.
        NotFoundError, ForbiddenError: see `load_tasks` and `PlaceBook`.
    """
    tasks, below = load_families(actor=actor, ids=ids)
    places = PlaceBook(actor=actor, projects=[project_id], sections=[section_id])
    place = places.find(project_id=project_id, section_id=section_id, parent_id=None, path="")
    moving = {task.pk: task for task in tasks if _place(task) != place}
    carried = moving | _below(moving, below)
    refuse_scope_change([(task, task.project_id, place.project_id) for task in carried.values()])
    left_behind = _parents_left_behind(moving.values(), carried=carried, place=place)
    unit = ChangeUnit(actor=actor, origin=origin)
    for task in carried.values():
        unit.edit(task, "section_id", place.section_id and str(place.section_id))
        unit.edit(task, "project_id", place.project_id and str(place.project_id))
        if task.parent_id in left_behind:
            unit.edit(task, "parent_id", None)
    unit.save()
    return [
        ItemResult(str(pk), ItemStatus.MOVED if pk in moving else ItemStatus.UNCHANGED)
        for pk in ids
    ]


def _below(moving: Mapping[uuid.UUID, Task], below: Iterable[Task]) -> dict[uuid.UUID, Task]:
    """Return those of the tasks that are below the moving ones."""
    children = defaultdict(list)
    for task in below:
        children[task.parent_id].append(task)
    found: dict[uuid.UUID, Task] = {}
    waiting = list(moving)
    while waiting:
        for task in children.pop(waiting.pop(), ()):
            found[task.pk] = task
            waiting.append(task.pk)
    return found


def _parents_left_behind(
    moving: Iterable[Task], *, carried: Mapping[uuid.UUID, Task], place: Place
) -> set[uuid.UUID]:
    parents = {task.parent_id for task in moving if task.parent_id is not None} - carried.keys()
    if not parents:
        return parents
    live = Task.objects.filter(pk__in=parents, trashed_at__isnull=True)
    rows = live.values_list("pk", "project_id", "section_id")
    return parents - {pk for pk, project, section in rows if Place(project, section) == place}


def _place(task: Task) -> Place:
    return Place(task.project_id, task.section_id)
