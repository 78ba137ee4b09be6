"""What there is to do today."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Q

from projects_app.models import Task
from projects_app.models.task import OPEN
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import due_between, with_due_key
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
    """Return what is overdue, due today and open in all, by four queries."""
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


def _count_due(scope: Scope, clock: LocalClock) -> dict[str, int]:
    yesterday = clock.today - dt.timedelta(days=1)
    until_today = with_due_key(Task.objects.filter(OPEN, scope.condition), clock).filter(
        due_between(None, clock.today, clock)
    )
    return until_today.aggregate(
        until_today=Count("pk"),
        overdue=Count("pk", filter=Q(due_between(None, yesterday, clock))),
    )
