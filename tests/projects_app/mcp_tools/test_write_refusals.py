"""Bad input of changing tools: named by its path, and nothing at all changed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from mcp_gateway.models import GatewaySettings
from mcp_gateway.registry import InvalidArgumentsError, Scope
from mcp_gateway.services.callers import Access
from projects_app.models import FieldDefinition, Membership
from tests.make import (
    make_comment,
    make_field,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.make_gateway import make_access, make_agent_access
from tests.projects_app.mcp_tools.changing import NOON, Example, refused, token_of

pytestmark = pytest.mark.django_db

UNKNOWN = "0b6f0000-0000-4000-8000-000000000000"


@dataclass
class World:
    """An assistant's account, and what is and is not its own."""

    access: Access
    own: str
    own_project: str
    viewed: str
    viewed_project: str
    foreign: str
    foreign_project: str
    trashed: str
    section: str
    foreign_section: str
    field: str
    inbox: str
    other_project: str
    comment: str


@pytest.fixture
def world() -> World:
    access = make_agent_access()
    project = make_project(owner=access.user)
    viewed = make_project(members={access.user: Membership.Role.VIEWER})
    foreign = make_project()
    return World(
        access=access,
        own=str(make_task(project=project).pk),
        own_project=str(project.pk),
        viewed=str(make_task(project=viewed).pk),
        viewed_project=str(viewed.pk),
        foreign=str(make_task(project=foreign).pk),
        foreign_project=str(foreign.pk),
        trashed=str(make_task(project=project, trashed_at=NOON).pk),
        section=str(make_section(project=project).pk),
        foreign_section=str(make_section(project=foreign).pk),
        field=make_field(project=project, kind=FieldDefinition.Kind.NUMBER).pk,
        inbox=str(make_task(owner=access.user).pk),
        other_project=str(make_project(owner=access.user).pk),
        comment=str(make_comment(task=make_task(owner=access.user)).pk),
    )


def item(**fields: object) -> dict[str, object]:
    """Return create_tasks' arguments: a good item, and then one with these fields."""
    return {"items": [{"title": "good"}, {"title": "bad"} | fields]}


def update(world: World, **fields: object) -> dict[str, object]:
    """Return update_tasks' arguments with one update."""
    return {"updates": [{"id": world.own} | fields]}


