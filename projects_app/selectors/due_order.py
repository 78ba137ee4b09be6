"""The order of task lists, which holds in the reader's time zone, and paging in that order.

A task's *due key* is the wall time it is due at, written as if UTC: that of a floating due date
is the same everywhere, that of a pinned one depends on the zone, and undated tasks come last.
Tasks are ordered by due key, priority and id.

In UTC the due key is the column `due_sort`, and an index gives the order. Elsewhere a pinned
task's key moves by the zone's offset, less than two days, so that an index on `due_sort` still
bounds where a page can lie.
"""

import datetime as dt
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Case, DateTimeField, F, Q, QuerySet, When
from django.db.models.functions import TruncSecond

from projects_app.models import Task
from projects_app.models.due import EARLIEST_DATE, LATEST_DATE, UNDATED
from projects_app.selectors.clock import LocalClock

LARGEST_SHIFT: Final = dt.timedelta(days=2)
INDEX_ORDER: Final = ("due_sort", "priority", "id")
KEY_ORDER: Final = ("due_key", "priority", "id")


class Position(NamedTuple):
    """Where one task stands in a list."""

    due_key: dt.datetime
    priority: int
    id: UUID


def with_due_key(tasks: QuerySet[Task], clock: LocalClock) -> QuerySet[Task]:
    """Return the tasks with the alias `due_key` to filter and order by."""
    if clock.is_utc:
        return tasks.alias(due_key=F("due_sort"))
    return tasks.alias(
        due_key=Case(
            When(due_at__isnull=True, then=F("due_sort")),
            default=TruncSecond("due_at", tzinfo=clock.zone, output_field=DateTimeField()),
            output_field=DateTimeField(),
        )
    )


def midnight(day: dt.date, *, days_later: int = 0) -> dt.datetime:
    """Return the due key at which a day begins."""
    return dt.datetime.combine(day, dt.time.min, dt.UTC) + dt.timedelta(days=days_later)


def due_between(first: dt.date | None, last: dt.date | None, clock: LocalClock) -> Q:
    """Return the condition that a task is due on these days of the zone, both included.

    Without either bound it holds for undated tasks too, with one of them for dated ones alone.
    """
    if first is None and last is None:
        return Q()
    start = midnight(max(first or EARLIEST_DATE, EARLIEST_DATE))
    end = UNDATED if last is None or last >= LATEST_DATE else midnight(last, days_later=1)
    return Q(due_key__gte=start, due_key__lt=end) & _sorted_within(start, end, clock)


def after(position: Position, clock: LocalClock) -> Q:
    """Return the condition that a task comes after `position`."""
    key, priority, pk = position
    return _sorted_within(key, UNDATED, clock) & (
        Q(due_key__gt=key)
        | Q(due_key=key, priority__gt=priority)
        | Q(due_key=key, priority=priority, id__gt=pk)
    )


def up_to(last: Position, clock: LocalClock) -> Q:
    """Return a condition that holds for all tasks that can precede `last` in the due order.

    Args:
        last: the position of a task in the order of the index: by `due_sort`.
        clock: the zone whose order is asked for.

    Holds for few others: those due within days of it.
    """
    if last.due_key < UNDATED:
        return Q(due_sort__lte=last.due_key + LARGEST_SHIFT) & Q(due_sort__lt=UNDATED)
    return (
        Q(due_sort__lt=UNDATED)
        | Q(due_sort=UNDATED, priority__lt=last.priority)
        | Q(due_sort=UNDATED, priority=last.priority, id__lte=last.id)
    )


def _sorted_within(start: dt.datetime, end: dt.datetime, clock: LocalClock) -> Q:
    """Return bounds of `due_sort` for keys from `start` to `end`, for the index to use."""
    if clock.is_utc:
        return Q(due_sort__gte=start)
    within = Q(due_sort__gte=start if start == UNDATED else start - LARGEST_SHIFT)
    return within & Q(due_sort__lte=end + LARGEST_SHIFT) if end < UNDATED else within
