"""Giving tasks another due date."""

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import InvalidValueError
from projects_app.models import Task
from projects_app.models.due import Due
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.tracked import dump_due
from projects_app.services.unit import ChangeUnit


@dataclass(frozen=True, slots=True)
class DueChange:
    """A new date; without a time each task keeps its time of day and zone."""

    date: dt.date
    time: dt.time | None = None
    tz: str | None = None


@transaction.atomic
def schedule_tasks(
    *,
    actor: AbstractBaseUser,
    ids: Sequence[uuid.UUID],
    due: DueChange | None,
    origin: Origin,
) -> list[ItemResult]:
    """Set or, with None, remove the due date of all of the tasks.

    Raises:
        InvalidValueError: a zone without a time, an unknown zone, a date out of range.
        NotFoundError, ForbiddenError: see `load_tasks`.
    """
    if due is not None:
        _read_due(due)
    tasks = load_tasks(actor=actor, ids=ids)
    unit = ChangeUnit(actor=actor, origin=origin)
    results = []
    for task in tasks:
        changed = unit.edit(task, "due", dump_due(_due_for(task, due)))
        status = ItemStatus.SCHEDULED if changed else ItemStatus.UNCHANGED
        results.append(ItemResult(str(task.pk), status))
    unit.save()
    return results


def _read_due(due: DueChange) -> Due:
    try:
        return Due(due.date, due.time, due.tz)
    except ValueError as error:
        raise InvalidValueError(str(error), argument="due") from error


def _due_for(task: Task, due: DueChange | None) -> Due | None:
    if due is None:
        return None
    if due.time is not None:
        return _read_due(due)
    return Due(due.date, task.due_time, task.due_tz or None)
