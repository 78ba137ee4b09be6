"""Nobody reads what is not theirs, and nobody learns whether it is there."""

import datetime as dt
from uuid import UUID, uuid4

import pytest
import time_machine

from mcp_gateway.registry import ItemNotFoundError
from mcp_gateway.services.errors import UnknownNameError
from projects_app.models import Membership
from tests.make import make_label, make_project, make_section, make_task, make_user
from tests.make_gateway import enable_gateway, issue
from tests.mcp_gateway.api.assistant import EVERY_VERSION, MODERN, Assistant
from tests.projects_app.mcp_tools.reading import NOW, Reader, titles_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

MORNING = dt.datetime(2026, 3, 11, 8, tzinfo=dt.UTC)
TODAY = dt.date(2026, 3, 11)


@pytest.fixture
def noon():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def reader():
    return Reader(make_user())


def unreadable_tasks(reader: Reader) -> list[UUID]:
    """Return ids of tasks that are foreign, deleted, in a deleted project, or not there."""
    trashed = make_project(owner=reader.user, trashed_at=MORNING)
    shared = make_project(members={reader.user: Membership.Role.EDITOR})
    return [
        make_task(due=TODAY).pk,
        make_task(project=make_project(), due=TODAY).pk,
        make_task(owner=reader.user, project=make_project(), due=TODAY).pk,
        make_task(owner=reader.user, due=TODAY, trashed_at=MORNING).pk,
        make_task(project=trashed, due=TODAY).pk,
        make_task(project=shared, due=TODAY, trashed_at=MORNING).pk,
        uuid4(),
    ]


def unreadable_projects(reader: Reader) -> list[UUID]:
    """Return ids of projects that are foreign, deleted, or not there."""
    return [
        make_project().pk,
        make_project(owner=reader.user, trashed_at=MORNING).pk,
        make_project(archived_at=MORNING).pk,
        uuid4(),
    ]


def test_an_unreadable_task_is_not_found_whatever_the_reason(reader):
    errors = [reader.refused("get_task", id=str(pk)) for pk in unreadable_tasks(reader)]

    assert {type(error) for error in errors} == {ItemNotFoundError}
    assert {error.message for error in errors} == {"task not found"}
    assert {str(error.body()) for error in errors} == {str(errors[0].body())}


def test_an_unreadable_task_is_no_resource_whatever_the_reason(reader):
    errors = [reader.read_refused(f"workspace://tasks/{pk}") for pk in unreadable_tasks(reader)]

    assert {str(error.body()) for error in errors} == {str(errors[0].body())}
    assert errors[0].code == "not_found"


def test_an_unreadable_project_is_not_found_whatever_the_reason(reader):
    for pk in unreadable_projects(reader):
        error = reader.refused("list_tasks", project_id=str(pk))
        again = reader.read_refused(f"workspace://projects/{pk}")

        expected = {"error": "not_found", "message": "No such project.", "ids": [str(pk)]}
        assert error.body() == again.body() == expected


@pytest.mark.parametrize("version", EVERY_VERSION)
@pytest.mark.parametrize(
    ("kind", "unreadable"), [("tasks", unreadable_tasks), ("projects", unreadable_projects)]
)
def test_on_the_wire_what_is_unreadable_is_an_unknown_resource(reader, kind, unreadable, version):
    assistant = Assistant(secret=issue(reader.user), address="10.9.0.1")
    enable_gateway()

    for uri in [f"workspace://{kind}/{pk}" for pk in unreadable(reader)]:
        status, answer = assistant.answer("resources/read", {"uri": uri}, version=version)

        code = -32602 if version == MODERN else -32002
        assert (status, answer["error"]["code"]) == (200, code)
        assert answer["error"]["data"] == {"uri": uri}


def test_lists_hold_nothing_unreadable(reader):
    unreadable_tasks(reader)
    unreadable_projects(reader)
    make_label()
    make_section()

    assert reader.titles(include_completed=True) == []
    assert reader.titles("search_tasks", query="task") == []
    assert reader.titles("search_tasks", query="täsk") == []
    assert reader.call("list_labels")["labels"] == []
    assert reader.complete("workspace://tasks/{id}{?tz}", "id", "") == []
    for view in ("inbox", "today", "upcoming"):
        assert reader.read(f"workspace://views/{view}")["tasks"] == []
    summary = reader.call("today_summary")
    assert (summary["overdue"], summary["due_today"]) == ([], [])
    assert summary["counts"]["inbox"] == 0
    assert summary["counts"]["overdue"] == summary["counts"]["due_today"] == 0


def test_unreadable_projects_are_neither_listed_nor_completed(reader):
    unreadable_projects(reader)

    assert reader.call("list_projects", include_archived=True)["projects"] == []
    assert reader.read("workspace://projects")["projects"] == []
    assert reader.complete("workspace://projects/{id}{?tz}", "id", "") == []


def test_unreadable_subtasks_are_left_out(reader):
    task = make_task(owner=reader.user)
    make_task(parent=task)
    make_task(owner=reader.user, parent=task, trashed_at=MORNING)

    assert reader.call("get_task", id=str(task.pk))["subtasks"] == []


@pytest.mark.parametrize("role", list(Membership.Role))
def test_every_member_of_a_project_reads_it_but_no_inbox_of_others(role):
    ada, sam = make_user(), make_user()
    if role is Membership.Role.OWNER:
        project = make_project(owner=sam, members={ada: Membership.Role.EDITOR})
    else:
        project = make_project(owner=ada, members={sam: role})
    make_task(project=project, title="shared")
    make_task(owner=ada, title="private")

    found = Reader(sam).call("list_tasks")["tasks"]

    assert titles_of(found) == ["shared"]
    assert found[0]["shared"] is True


def test_who_left_a_project_reads_it_no_longer(reader):
    project = make_project(members={reader.user: Membership.Role.EDITOR})
    make_task(owner=reader.user, project=project, title="mine once")
    assert reader.titles() == ["mine once"]

    Membership.objects.filter(user_id=reader.user.pk).delete()

    assert reader.titles() == []


@pytest.mark.parametrize("uri", ["workspace://tasks/1", "workspace://projects/x", "workspace://x"])
def test_what_is_no_id_is_no_resource(reader, uri):
    with pytest.raises(UnknownNameError):
        reader.read(uri)
