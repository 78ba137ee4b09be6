"""Completing tasks."""

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.models import Change, Task
from projects_app.models.due import Due
from projects_app.models.recurrence import advance
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
        zone: decides which day it is for the person.

    Raises:
        InvalidValueError, NotFoundError, ForbiddenError: see `load_tasks`.
    """
    tasks = load_tasks(actor=actor, ids=ids)
    unit = ChangeUnit(actor=actor, origin=origin)
    today = origin.now.astimezone(zone).date()
    results = [ItemResult(str(task.pk), _complete(unit, task, today=today)) for task in tasks]
    unit.save()
    return results


def _complete(unit: ChangeUnit, task: Task, *, today: dt.date) -> ItemStatus:
    if task.is_completed:
        return ItemStatus.ALREADY_COMPLETED
    if task.recurrence and _move_on(unit, task, today=today):
        return ItemStatus.OCCURRENCE_COMPLETED
    done = Change.Action.COMPLETED
    unit.edit(task, "completed_at", unit.origin.now.isoformat(), action=done)
    unit.edit(task, "completed_by_id", unit.actor.pk, action=done)
    return ItemStatus.COMPLETED


def _move_on(unit: ChangeUnit, task: Task, *, today: dt.date) -> bool:
    """Set a recurring task to its next date; return whether it has one.

    An overdue task catches up with today, so that it does not come back overdue.
    """
    due = task.due or Due(today)
    step = advance(task.recurrence, day=due.date, past=today)
    if step is None:
        return False
    date, rule = step
    done = Change.Action.OCCURRENCE_COMPLETED
    unit.edit(task, "due", dump_due(replace(due, date=date)), action=done)
    unit.edit(task, "recurrence", rule, action=done)
    return True
