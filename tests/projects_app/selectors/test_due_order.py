"""The order of lists is exact in every zone, however a page is read."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from projects_app.models import Task
from projects_app.models.due import UNDATED, Due
from projects_app.selectors import listing as listings
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.task_query import TaskQuery
from projects_app.selectors.tasks import list_tasks
from tests.make import make_project, make_task, make_user

NOW = dt.datetime(2026, 10, 25, 12, tzinfo=dt.UTC)
ZONES = [
    *("UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati"),
    *("Pacific/Pago_Pago", "America/Santiago", "Europe/London"),
]
# Around changes of the clocks: New York on 1 November 2026, London on 25 October, Lord Howe on
# 4 October, and Santiago at midnight on 6 September.
DATES = st.dates(dt.date(2026, 9, 4), dt.date(2026, 9, 8)) | st.dates(
    dt.date(2026, 10, 2), dt.date(2026, 11, 3)
)
TIMES = st.times().map(lambda time: time.replace(microsecond=0))

dues = st.one_of(
    st.none(),
    st.builds(Due, DATES, st.none() | TIMES),
    st.builds(Due, DATES, TIMES, st.sampled_from(ZONES)),
)


def wall_key(task: Task, zone: ZoneInfo) -> dt.datetime:
    """Return when a task is due on the reader's wall, by way of the calendar alone."""
    due = task.due
    if due is None:
        return UNDATED.replace(tzinfo=None)
    if due.tz is None or due.time is None:
        return dt.datetime.combine(due.date, due.time or dt.time.min)
    there = dt.datetime.combine(due.date, due.time, ZoneInfo(due.tz))
    return there.astimezone(zone).replace(tzinfo=None)


class TestOrder(TestCase):
    """Each example runs in a transaction of its own."""

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        tasks=st.lists(st.tuples(dues, st.integers(1, 4), st.booleans()), max_size=15),
        zone=st.sampled_from(ZONES),
        page=st.tuples(st.integers(1, 5), st.booleans()),
        span=st.tuples(st.none() | DATES, st.none() | st.integers(0, 20)),
    )
    def test_pages_hold_what_is_due_in_the_order_of_the_zone(self, tasks, zone, page, span):
        (limit, is_sorted_whole), (first, days) = page, span
        ada = make_user()
        places = {True: make_project(owner=ada), False: None}
        made = [
            make_task(owner=ada, project=places[is_in_project], due=due, priority=priority)
            for due, priority, is_in_project in tasks
        ]
        reader = ZoneInfo(zone)
        last = None if days is None else (first or dt.date(2026, 10, 1)) + dt.timedelta(days)
        query, clock = TaskQuery(due_from=first, due_to=last), LocalClock(NOW, reader)

        found, after = [], None
        with pytest.MonkeyPatch.context() as patch:
            if is_sorted_whole:
                patch.setattr(listings, "MOST_PARTS", 0)
            for _ in range(len(made) + 1):
                page = list_tasks(actor=ada, query=query, clock=clock, limit=limit, after=after)
                found += [row.id for row in page.rows]
                if not page.has_more:
                    break
                after = page.rows[-1].position(clock)

        expected = [task for task in made if _is_within(wall_key(task, reader), first, last)]
        expected.sort(key=lambda task: (wall_key(task, reader), task.priority, task.pk))
        assert found == [task.pk for task in expected]


def _is_within(key: dt.datetime, first: dt.date | None, last: dt.date | None) -> bool:
    if first is None and last is None:
        return True
    is_dated = key.year < UNDATED.year
    return is_dated and (first or dt.date.min) <= key.date() <= (last or dt.date.max)