INVALID: list[tuple[str, Callable[[World], dict[str, Any]], str]] = [
    ("create_tasks", lambda _: {}, "items"),
    ("create_tasks", lambda _: {"items": []}, "items"),
    ("create_tasks", lambda _: {"items": None}, "items"),
    ("create_tasks", lambda _: {"items": [{"title": "t"}] * 51}, "items"),
    ("create_tasks", lambda _: {"items": [{"title": "t"}], "colour": 1}, "colour"),
    ("create_tasks", lambda _: item(colour=1), "items[1].colour"),
    ("create_tasks", lambda _: item(assignee_id="1"), "items[1].assignee_id"),
    ("create_tasks", lambda _: {"items": [{}]}, "items[0].title"),
    ("create_tasks", lambda _: item(title=""), "items[1].title"),
    ("create_tasks", lambda _: item(title=" \n"), "items[1].title"),
    ("create_tasks", lambda _: item(title=None), "items[1].title"),
    ("create_tasks", lambda _: item(title="x" * 501), "items[1].title"),
    ("create_tasks", lambda _: item(title="a\0b"), "items[1].title"),
    ("create_tasks", lambda _: item(title="\ud800"), "items[1].title"),
    ("create_tasks", lambda _: item(description="x" * 100_001), "items[1].description"),
    ("create_tasks", lambda _: item(priority=7), "items[1].priority"),
    ("create_tasks", lambda _: item(priority=0), "items[1].priority"),
    ("create_tasks", lambda _: item(priority="1"), "items[1].priority"),
    ("create_tasks", lambda _: item(priority=True), "items[1].priority"),
    ("create_tasks", lambda _: item(estimate_minutes=0), "items[1].estimate_minutes"),
    ("create_tasks", lambda _: item(estimate_minutes=100_001), "items[1].estimate_minutes"),
    ("create_tasks", lambda _: item(recurrence="now and then"), "items[1].recurrence"),
    ("create_tasks", lambda _: item(recurrence="FREQ=SOMETIMES"), "items[1].recurrence"),
    ("create_tasks", lambda _: item(due={"time": "10:00"}), "items[1].due.date"),
    ("create_tasks", lambda _: item(due={"date": "2026-02-30"}), "items[1].due.date"),
    ("create_tasks", lambda _: item(due={"date": "16.10.2026"}), "items[1].due.date"),
    ("create_tasks", lambda _: item(due={"date": "9999-12-31"}), "items[1].due"),
    (
        "create_tasks",
        lambda _: item(due={"date": "2026-10-16", "time": "25:00"}),
        "items[1].due.time",
    ),
    (
        "create_tasks",
        lambda _: item(due={"date": "2026-10-16", "time": "10:00Z"}),
        "items[1].due.time",
    ),
    (
        "create_tasks",
        lambda _: item(due={"date": "2026-10-16", "tz": "Europe/Rome"}),
        "items[1].due",
    ),
    (
        "create_tasks",
        lambda _: item(due={"date": "2026-10-16", "time": "10:00", "tz": "../etc/passwd"}),
        "items[1].due",
    ),
    ("create_tasks", lambda _: item(labels=["nowhere"]), "items[1].labels[0]"),
    ("create_tasks", lambda _: item(project_id="42"), "items[1].project_id"),
    (
        "create_tasks",
        lambda w: item(project_id=w.own_project, parent_id=w.inbox),
        "items[1].parent_id",
    ),
    (
        "create_tasks",
        lambda w: item(project_id=w.other_project, section_id=w.section),
        "items[1].section_id",
    ),
    (
        "create_tasks",
        lambda w: item(project_id=w.own_project, fields={w.field: "many"}),
        "items[1].fields[0]",
    ),
    (
        "create_tasks",
        lambda w: item(fields=[{"id": w.field, "value": "1"}]),
        "items[1].fields[0]",
    ),
    (
        "create_tasks",
        lambda w: item(project_id=w.own_project, fields=[{"id": "f-unknown", "value": "1"}]),
        "items[1].fields[0]",
    ),
    (
        "create_tasks",
        lambda w: item(project_id=w.own_project, fields=[{"id": w.field, "value": [1]}]),
        "items[1].fields[0].value",
    ),
    ("create_tasks", lambda _: item(labels=["l"] * 51), "items[1].labels"),
    ("create_tasks", lambda _: item(labels=[""]), "items[1].labels[0]"),
    ("create_tasks", lambda _: item(labels=["l" * 101]), "items[1].labels[0]"),
    ("create_tasks", lambda _: item(fields=dict.fromkeys(map(str, range(101)))), "items[1].fields"),
    ("create_tasks", lambda _: item(fields="f"), "items[1].fields"),
    ("create_tasks", lambda _: item(fields=[{"id": "f" * 41}]), "items[1].fields[0].id"),
    ("create_tasks", lambda _: item() | {"client_request_id": ""}, "client_request_id"),
    ("create_tasks", lambda _: item() | {"client_request_id": "x" * 129}, "client_request_id"),
    ("update_tasks", lambda _: {}, "updates"),
    ("update_tasks", lambda w: update(w, status="done"), "updates[0].status"),
    ("update_tasks", lambda w: update(w, title=""), "updates[0].title"),
    ("update_tasks", lambda w: update(w, title=None), "updates[0].title"),
    ("update_tasks", lambda w: update(w, priority=7), "updates[0].priority"),
    ("update_tasks", lambda w: update(w, estimate_minutes=-1), "updates[0].estimate_minutes"),
    ("update_tasks", lambda w: update(w, recurrence="sometimes"), "updates[0].recurrence"),
    ("update_tasks", lambda w: update(w, labels=["nowhere"]), "updates[0].labels[0]"),
    ("update_tasks", lambda w: update(w, fields={w.field: True}), "updates[0].fields[0]"),
    ("update_tasks", lambda _: {"updates": [{"title": "t"}]}, "updates[0].id"),
    ("update_tasks", lambda w: {"updates": [{"id": w.own}] * 2}, "updates[1].id"),
    ("complete_tasks", lambda _: {"ids": []}, "ids"),
    ("complete_tasks", lambda w: {"ids": [w.own, w.own]}, "ids[1]"),
    ("complete_tasks", lambda w: {"ids": [w.own, "42"]}, "ids[1]"),
    ("complete_tasks", lambda w: {"ids": [w.own], "timezone": "Mars/Olympus"}, "timezone"),
    ("reopen_tasks", lambda w: {"ids": [w.own, w.own]}, "ids[1]"),
    ("move_tasks", lambda w: {"ids": [w.own]}, "project_id"),
    ("move_tasks", lambda w: {"ids": [w.own], "project_id": "elsewhere"}, "project_id"),
    (
        "move_tasks",
        lambda w: {"ids": [w.own], "project_id": None, "section_id": w.section},
        "project_id",
    ),
    (
        "move_tasks",
        lambda w: {"ids": [w.own], "project_id": w.other_project, "section_id": w.section},
        "section_id",
    ),
    ("move_tasks", lambda w: {"ids": [w.own, w.own], "project_id": None}, "ids[1]"),
    ("schedule_tasks", lambda w: {"ids": [w.own]}, "due"),
    ("schedule_tasks", lambda w: {"ids": [w.own], "due": "tomorrow"}, "due"),
    ("schedule_tasks", lambda w: {"ids": [w.own], "due": {"time": "10:00"}}, "due.date"),
    (
        "schedule_tasks",
        lambda w: {"ids": [w.own], "due": {"date": "2026-10-16", "tz": "Europe/Rome"}},
        "due",
    ),
    ("schedule_tasks", lambda w: {"ids": [w.own, w.own], "due": None}, "ids[1]"),
    ("create_project", lambda _: {}, "name"),
    ("create_project", lambda _: {"name": "  "}, "name"),
    ("create_project", lambda _: {"name": "x" * 201}, "name"),
    ("create_project", lambda _: {"name": "n", "color": "red"}, "color"),
    ("create_label", lambda _: {"name": "x" * 101}, "name"),
    ("create_label", lambda _: {"name": "n", "color": "#12345"}, "color"),
    ("add_comment", lambda w: {"task_id": w.own, "body": " "}, "body"),
    ("add_comment", lambda w: {"task_id": w.own, "body": "x" * 20_001}, "body"),
    ("add_comment", lambda w: {"task_id": w.own, "body": "b", "parent_id": w.comment}, "parent_id"),
    ("trash_tasks", lambda w: {"ids": [w.own, w.own]}, "ids[1]"),
    ("undo_changes", lambda _: {"call_id": "last"}, "call_id"),
    ("undo_changes", lambda _: {"call_id": UNKNOWN, "force": True}, "force"),
]


