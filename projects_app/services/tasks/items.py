"""The tasks that a call names: found, locked, allowed; and what came of each."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import connection

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError
from projects_app.models import Task
from projects_app.selectors.roles import list_roles, may_edit
from projects_app.selectors.tasks import visible_tasks

# UNION instead of UNION ALL ends the walk even if rows formed a cycle.
BELOW: Final = """
    WITH RECURSIVE below (id) AS (
        SELECT id FROM projects_app_task WHERE parent_id IN ({marks})
        UNION
        SELECT task.id FROM projects_app_task AS task JOIN below ON task.parent_id = below.id
    )
    SELECT id FROM below
"""


class ItemStatus(StrEnum):
    """What a call did to one item."""

    CREATED = "created"
    UPDATED = "updated"
    COMPLETED = "completed"
    OCCURRENCE_COMPLETED = "occurrence_completed"
    REOPENED = "reopened"
    MOVED = "moved"
    SCHEDULED = "scheduled"
    TRASHED = "trashed"
    UNCHANGED = "unchanged"
    ALREADY_COMPLETED = "already_completed"
    ALREADY_OPEN = "already_open"
    EXISTS = "exists"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item's id and what became of it."""

    id: str
    status: ItemStatus


def load_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], argument: str = "ids[{}]"
) -> list[Task]:
    """Return the tasks in the order asked, locked, all of them the actor's to change.

    Args:
        argument: how the caller spells the id at a position, for errors.

    Raises:
        InvalidValueError: an id stands twice.
        NotFoundError: some are unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in the project of some.
    """
    refuse_repeats(ids, argument=argument)
    rows = visible_tasks(actor).filter(pk__in=ids).select_for_update(of=("self",))
    found = {task.pk: task for task in rows}
    missing = [str(pk) for pk in ids if pk not in found]
    if missing:
        raise NotFoundError(missing)
    roles = list_roles(actor)
    forbidden = [str(pk) for pk in ids if not may_edit(found[pk], actor=actor, roles=roles)]
    if forbidden:
        raise ForbiddenError(forbidden)
    return [found[pk] for pk in ids]


def refuse_repeats(ids: Sequence[uuid.UUID], *, argument: str) -> None:
    """Raise InvalidValueError for the first id that stands a second time."""
    seen: set[uuid.UUID] = set()
    for position, pk in enumerate(ids):
        if pk in seen:
            raise InvalidValueError("This task is named twice.", argument=argument.format(position))
        seen.add(pk)


def load_descendants(tasks: Sequence[Task]) -> list[Task]:
    """Return the live tasks below these at any depth, locked; two queries."""
    if not tasks:
        return []
    key = Task._meta.pk  # the public name of the model's options
    parents = [key.get_db_prep_value(task.pk, connection) for task in tasks]
    marks = ", ".join(["%s"] * len(parents))
    with connection.cursor() as cursor:
        cursor.execute(BELOW.format(marks=marks), parents)
        ids = [key.to_python(pk) for (pk,) in cursor.fetchall()]
    below = Task.objects.filter(pk__in=ids, trashed_at__isnull=True)
    return list(below.select_for_update(of=("self",)))
