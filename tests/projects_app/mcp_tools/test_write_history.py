"""Reading what has changed, and taking one's own changes back."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from mcp_gateway.registry import InvalidArgumentsError, Scope
from projects_app.mcp_tools.history_results import ChangeList
from projects_app.models import (
    Change,
    ChangeSet,
    Comment,
    FieldDefinition,
    Label,
    Membership,
    Project,
    Task,
    TaskLabel,
)
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER
from tests.make import (
    make_change,
    make_comment,
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_task,
    make_user,
)
from tests.make_gateway import make_access, make_agent_access
from tests.projects_app.mcp_tools.changing import (
    CHANGING,
    NOON,
    Example,
    answer,
    call,
    ids_of,
    refused,
    statuses,
    tasks_of,
    token_of,
)

pytestmark = pytest.mark.django_db


def agent(user, name: str = "assistant"):
    """Return another agent token of an account that allows changes."""
    return make_access(user=user, scope=Scope.AGENT, writes_allowed=True, name=name)


def rename(access, task: Task, title: str) -> str:
    """Rename a task by its assistant; return the call's id."""
    result = answer(access, "update_tasks", updates=[{"id": str(task.pk), "title": title}])
    return str(result.call_id)


def listed(access, **arguments: object) -> list[Any]:
    """Return the changes that list_changes shows."""
    return list(answer(access, "list_changes", **arguments).changes)


def test_a_change_says_what_changed_when_and_how():
    access = make_agent_access()
    project = make_project(owner=access.user)
    task = make_task(project=project, title="Old")
    with time_machine.travel(NOON, tick=False):
        call_id = rename(access, task, "New")

    (change,) = listed(access)

    assert change.model_dump(mode="json") == {
        "change_id": Change.objects.get().pk,
        "call_id": call_id,
        "at": "2026-03-11T12:00:00Z",
        "kind": "task",
        "id": str(task.pk),
        "task_id": str(task.pk),
        "project_id": str(project.pk),
        "action": "updated",
        "field": "title",
        "untrusted_text": {"by": "AI assistant (assistant)", "before": "Old", "after": "New"},
        "by_you": True,
        "by_assistant": True,
        "tool": "update_tasks",
    }


def test_only_its_own_account_learns_which_assistant_it_was():
    access = make_agent_access(name="desk")
    other = make_user()
    project = make_project(owner=access.user, members={other: Membership.Role.VIEWER})
    rename(access, make_task(project=project), "New")

    (mine,), (theirs,) = listed(access), listed(make_access(user=other))

    assert (mine.untrusted_text.by, mine.by_you) == ("AI assistant (desk)", True)
    assert (theirs.untrusted_text.by, theirs.by_you) == ("AI assistant", False)
    assert theirs.by_assistant is True


def test_what_people_did_bears_their_name():
    access = make_agent_access()
    change = make_change(task=make_task(owner=access.user))

    (shown,) = listed(access)

    assert shown.untrusted_text.by == change.change_set.actor_name
    assert (shown.by_assistant, shown.tool) == (False, None)


def test_somebody_elses_history_is_not_shown():
    access = make_agent_access()
    change = make_change()
    project = make_project()
    make_change(task=make_task(project=project))

    assert listed(access) == []
    assert listed(access, task_id=str(change.task_id)) == []
    assert listed(access, project_id=str(project.pk)) == []


def test_the_newest_change_comes_first_and_one_call_keeps_its_order_reversed():
    access = make_agent_access()
    tasks = tasks_of(access, 2)
    rename(access, tasks[0], "First")
    answer(access, "complete_tasks", ids=ids_of(tasks))

    actions = [(change.action, change.id) for change in listed(access)]

    first, second = ids_of(tasks)
    assert actions == [
        ("completed", second),
        ("completed", second),
        ("completed", first),
        ("completed", first),
        ("updated", first),
    ]


def _of_task(world) -> dict[str, object]:
    return {"task_id": str(world["task"].pk)}


def _of_project(world) -> dict[str, object]:
    return {"project_id": str(world["task"].project_id)}


FILTERS: list[tuple[Callable[[dict[str, Any]], dict[str, object]], set[str]]] = [
    (lambda _: {}, {"early", "late", "other"}),
    (_of_task, {"early", "late"}),
    (_of_project, {"early", "late"}),
    (lambda _: {"token": "desk"}, {"early", "late"}),
    (lambda _: {"token": "none of that name"}, set()),
    (lambda _: {"since": "2026-03-11"}, {"late", "other"}),
    (lambda _: {"until": "2026-03-11"}, {"early"}),
    (lambda _: {"since": "2026-03-12T13:00:00+01:00"}, {"late", "other"}),
    (lambda _: {"since": "2026-03-12T12:00:01Z"}, set()),
    (lambda _: {"until": "2026-03-10T12:00:00Z"}, set()),
    (lambda _: {"since": "2026-03-10", "until": "2026-03-12T12:00:00Z"}, {"early"}),
    (lambda _: {"until": "2026-03-11", "timezone": "Pacific/Kiritimati"}, set()),
]