@pytest.mark.parametrize(
    ("tool", "arguments", "argument"),
    [pytest.param(*row, id=f"{index}-{row[0]}-{row[2]}") for index, row in enumerate(INVALID)],
)
def test_bad_input_is_named_by_its_path_and_changes_nothing(world, tool, arguments, argument):
    error = refused(world.access, tool, **arguments(world))

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == argument


BY_IDS = {
    "update_tasks": lambda ids: {"updates": [{"id": pk, "priority": 1} for pk in ids]},
    "complete_tasks": lambda ids: {"ids": ids},
    "reopen_tasks": lambda ids: {"ids": ids},
    "move_tasks": lambda ids: {"ids": ids, "project_id": None},
    "schedule_tasks": lambda ids: {"ids": ids, "due": {"date": "2026-10-16"}},
    "trash_tasks": lambda ids: {"ids": ids},
}


@pytest.mark.parametrize("tool", BY_IDS)
def test_unknown_trashed_and_foreign_tasks_are_alike_and_named(world, tool):
    missing = [UNKNOWN, world.trashed, world.foreign]

    error = refused(world.access, tool, **BY_IDS[tool]([world.own, *missing]))

    assert (error.code, error.details) == ("not_found", {"ids": missing})


@pytest.mark.parametrize("tool", BY_IDS)
def test_tasks_of_a_project_one_only_reads_are_named(world, tool):
    error = refused(world.access, tool, **BY_IDS[tool]([world.own, world.viewed]))

    assert (error.code, error.details) == ("forbidden", {"items": [world.viewed]})


