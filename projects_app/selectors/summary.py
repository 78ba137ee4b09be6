"""What there is to do today."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Q, QuerySet

from projects_app.models import Task
from projects_app.models.task import OPEN
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import LARGEST_SHIFT, midnight, with_due_key
from projects_app.selectors.projects import ProjectFacts, count_inbox, count_open, project_facts
from projects_app.selectors.scope import Scope
from projects_app.selectors.task_query import TaskQuery
from projects_app.selectors.tasks import TaskPage, list_tasks


class OpenCount(NamedTuple):
    """How many open tasks a project has."""

    project: ProjectFacts
    open_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCounts:
    """Open tasks of the actor, those in archived projects left out."""

    overdue: int
    due_today: int
    inbox: int
    per_project: Sequence[OpenCount]


class Day(NamedTuple):
    """What there is to do on the clock's day."""

    overdue: TaskPage
    due_today: TaskPage
    counts: DayCounts


def get_day(*, actor: AbstractBaseUser, clock: LocalClock, limit: int) -> Day:
    """Return what is overdue and due today, at most `limit` tasks each, and counts."""
    yesterday = clock.today - dt.timedelta(days=1)
    overdue = TaskQuery(due_to=yesterday)
    due_today = TaskQuery(due_from=clock.today, due_to=clock.today)
    return Day(
        overdue=list_tasks(actor=actor, query=overdue, clock=clock, limit=limit),
        due_today=list_tasks(actor=actor, query=due_today, clock=clock, limit=limit),
        counts=count_day(actor=actor, clock=clock),
    )


def count_day(*, actor: AbstractBaseUser, clock: LocalClock) -> DayCounts:
    """Return what is overdue, due today and open in all, by at most seven queries."""
    live = [facts for facts in project_facts(actor).values() if not facts.is_archived]
    ids = [facts.id for facts in live]
    open_counts = count_open(ids)
    due = _count_due(Scope(project_ids=ids, inbox_of=actor.pk), clock)
    return DayCounts(
        overdue=due["overdue"],
        due_today=due["until_today"] - due["overdue"],
        inbox=count_inbox(actor),
        per_project=[
            OpenCount(facts, open_counts[facts.id]) for facts in live if facts.id in open_counts
        ],
    )


def _count_due(scope: Scope, clock: LocalClock) -> Counter[str]:
    """Return how many open tasks are `overdue`, and how many due `until_today`.

    They are counted by `due_sort`, for the projects and for the inbox apart: either takes an
    index alone, where a condition for both, or the reader's zone, takes a look at every task.
    Then the pinned tasks near either midnight are counted in the zone instead.
    """
    tomorrow = midnight(clock.today, days_later=1)
    parts = (Q(project_id__in=scope.project_ids), scope.inbox)
    found: Counter[str] = Counter()
    for part in parts:
        until_today = Task.objects.filter(OPEN, part, due_sort__lt=tomorrow)
        found.update(_count_before("due_sort", until_today, clock))
    if not clock.is_utc:
        pinned = with_due_key(Task.objects.filter(OPEN, scope.condition), clock).filter(
            due_at__isnull=False,
            due_sort__gte=midnight(clock.today) - LARGEST_SHIFT,
            due_sort__lt=tomorrow + LARGEST_SHIFT,
        )
        found.update(_count_before("due_key", pinned, clock))
        found.subtract(_count_before("due_sort", pinned, clock))
    return found


def _count_before(key: str, tasks: QuerySet[Task], clock: LocalClock) -> Mapping[str, int]:
    ends = {"overdue": midnight(clock.today), "until_today": midnight(clock.today, days_later=1)}
    counts = {name: Count("pk", filter=Q((f"{key}__lt", end))) for name, end in ends.items()}
    return tasks.aggregate(**counts)
