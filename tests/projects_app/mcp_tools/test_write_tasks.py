"""Tools that change tasks which are there."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
import time_machine

from projects_app.models import FieldValue, Task
from projects_app.models.due import Due
from tests.make import (
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_section,
    make_task,
)
from tests.make_gateway import make_agent_access
from tests.projects_app.mcp_tools.changing import NOON, ids_of, statuses, tasks_of, token_of

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")


def test_an_update_changes_what_it_names_and_nothing_else():
    access = make_agent_access()
    first, second = tasks_of(access, 2, description="Note", estimate_minutes=5, priority=3)

    found = statuses(
        access,
        "update_tasks",
        updates=[{"id": str(second.pk), "title": "New"}, {"id": str(first.pk), "priority": 1}],
    )

    assert found == [(str(second.pk), "updated"), (str(first.pk), "updated")]
    columns = ("title", "description", "estimate_minutes", "priority")
    assert Task.objects.values_list(*columns).get(pk=second.pk) == ("New", "Note", 5, 3)
    assert Task.objects.values_list(*columns).get(pk=first.pk) == (first.title, "Note", 5, 1)


@pytest.mark.parametrize(
    "empty",
    [
        {
            "description": None,
            "priority": None,
            "estimate_minutes": None,
            "recurrence": None,
            "labels": None,
        },
        {
            "description": "",
            "priority": 4,
            "estimate_minutes": 0,
            "recurrence": "",
            "labels": [],
        },
    ],
    ids=["null", "as published"],
)
def test_an_update_clears_what_may_be_empty(empty: dict[str, object]):
    access = make_agent_access()
    task = make_task(
        owner=access.user,
        description="Note",
        priority=1,
        estimate_minutes=5,
        recurrence="FREQ=DAILY",
        labels=[make_label(owner=access.user)],
    )

    statuses(access, "update_tasks", updates=[{"id": str(task.pk)} | empty])

    task.refresh_from_db()
    cleared = (task.description, task.priority, task.estimate_minutes, task.recurrence)
    assert (*cleared, task.labels.count()) == ("", 4, None, "", 0)


@pytest.mark.parametrize("spelling", ["null", "left out", "object"])
def test_a_custom_field_is_cleared_in_each_spelling(spelling: str):
    access = make_agent_access()
    field = make_field(project=make_project(owner=access.user))
    value = make_field_value("Acme", definition=field)
    fields = {
        "null": [{"id": field.pk, "value": None}],
        "left out": [{"id": field.pk}],
        "object": {field.pk: None},
    }

    updates = [{"id": str(value.task_id), "fields": fields[spelling]}]
    statuses(access, "update_tasks", updates=updates)

    assert FieldValue.objects.get().value is None


def test_an_update_that_says_what_is_so_already_is_unchanged():
    access = make_agent_access()
    (task,) = tasks_of(access, 1, title="Same")

    found = statuses(access, "update_tasks", updates=[{"id": str(task.pk), "title": "Same"}])

    assert found == [(str(task.pk), "unchanged")]


@time_machine.travel(NOON, tick=False)
def test_completing_says_for_each_what_became_of_it():
    access = make_agent_access()
    plain, weekly = (
        make_task(owner=access.user),
        make_task(owner=access.user, due=dt.date(2026, 3, 11), recurrence="FREQ=WEEKLY"),
    )
    done = make_task(owner=access.user, completed_at=NOON)

    found = statuses(access, "complete_tasks", ids=ids_of([done, weekly, plain]))

    assert found == [
        (str(done.pk), "already_completed"),
        (str(weekly.pk), "occurrence_completed"),
        (str(plain.pk), "completed"),
    ]
    weekly.refresh_from_db()
    plain.refresh_from_db()
    assert (weekly.due, weekly.completed_at) == (Due(dt.date(2026, 3, 18)), None)
    assert (plain.completed_at, plain.completed_by) == (NOON, access.user)


@pytest.mark.parametrize(("zone", "day"), [(None, 12), ("Asia/Tokyo", 13)])
def test_the_zone_decides_which_day_an_overdue_series_catches_up_to(zone: str | None, day: int):
    access = make_agent_access()
    task = make_task(owner=access.user, due=dt.date(2026, 3, 1), recurrence="FREQ=DAILY")
    arguments = {} if zone is None else {"timezone": zone}

    with time_machine.travel(dt.datetime(2026, 3, 11, 20, tzinfo=dt.UTC), tick=False):
        statuses(access, "complete_tasks", ids=[str(task.pk)], **arguments)

    task.refresh_from_db()
    assert task.due == Due(dt.date(2026, 3, day))


def test_reopening_says_for_each_what_became_of_it():
    access = make_agent_access()
    done = make_task(owner=access.user, completed_at=NOON, completed_by=access.user)
    open_task = make_task(owner=access.user)

    found = statuses(access, "reopen_tasks", ids=ids_of([open_task, done]))

    assert found == [(str(open_task.pk), "already_open"), (str(done.pk), "reopened")]
    done.refresh_from_db()
    assert (done.completed_at, done.completed_by) == (None, None)


@pytest.mark.parametrize("inbox", [None, "inbox"])
def test_tasks_move_to_the_inbox_in_both_spellings(inbox: str | None):
    access = make_agent_access()
    section = make_section(project=make_project(owner=access.user))
    task = make_task(project=section.project, section=section)

    found = statuses(access, "move_tasks", ids=[str(task.pk)], project_id=inbox)

    task.refresh_from_db()
    assert (found, task.project, task.section) == ([(str(task.pk), "moved")], None, None)


def test_a_section_alone_names_its_project():
    access = make_agent_access()
    section = make_section(project=make_project(owner=access.user))
    first, second = (make_task(owner=access.user), make_task(project=section.project))
    there = make_task(project=section.project, section=section)

    found = statuses(
        access, "move_tasks", ids=ids_of([first, second, there]), section_id=str(section.pk)
    )

    assert [status for _, status in found] == ["moved", "moved", "unchanged"]
    assert set(Task.objects.values_list("project", "section")) == {(section.project_id, section.pk)}


def test_a_subtask_moves_with_its_parent_and_alone_becomes_top_level():
    access = make_agent_access()
    project = make_project(owner=access.user)
    parent = make_task(owner=access.user)
    with_it = make_task(owner=access.user, parent=parent)
    other_parent = make_task(owner=access.user)
    alone = make_task(owner=access.user, parent=other_parent)

    statuses(access, "move_tasks", ids=ids_of([parent, alone]), project_id=str(project.pk))

    for task in (with_it, alone, other_parent):
        task.refresh_from_db()
    assert (with_it.project, with_it.parent) == (project, parent)
    assert (alone.project, alone.parent) == (project, None)
    assert other_parent.project is None


def test_a_date_keeps_time_and_zone_and_a_time_replaces_both():
    access = make_agent_access()
    pinned = Due(dt.date(2026, 3, 1), dt.time(9), "Europe/Rome")
    first, second = (make_task(owner=access.user, due=pinned) for _ in range(2))

    statuses(access, "schedule_tasks", ids=[str(first.pk)], due={"date": "2026-10-16"})
    statuses(
        access, "schedule_tasks", ids=[str(second.pk)], due={"date": "2026-10-16", "time": "10:15"}
    )

    first.refresh_from_db()
    second.refresh_from_db()
    assert first.due == Due(dt.date(2026, 10, 16), dt.time(9), "Europe/Rome")
    assert first.due_at == dt.datetime(2026, 10, 16, 9, tzinfo=ROME)
    assert second.due == Due(dt.date(2026, 10, 16), dt.time(10, 15))


@pytest.mark.parametrize("nothing", [None, {}], ids=["null", "empty object"])
def test_a_due_date_is_removed_in_both_spellings(nothing: object):
    access = make_agent_access()
    dated, undated = (
        make_task(owner=access.user, due=dt.date(2026, 3, 1)),
        make_task(owner=access.user),
    )

    found = statuses(access, "schedule_tasks", ids=ids_of([dated, undated]), due=nothing)

    assert found == [(str(dated.pk), "scheduled"), (str(undated.pk), "unchanged")]
    dated.refresh_from_db()
    assert dated.due is None


def test_trash_takes_the_tokens_own_tasks_and_what_is_below_them():
    access = make_agent_access()
    (parent,) = tasks_of(access, 1, created_token_id=token_of(access).pk)
    child = make_task(owner=access.user, parent=parent, created_token_id=token_of(access).pk)

    found = statuses(access, "trash_tasks", ids=[str(parent.pk)])

    assert found == [(str(parent.pk), "trashed")]
    child.refresh_from_db()
    assert child.is_trashed