NAMING = [
    ("create_tasks", lambda pk: {"items": [{"title": "t", "project_id": pk}]}),
    ("move_tasks", lambda pk: {"ids": [], "project_id": pk}),
    ("create_project", lambda pk: {"name": "n", "parent_id": pk}),
]


@pytest.mark.parametrize(("tool", "arguments"), NAMING)
def test_a_project_must_be_there_and_the_callers_to_write_in(world, tool, arguments):
    def error_for(project_id: str):
        sent = arguments(project_id)
        if "ids" in sent:
            sent["ids"] = [world.own]
        return refused(world.access, tool, **sent)

    foreign, viewed = error_for(world.foreign_project), error_for(world.viewed_project)

    assert (foreign.code, foreign.details) == ("not_found", {"ids": [world.foreign_project]})
    assert (viewed.code, viewed.details) == ("forbidden", {"items": [world.viewed_project]})


@pytest.mark.parametrize(
    "arguments",
    [
        lambda w: ("create_tasks", item(section_id=w.foreign_section), w.foreign_section),
        lambda w: ("create_tasks", item(parent_id=w.foreign), w.foreign),
        lambda w: ("create_tasks", item(parent_id=w.trashed), w.trashed),
        lambda w: (
            "move_tasks",
            {"ids": [w.own], "section_id": w.foreign_section},
            w.foreign_section,
        ),
        lambda w: ("add_comment", {"task_id": w.foreign, "body": "b"}, w.foreign),
        lambda w: ("add_comment", {"task_id": w.trashed, "body": "b"}, w.trashed),
        lambda w: ("undo_changes", {"call_id": UNKNOWN}, UNKNOWN),
    ],
)
def test_what_a_call_refers_to_must_be_there(world, arguments):
    tool, sent, missing = arguments(world)

    error = refused(world.access, tool, **sent)

    assert (error.code, error.details) == ("not_found", {"ids": [missing]})


def test_a_viewer_cannot_comment(world):
    error = refused(world.access, "add_comment", task_id=world.viewed, body="b")

    assert (error.code, error.details) == ("forbidden", {"items": [world.viewed]})


def test_tasks_do_not_move_to_other_readers(world):
    shared = make_project(owner=world.access.user, members={make_user(): Membership.Role.EDITOR})

    error = refused(world.access, "move_tasks", ids=[world.own], project_id=str(shared.pk))

    assert (error.code, error.details) == ("scope_change", {"items": [world.own]})


def test_only_the_tokens_own_tasks_go_to_the_trash(world):
    mine = make_task(owner=world.access.user, created_token_id=token_of(world.access).pk)
    below = make_task(owner=world.access.user, parent=mine)

    error = refused(world.access, "trash_tasks", ids=[str(mine.pk)])
    other = refused(world.access, "trash_tasks", ids=[str(mine.pk), world.own])

    assert (error.code, error.details) == ("not_permitted", {"items": [str(below.pk)]})
    assert (other.code, other.details) == (
        "not_permitted",
        {"items": [world.own, str(below.pk)]},
    )


@pytest.mark.parametrize("tool", ["create_tasks", *BY_IDS])
def test_the_owners_limit_counts_the_items_of_every_tool(tool):
    user = make_agent_access().user
    GatewaySettings.objects.update(items_per_call=2)
    access = make_access(user=user, scope=Scope.AGENT, writes_allowed=True)
    arguments = Example(access, count=3).arguments(tool)

    error = refused(access, tool, **arguments)

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == next(iter(arguments))


def test_a_label_of_somebody_else_is_no_label(world):
    label = make_label()

    error = refused(world.access, "create_tasks", **item(labels=[str(label.pk)]))

    assert error.code == "invalid_arguments"
