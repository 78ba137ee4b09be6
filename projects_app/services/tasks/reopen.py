"""Opening completed tasks again."""

import uuid
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.models import Change, Task
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def reopen_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], origin: Origin
) -> list[ItemResult]:
    """Open all of the tasks.

    Raises:
        InvalidValueError, NotFoundError, ForbiddenError: see `load_tasks`.
    """
    tasks = load_tasks(actor=actor, ids=ids)
    unit = ChangeUnit(actor=actor, origin=origin)
    results = [ItemResult(str(task.pk), _reopen(unit, task)) for task in tasks]
    unit.save()
    return results


def _reopen(unit: ChangeUnit, task: Task) -> ItemStatus:
    if not task.is_completed:
        return ItemStatus.ALREADY_OPEN
    unit.edit(task, "completed_by_id", None, action=Change.Action.REOPENED)
    unit.edit(task, "completed_at", None, action=Change.Action.REOPENED)
    return ItemStatus.REOPENED