@pytest.mark.parametrize(("arguments", "expected"), FILTERS)
def test_filters_leave_what_fits_all_of_them(arguments, expected):
    access = make_agent_access(name="desk")
    other = agent(access.user, name="phone")
    task = make_task(project=make_project(owner=access.user))
    with time_machine.travel(dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC), tick=False):
        rename(access, task, "early")
    with time_machine.travel(dt.datetime(2026, 3, 12, 12, tzinfo=dt.UTC), tick=False):
        rename(access, task, "late")
        rename(other, make_task(owner=access.user), "other")

    shown = listed(access, **arguments({"task": task}))

    assert {change.untrusted_text.after for change in shown} == expected


def test_nobody_finds_out_the_names_of_other_peoples_tokens():
    access = make_agent_access(name="secret-name")
    other = make_user()
    project = make_project(owner=access.user, members={other: Membership.Role.EDITOR})
    rename(access, make_task(project=project), "New")

    assert listed(make_access(user=other), token="secret-name") == []


def test_pages_follow_one_another_without_gap_or_repeat():
    access = make_agent_access()
    tasks = tasks_of(access, 5)
    answer(access, "complete_tasks", ids=ids_of(tasks))
    everything = listed(access)

    pages: list[Any] = []
    cursor = None
    while cursor is not None or not pages:
        page = answer(access, "list_changes", limit=3, cursor=cursor)
        pages.append(page.changes)
        cursor = page.next_cursor

    assert [len(page) for page in pages] == [3, 3, 3, 1]
    assert [change for page in pages for change in page] == everything


def test_a_cursor_is_good_for_its_own_list_alone():
    access = make_agent_access()
    answer(access, "complete_tasks", ids=ids_of(tasks_of(access, 2)))
    cursor = answer(access, "list_changes", limit=1).next_cursor

    for caller, arguments in (
        (access, {"limit": 2}),
        (access, {"limit": 1, "token": "desk"}),
        (agent(access.user), {"limit": 1}),
        (make_agent_access(), {"limit": 1}),
    ):
        error = refused(caller, "list_changes", cursor=cursor, **arguments)
        assert isinstance(error, InvalidArgumentsError)
        assert error.argument == "cursor"


def test_long_pages_end_early_with_a_cursor():
    access = make_agent_access()
    task = make_task(owner=access.user)
    origin = make_change(task=task).change_set
    Change.objects.bulk_create(
        Change(
            change_set=origin,
            position=position,
            kind="task",
            object_id=str(task.pk),
            task=task,
            action="updated",
            field="description",
            before="b" * 9_000,
            after="ä" * 9_000,
        )
        for position in range(1, 101)
    )

    outcome = call(access, "list_changes", limit=100)

    assert isinstance(outcome.result, ChangeList)
    assert len(outcome.structured_json or b"") < 60_000
    assert 0 < len(outcome.result.changes) < 100
    assert outcome.result.next_cursor


def test_ciphertext_is_not_shown():
    access = make_agent_access()
    field = make_field(project=make_project(owner=access.user))
    value = make_field_value("c2VjcmV0", definition=field, is_encrypted=True)
    updates = [{"id": str(value.task_id), "fields": {field.pk: None}}]
    answer(access, "update_tasks", updates=updates)

    (change,) = listed(access)

    assert change.untrusted_text.before == ENCRYPTED_PLACEHOLDER
    assert change.untrusted_text.after is None


@pytest.mark.parametrize(
    "arguments", [{"since": "yesterday"}, {"until": "2026-02-30"}, {"limit": 201}, {"own": True}]
)
def test_bad_arguments_of_list_changes_are_named(arguments):
    error = refused(make_agent_access(), "list_changes", **arguments)

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == next(iter(arguments))


UNDOABLE = [name for name in CHANGING if name != "undo_changes"]


STAMPS = {"created_at", "updated_at"}


def content() -> dict[str, list[Any]]:
    """Return everything outside the trash, without the moments of saving."""
    found = {}
    for model in (Task, Project, Label, Comment):
        columns = [f.attname for f in model._meta.concrete_fields if f.name not in STAMPS]
        rows = model.objects.filter(trashed_at__isnull=True).order_by("pk")
        found[model.__name__] = list(rows.values_list(*columns))
    live = {"task__trashed_at__isnull": True, "label__trashed_at__isnull": True}
    labels = TaskLabel.objects.filter(**live).order_by("task", "label")
    found["labels"] = list(labels.values_list("task", "label"))
    return found


