"""Completing tasks."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.models import Change, Task
from projects_app.models.due import Due
from projects_app.models.recurrence import advance
from projects_app.models.zone import get_zone
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.tracked import dump_due
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def complete_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], zone: ZoneInfo, origin: Origin
) -> list[ItemResult]:
    """Complete all of the tasks; a recurring one moves on to its next date instead.

    Args:
        zone: where the person is; it decides which day it is for due dates that float.

    Raises:
        InvalidValueError, NotFoundError, ForbiddenError: see `load_tasks`.
    """
    tasks = load_tasks(actor=actor, ids=ids)
    unit = ChangeUnit(actor=actor, origin=origin)
    results = [ItemResult(str(task.pk), _complete(unit, task, zone=zone)) for task in tasks]
    unit.save()
    return results


def _complete(unit: ChangeUnit, task: Task, *, zone: ZoneInfo) -> ItemStatus:
    if task.is_completed:
        return ItemStatus.ALREADY_COMPLETED
    if task.recurrence and _move_on(unit, task, zone=zone):
        return ItemStatus.OCCURRENCE_COMPLETED
    done = Change.Action.COMPLETED
    unit.edit(task, "completed_at", unit.origin.now.isoformat(), action=done)
    unit.edit(task, "completed_by_id", unit.actor.pk, action=done)
    return ItemStatus.COMPLETED


def _move_on(unit: ChangeUnit, task: Task, *, zone: ZoneInfo) -> bool:
    """Set a recurring task to its next date; return whether it has one.

    An overdue task catches up with today, so that it does not come back overdue. For a due date
    pinned to a zone, that zone decides which day it is.
    """
    due = task.due
    today = unit.origin.now.astimezone(get_zone(due.tz) if due and due.tz else zone).date()
    due = due or Due(today)
    try:
        step = advance(task.recurrence, day=due.date, past=today)
    except ValueError:
        # A rule that came from elsewhere and that nobody can read has no next date.
        step = None
    if step is None:
        return False
    date, rule = step
    done = Change.Action.OCCURRENCE_COMPLETED
    unit.edit(task, "due", dump_due(replace(due, date=date)), action=done)
    unit.edit(task, "recurrence", rule, action=done)
    return True
