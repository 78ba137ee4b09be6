"""Tasks and what is below them."""

import uuid
from collections.abc import Collection, Sequence
from typing import Final

from django.db import connection

from projects_app.models import Task
from projects_app.services.locking import lock_found

# UNION instead of UNION ALL ends the walk even if rows formed a cycle.
BELOW: Final = """
    WITH RECURSIVE below (id) AS (
        SELECT id FROM projects_app_task WHERE parent_id IN ({marks})
        UNION
        SELECT task.id FROM projects_app_task AS task JOIN below ON task.parent_id = below.id
    )
    SELECT id FROM below
"""


def list_below(ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Return the ids of all tasks below these at any depth, those in the trash too; one query."""
    if not ids:
        return set()
    key = Task._meta.pk  # the public name of the model's options
    parents = [key.get_db_prep_value(pk, connection) for pk in ids]
    marks = ", ".join(["%s"] * len(parents))
    with connection.cursor() as cursor:
        cursor.execute(BELOW.format(marks=marks), parents)
        return {key.to_python(pk) for (pk,) in cursor.fetchall()}


def lock_families(ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Lock tasks together with what is below them; return the ids of all."""
    return lock_found(Task.objects.all(), lambda: set(ids) | list_below(ids))


def load_descendants(tasks: Sequence[Task], *, family: Collection[uuid.UUID]) -> list[Task]:
    """Return the live tasks below these.

    Tasks that stand in a project of none of these are left out: rights were asked for those.

    Args:
        family: ids of these and all below them, locked.
    """
    places = {_place(task) for task in tasks}
    ids = set(family) - {task.pk for task in tasks} if tasks else ()
    below = Task.objects.filter(pk__in=ids, trashed_at__isnull=True).order_by("pk") if ids else ()
    return [task for task in below if _place(task) in places]


def _place(task: Task) -> tuple[uuid.UUID | None, int | None]:
    return task.project_id, task.owner_id if task.project_id is None else None
