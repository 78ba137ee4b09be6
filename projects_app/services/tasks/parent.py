"""Putting one task below another."""

import uuid

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import InvalidValueError
from projects_app.models import Task
from projects_app.services.origin import Origin
from projects_app.services.tasks.families import list_below, lock_families
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.unit import ChangeUnit

ARGUMENT = "parent_id"


@transaction.atomic
def set_parent(
    *,
    actor: AbstractBaseUser,
    task_id: uuid.UUID,
    parent_id: uuid.UUID | None,
    origin: Origin,
) -> ItemResult:
    """Put a task below another of the same project or inbox, or with None at the top.

    Raises:
        InvalidValueError: the parent is the task itself, below it, or in another project.
        NotFoundError, ForbiddenError: of the task or the parent, see `load_tasks`.
    """
    named = {task_id} if parent_id is None else {task_id, parent_id}
    lock_families(named)
    (task,) = load_tasks(actor=actor, ids=[task_id])
    if parent_id is not None and parent_id != task.parent_id:
        _refuse_cycle(task, parent_id)
        (parent,) = load_tasks(actor=actor, ids=[parent_id], argument=ARGUMENT)
        if parent.project_id != task.project_id:
            raise InvalidValueError("The parent task is in another project.", argument=ARGUMENT)
    unit = ChangeUnit(actor=actor, origin=origin)
    is_changed = unit.edit(task, "parent_id", parent_id and str(parent_id))
    unit.save()
    return ItemResult(str(task_id), ItemStatus.UPDATED if is_changed else ItemStatus.UNCHANGED)


def _refuse_cycle(task: Task, parent_id: uuid.UUID) -> None:
    if parent_id == task.pk or parent_id in list_below([task.pk]):
        raise InvalidValueError("A task cannot be below itself.", argument=ARGUMENT)