@pytest.mark.parametrize("tool", UNDOABLE)
def test_undo_takes_back_all_that_a_call_changed(tool):
    access = make_agent_access()
    arguments = Example(access, count=3).arguments(tool)
    before = content()
    call_id = str(answer(access, tool, **arguments).call_id)
    assert content() != before

    result = answer(access, "undo_changes", call_id=call_id)

    assert {item.status.value for item in result.items} == {"undone"}
    assert content() == before


@pytest.mark.parametrize("tool", UNDOABLE)
def test_an_undo_can_be_undone(tool):
    access = make_agent_access()
    call_id = str(answer(access, tool, **Example(access, count=3).arguments(tool)).call_id)
    changed = content()
    undo_id = str(answer(access, "undo_changes", call_id=call_id).call_id)

    answer(access, "undo_changes", call_id=undo_id)

    assert content() == changed


def test_an_undo_names_what_it_undoes():
    access = make_agent_access()
    call_id = rename(access, make_task(owner=access.user), "New")

    answer(access, "undo_changes", call_id=call_id)

    made = ChangeSet.objects.get(undoes__pk=call_id)
    assert (made.source, made.tool, made.token_id) == ("undo", "undo_changes", token_of(access).pk)
    assert str(listed(access)[0].undoes) == call_id


def test_undoing_twice_leaves_things_as_they_are():
    access = make_agent_access()
    task = make_task(owner=access.user)
    call_id = rename(access, task, "New")
    answer(access, "undo_changes", call_id=call_id)

    again = statuses(access, "undo_changes", call_id=call_id)

    assert again == [(str(task.pk), "unchanged")]


def test_what_somebody_changed_since_is_named_and_nothing_is_undone():
    access = make_agent_access()
    first, second = tasks_of(access, 2)
    updates = [{"id": str(task.pk), "title": "New"} for task in (first, second)]
    call_id = str(answer(access, "update_tasks", updates=updates).call_id)
    rename(agent(access.user), second, "Newer")

    error = refused(access, "undo_changes", call_id=call_id)

    assert (error.code, error.details) == ("changed_since", {"items": [str(second.pk)]})


def test_a_created_task_with_somebodys_comment_stays():
    access = make_agent_access()
    result = answer(access, "create_tasks", items=[{"title": "t"}])
    make_comment(task=Task.objects.get())

    error = refused(access, "undo_changes", call_id=str(result.call_id))

    assert (error.code, error.details) == ("changed_since", {"items": [result.items[0].id]})


def test_a_token_undoes_only_its_own_calls():
    access = make_agent_access()
    task = make_task(owner=access.user)
    by_person = make_change(task=make_task(owner=access.user)).change_set
    call_id = rename(access, task, "New")

    for caller, wanted in (
        (agent(access.user), call_id),
        (make_agent_access(), call_id),
        (access, str(by_person.pk)),
    ):
        error = refused(caller, "undo_changes", call_id=wanted)
        assert (error.code, error.details) == ("not_found", {"ids": [wanted]})


def test_an_undo_needs_the_role_that_the_change_needed():
    access = make_agent_access()
    project = make_project(members={access.user: Membership.Role.EDITOR})
    task = make_task(project=project)
    call_id = rename(access, task, "New")
    Membership.objects.filter(user=access.user).update(role=Membership.Role.VIEWER)

    error = refused(access, "undo_changes", call_id=call_id)

    assert (error.code, error.details) == ("forbidden", {"items": [str(task.pk)]})


def test_typed_values_come_back_as_they_were():
    access = make_agent_access()
    project = make_project(owner=access.user)
    kinds = (FieldDefinition.Kind.NUMBER, FieldDefinition.Kind.CHECKBOX, FieldDefinition.Kind.DATE)
    number, checkbox, date = (make_field(project=project, kind=kind) for kind in kinds)
    task = make_task(project=project, labels=[make_label(owner=access.user)])
    make_field_value(5, task=task, definition=number)
    make_field_value(False, task=task, definition=checkbox)
    make_field_value(dt.date(2026, 1, 2), task=task, definition=date)
    before = sorted(task.field_values.values_list("definition", "number", "checkbox", "date"))
    changes = {number.pk: 7, checkbox.pk: True, date.pk: None}
    updates = [{"id": str(task.pk), "fields": changes, "labels": []}]
    call_id = str(answer(access, "update_tasks", updates=updates).call_id)

    answer(access, "undo_changes", call_id=call_id)

    after = sorted(task.field_values.values_list("definition", "number", "checkbox", "date"))
    assert (after, task.labels.count()) == (before, 1)
