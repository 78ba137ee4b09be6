"""Completing and reopening: single tasks, and series that move on."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError
from projects_app.models import Change, ChangeSet, Task
from projects_app.models.due import Due
from projects_app.services.tasks import complete_tasks, reopen_tasks
from tests.make import make_task, make_user
from tests.projects_app.services.writing import NOON, Team, person, refused, statuses

pytestmark = pytest.mark.django_db

UTC = ZoneInfo("UTC")
ROME = ZoneInfo("Europe/Rome")
DAY = dt.date


def complete(task: Task, *, now: dt.datetime = NOON, zone: ZoneInfo = UTC) -> str:
    """Complete the task as its owner at a moment, and read it again."""
    results = complete_tasks(actor=task.owner, ids=[task.pk], zone=zone, origin=person(now))
    task.refresh_from_db()
    return statuses(results)[0]


def test_a_task_is_completed_by_who_asked_and_then():
    team = Team()
    task = make_task(project=team.project)
    origin = person()

    results = complete_tasks(actor=team.editor, ids=[task.pk], zone=UTC, origin=origin)

    task.refresh_from_db()
    assert statuses(results) == ["completed"]
    assert (task.completed_at, task.completed_by_id) == (origin.now, team.editor.pk)


def test_a_completed_task_stays_as_it_was():
    task = make_task(completed_at=NOON)

    assert complete(task, now=NOON + dt.timedelta(days=1)) == "already_completed"
    assert (task.completed_at, ChangeSet.objects.count()) == (NOON, 0)


def test_subtasks_stay_open():
    task = make_task()
    below = make_task(owner=task.owner, parent=task)

    complete(task)

    below.refresh_from_db()
    assert not below.is_completed


@pytest.mark.parametrize(
    ("rule", "due", "following"),
    [
        ("FREQ=MONTHLY", DAY(2026, 5, 31), DAY(2026, 7, 31)),
        ("FREQ=MONTHLY;BYMONTHDAY=31", DAY(2026, 3, 31), DAY(2026, 5, 31)),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", DAY(2026, 3, 31), DAY(2026, 4, 30)),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", DAY(2026, 3, 13), DAY(2026, 3, 16)),
        ("FREQ=YEARLY", DAY(2028, 2, 29), DAY(2032, 2, 29)),
        ("FREQ=WEEKLY;INTERVAL=2", DAY(2026, 3, 12), DAY(2026, 3, 26)),
    ],
)
def test_a_series_moves_to_its_next_date(rule, due, following):
    task = make_task(due=due, recurrence=rule)

    assert complete(task) == "occurrence_completed"
    assert (task.due_date, task.recurrence, task.is_completed) == (following, rule, False)


@pytest.mark.parametrize(
    ("rule", "due", "following"),
    [
        ("FREQ=DAILY", DAY(2026, 3, 1), DAY(2026, 3, 12)),
        ("FREQ=DAILY", DAY(2026, 3, 11), DAY(2026, 3, 12)),
        ("FREQ=DAILY", DAY(2026, 3, 20), DAY(2026, 3, 21)),
        ("FREQ=DAILY;INTERVAL=7", DAY(2026, 1, 1), DAY(2026, 3, 12)),
        ("FREQ=MONTHLY;BYMONTHDAY=31", DAY(2025, 10, 31), DAY(2026, 3, 31)),
        ("FREQ=DAILY", DAY(1900, 1, 1), DAY(2026, 3, 12)),
    ],
)
def test_an_overdue_series_catches_up_with_today(rule, due, following):
    task = make_task(due=due, recurrence=rule)

    complete(task)

    assert task.due_date == following


def test_an_undated_series_begins_today():
    task = make_task(recurrence="FREQ=WEEKLY")

    assert complete(task) == "occurrence_completed"
    assert task.due == Due(DAY(2026, 3, 18))


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Kiritimati", 13), ("Pacific/Pago_Pago", 12)])
def test_the_persons_zone_decides_which_day_a_floating_date_is_left_at(zone, day):
    task = make_task(due=DAY(2026, 3, 10), recurrence="FREQ=DAILY")

    complete(task, zone=ZoneInfo(zone))

    assert task.due_date == DAY(2026, 3, day)


def test_the_dates_own_zone_decides_for_a_pinned_one():
    due = Due(DAY(2026, 3, 10), dt.time(1), "Pacific/Kiritimati")
    task = make_task(due=due, recurrence="FREQ=DAILY")

    complete(task, zone=ZoneInfo("Pacific/Pago_Pago"))

    assert task.due == Due(DAY(2026, 3, 13), dt.time(1), "Pacific/Kiritimati")


@pytest.mark.parametrize(
    ("before", "after"),
    [(DAY(2026, 3, 28), DAY(2026, 3, 29)), (DAY(2026, 10, 24), DAY(2026, 10, 25))],
)
def test_a_pinned_time_keeps_its_wall_time_over_a_clock_change(before, after):
    task = make_task(due=Due(before, dt.time(9), "Europe/Rome"), recurrence="FREQ=DAILY")
    earlier = task.due_at
    assert earlier is not None

    complete(task)

    assert task.due == Due(after, dt.time(9), "Europe/Rome")
    assert task.due_at == dt.datetime.combine(after, dt.time(9), ROME)
    assert task.due_at != earlier + dt.timedelta(days=1)


def test_a_wall_time_that_a_clock_change_skips_is_read_as_before_the_change():
    due = Due(DAY(2026, 3, 28), dt.time(2, 30), "Europe/Rome")
    task = make_task(due=due, recurrence="FREQ=DAILY")

    complete(task)

    assert task.due == Due(DAY(2026, 3, 29), dt.time(2, 30), "Europe/Rome")
    assert task.due_at == dt.datetime(2026, 3, 29, 1, 30, tzinfo=dt.UTC)


def test_a_counted_series_counts_down_and_then_ends():
    task = make_task(due=DAY(2026, 3, 12), recurrence="FREQ=DAILY;COUNT=3")

    found = [(complete(task), task.recurrence, task.due and task.due.date.day) for _ in range(4)]

    assert found == [
        ("occurrence_completed", "FREQ=DAILY;COUNT=2", 13),
        ("occurrence_completed", "FREQ=DAILY;COUNT=1", 14),
        ("completed", "FREQ=DAILY;COUNT=1", 14),
        ("already_completed", "FREQ=DAILY;COUNT=1", 14),
    ]


def test_missed_occurrences_count_too():
    task = make_task(due=DAY(2026, 3, 9), recurrence="FREQ=DAILY;COUNT=5")

    complete(task)

    assert (task.due_date, task.recurrence) == (DAY(2026, 3, 12), "FREQ=DAILY;COUNT=2")


def test_a_series_ends_with_its_last_day():
    task = make_task(due=DAY(2026, 3, 12), recurrence="FREQ=DAILY;UNTIL=20260313")

    assert [complete(task), complete(task)] == ["occurrence_completed", "completed"]
    assert task.due_date == DAY(2026, 3, 13)


def test_a_series_that_is_over_before_today_is_completed():
    task = make_task(due=DAY(2026, 3, 1), recurrence="FREQ=DAILY;UNTIL=20260305")

    assert complete(task) == "completed"


def test_a_rule_that_nobody_can_read_has_no_next_date():
    task = make_task(due=DAY(2026, 3, 12), recurrence="FREQ=HOURLY")

    assert complete(task) == "completed"


def test_an_occurrence_is_recorded_as_one():
    task = make_task(due=DAY(2026, 3, 12), recurrence="FREQ=DAILY;COUNT=3")

    complete(task)

    assert set(Change.objects.values_list("field", "action")) == {
        ("due", "occurrence_completed"),
        ("recurrence", "occurrence_completed"),
    }


def test_reopening_forgets_when_and_by_whom():
    task = make_task()
    complete(task)
    open_task = make_task(owner=task.owner)

    results = reopen_tasks(actor=task.owner, ids=[task.pk, open_task.pk], origin=person())

    task.refresh_from_db()
    assert statuses(results) == ["reopened", "already_open"]
    assert (task.completed_at, task.completed_by_id) == (None, None)


def test_reopening_what_is_open_leaves_no_history():
    task = make_task()

    reopen_tasks(actor=task.owner, ids=[task.pk], origin=person())

    assert ChangeSet.objects.count() == 0


@pytest.mark.parametrize("verb", [complete_tasks, reopen_tasks])
def test_one_task_that_may_not_be_changed_leaves_all_as_they_were(verb):
    team = Team()
    mine = make_task(owner=team.viewer)
    shared = make_task(project=team.project)
    more = {"zone": UTC} if verb is complete_tasks else {}

    error = refused(ForbiddenError, verb, actor=team.viewer, ids=[mine.pk, shared.pk], **more)
    refused(NotFoundError, verb, actor=team.stranger, ids=[shared.pk], **more)

    assert error.details == {"items": [str(shared.pk)]}


@pytest.mark.parametrize("verb", [complete_tasks, reopen_tasks])
def test_an_id_given_twice_is_named_by_position(verb):
    task, other = make_task(), make_user()
    ids = [task.pk, make_task(owner=other).pk, task.pk]
    more = {"zone": UTC} if verb is complete_tasks else {}

    error = refused(InvalidValueError, verb, actor=task.owner, ids=ids, **more)

    assert error.argument == "ids[2]"
