"""Moving tasks between projects and sections."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import ScopeChangeError
from projects_app.models import Membership, Task
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import (
    ItemResult,
    ItemStatus,
    load_descendants,
    load_tasks,
)
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

    A subtask whose parent stays behind becomes a top-level task.

    Raises:
        ScopeChangeError: the tasks would be shared with other people than before.
        InvalidValueError: the section belongs to another project; an id stands twice.
        NotFoundError, ForbiddenError: see `load_tasks` and `PlaceBook`.
    """
    tasks = load_tasks(actor=actor, ids=ids)
    places = PlaceBook(actor=actor, projects=[project_id], sections=[section_id])
    place = _find_place(places, project_id=project_id, section_id=section_id)
    leaving = [task for task in tasks if task.project_id != place.project_id]
    _refuse_scope_change(leaving, place=place)
    unit = ChangeUnit(actor=actor, origin=origin)
    moving = {task.pk for task in tasks}
    results = []
    for task in tasks:
        stays_below = task.parent_id in moving or task.project_id == place.project_id
        changed = _move(unit, task, place)
        if not stays_below:
            changed |= unit.edit(task, "parent_id", None)
        status = ItemStatus.MOVED if changed else ItemStatus.UNCHANGED
        results.append(ItemResult(str(task.pk), status))
    for task in load_descendants(leaving):
        if task.pk not in moving:
            _move(unit, task, place)
    unit.save()
    return results


def _find_place(
    places: PlaceBook, *, project_id: uuid.UUID | None, section_id: uuid.UUID | None
) -> Place:
    return places.find(project_id=project_id, section_id=section_id, parent_id=None, path="")


def _move(unit: ChangeUnit, task: Task, place: Place) -> bool:
    changed = unit.edit(task, "section_id", place.section_id and str(place.section_id))
    changed |= unit.edit(task, "project_id", place.project_id and str(place.project_id))
    return changed


def _refuse_scope_change(tasks: Sequence[Task], *, place: Place) -> None:
    projects = {task.project_id for task in tasks} | {place.project_id}
    audiences = _audiences(pk for pk in projects if pk is not None)

    def audience(project_id: uuid.UUID | None, owner_id: int) -> frozenset[int]:
        return frozenset({owner_id}) if project_id is None else audiences[project_id]

    changed = [
        str(task.pk)
        for task in tasks
        if audience(task.project_id, task.owner_id) != audience(place.project_id, task.owner_id)
    ]
    if changed:
        raise ScopeChangeError(changed)


def _audiences(projects: Iterable[uuid.UUID]) -> Mapping[uuid.UUID, frozenset[int]]:
    members: dict[uuid.UUID, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(project__in=list(projects))
    for project, user in rows.values_list("project_id", "user_id"):
        members[project].add(user)
    return defaultdict(frozenset, {pk: frozenset(users) for pk, users in members.items()})
