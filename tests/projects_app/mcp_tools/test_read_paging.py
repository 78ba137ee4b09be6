"""Paging neither repeats nor skips, whatever happens between two pages."""

import datetime as dt
from itertools import count
from uuid import NAMESPACE_OID, uuid5

from django.contrib.auth.models import AbstractUser
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from projects_app.models import Project, Task
from projects_app.models.due import Due
from tests.make import make_project, make_task, make_user
from tests.projects_app.mcp_tools.reading import Reader

ZONES = ["UTC", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Europe/London"]
# The clocks of New York go back on 1 November 2026, those of London on 25 October: wall times
# repeat there. Few distinct values, so that many tasks share one place in the order.
DATES = [dt.date(2026, 10, 24), dt.date(2026, 10, 25), dt.date(2026, 11, 1)]
TIMES = [dt.time(0), dt.time(1, 30), dt.time(5, 30), dt.time(23, 30)]

floating = st.builds(Due, st.sampled_from(DATES), st.none() | st.sampled_from(TIMES))
pinned = st.builds(Due, st.sampled_from(DATES), st.sampled_from(TIMES), st.sampled_from(ZONES))
dues = st.none() | floating | pinned
priorities = st.integers(1, 4)


class Paging(RuleBasedStateMachine):
    """An assistant reads a list to its end while people add, complete and reopen tasks."""

    def __init__(self) -> None:
        super().__init__()
        self.user: AbstractUser = make_user()
        self.places: list[Project | None] = [
            None,
            make_project(owner=self.user),
            make_project(owner=self.user),
        ]
        self.reader = Reader(self.user)
        self.numbers = count()
        self.seen: list[str] = []
        self.at_start: set[str] = set()
        self.touched: set[str] = set()
        self.cursor: str | None = None
        self.is_done = False

    @initialize(
        zone=st.sampled_from(ZONES),
        limit=st.integers(1, 4),
        include_completed=st.booleans(),
        tasks=st.lists(st.tuples(dues, priorities, st.integers(0, 2)), max_size=12),
    )
    def begin(self, zone, limit, include_completed, tasks):
        self.arguments = {
            "timezone": zone,
            "limit": limit,
            "include_completed": include_completed,
        }
        for due, priority, place in tasks:
            self.at_start.add(self.make(due, priority, place))

    def make(self, due: Due | None, priority: int, place: int) -> str:
        # The same id whenever Hypothesis repeats the example, and in no order.
        pk = uuid5(NAMESPACE_OID, str(next(self.numbers)))
        make_task(id=pk, owner=self.user, project=self.places[place], due=due, priority=priority)
        return str(pk)

    @precondition(lambda self: not self.is_done)
    @rule()
    def read_a_page(self):
        page = self.reader.call("list_tasks", **self.arguments, cursor=self.cursor)
        self.seen += [task["id"] for task in page["tasks"]]
        self.cursor = page["next_cursor"]
        self.is_done = self.cursor is None
        assert len(page["tasks"]) <= self.arguments["limit"]
        if self.cursor:
            assert page["tasks"]

    @rule(due=dues, priority=priorities, place=st.integers(0, 2))
    def add(self, due, priority, place):
        self.touched.add(self.make(due, priority, place))

    @precondition(lambda self: self.at_start)
    @rule(data=st.data())
    def complete_or_reopen(self, data):
        pk = data.draw(st.sampled_from(sorted(self.at_start)))
        task = Task.objects.get(pk=pk)
        task.completed_at = None if task.completed_at else timezone.now()
        task.save()
        self.touched.add(pk)

    @invariant()
    def nothing_is_repeated(self):
        assert len(self.seen) == len(set(self.seen))

    @precondition(lambda self: self.is_done)
    @invariant()
    def nothing_is_skipped(self):
        untouched = self.at_start - self.touched
        assert untouched <= set(self.seen)

    def teardown(self) -> None:
        Task.objects.all().delete()


class TestPaging(Paging.TestCase, TestCase):  # type: ignore[valid-type,misc]  # made at run time
    """All examples run in one transaction; each clears up after itself."""

    settings = settings(  # type: ignore[assignment]  # Hypothesis's, not Django's
        max_examples=40,
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
