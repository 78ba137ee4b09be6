"""Giving tasks another due date."""

import datetime as dt

import pytest

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError
from projects_app.models import ChangeSet, Task
from projects_app.models.due import UNDATED, Due
from projects_app.services.tasks import DueChange, schedule_tasks
from tests.make import make_task, make_user
from tests.projects_app.services.writing import Team, person, refused, statuses

pytestmark = pytest.mark.django_db

BEFORE, AFTER = dt.date(2026, 3, 28), dt.date(2026, 10, 16)
NINE, TEN = dt.time(9), dt.time(10)


def schedule(task: Task, due: DueChange | None) -> str:
    """Schedule the task as its owner, and read it again."""
    results = schedule_tasks(actor=task.owner, ids=[task.pk], due=due, origin=person())
    task.refresh_from_db()
    return statuses(results)[0]


@pytest.mark.parametrize(
    ("due", "change", "expected"),
    [
        (None, DueChange(AFTER), Due(AFTER)),
        (Due(BEFORE), DueChange(AFTER), Due(AFTER)),
        (Due(BEFORE, NINE), DueChange(AFTER), Due(AFTER, NINE)),
        (Due(BEFORE, NINE, "Asia/Tokyo"), DueChange(AFTER), Due(AFTER, NINE, "Asia/Tokyo")),
        (Due(BEFORE, NINE, "Asia/Tokyo"), DueChange(AFTER, TEN), Due(AFTER, TEN)),
        (Due(BEFORE), DueChange(AFTER, TEN, "UTC"), Due(AFTER, TEN, "UTC")),
    ],
)
def test_time_and_zone_stay_unless_a_time_is_given(due, change, expected):
    task = make_task(due=due)

    assert schedule(task, change) == "scheduled"
    assert task.due == expected
    assert (task.due_at, task.due_sort) == (expected.instant, expected.sort_key)


def test_none_removes_the_whole_date():
    task = make_task(due=Due(BEFORE, NINE, "Asia/Tokyo"))

    assert schedule(task, None) == "scheduled"
    assert (task.due, task.due_at, task.due_sort) == (None, None, UNDATED)


@pytest.mark.parametrize("due", [None, Due(AFTER, NINE)])
def test_the_date_it_has_already_leaves_no_history(due):
    task = make_task(due=due)

    assert schedule(task, due and DueChange(AFTER)) == "unchanged"
    assert ChangeSet.objects.count() == 0


@pytest.mark.parametrize(
    "due",
    [
        DueChange(AFTER, None, "Europe/Rome"),
        DueChange(AFTER, NINE, "Mars/Base"),
        DueChange(AFTER, NINE, ""),
        DueChange(dt.date(1899, 12, 31)),
        DueChange(dt.date(9999, 1, 1)),
    ],
)
def test_what_is_no_due_date_is_refused(due):
    task = make_task()

    error = refused(InvalidValueError, schedule_tasks, actor=task.owner, ids=[task.pk], due=due)

    assert error.argument == "due"


def test_one_task_that_may_not_be_changed_leaves_all_as_they_were():
    team = Team()
    mine, shared = make_task(owner=team.viewer), make_task(project=team.project)
    due = DueChange(AFTER)

    refused(ForbiddenError, schedule_tasks, actor=team.viewer, ids=[mine.pk, shared.pk], due=due)
    refused(NotFoundError, schedule_tasks, actor=make_user(), ids=[mine.pk], due=due)


def test_an_id_given_twice_is_named_by_position():
    task = make_task()

    error = refused(
        InvalidValueError, schedule_tasks, actor=task.owner, ids=[task.pk] * 2, due=None
    )

    assert error.argument == "ids[1]"
