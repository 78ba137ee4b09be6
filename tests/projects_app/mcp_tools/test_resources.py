"""The resources hold what the tools return."""

import datetime as dt

import pytest
import time_machine

from mcp_gateway.catalog import registry
from mcp_gateway.registry import NOTICE, InvalidArgumentsError
from mcp_gateway.services.errors import UnknownNameError
from tests.make import make_comment, make_project, make_section, make_task, make_user
from tests.projects_app.mcp_tools.reading import NOW, Reader, titles_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

MORNING = dt.datetime(2026, 3, 11, 8, tzinfo=dt.UTC)


@pytest.fixture
def noon():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def reader():
    return Reader(make_user())


def test_the_resources_are_those_of_the_contract():
    listed = {resource.uri: resource.is_template for resource in registry().resources}

    assert {
        "workspace://projects": False,
        "workspace://views/inbox{?tz}": False,
        "workspace://views/today{?tz}": False,
        "workspace://views/upcoming{?tz}": False,
        "workspace://projects/{id}{?tz}": True,
        "workspace://tasks/{id}{?tz}": True,
    }.items() <= listed.items()


def test_projects_are_those_of_the_tool(reader):
    make_project(owner=reader.user)
    make_project(owner=reader.user, archived_at=MORNING)

    expected = reader.call("list_projects")

    del expected["next_cursor"]
    assert reader.read("workspace://projects") == expected


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati"])
@pytest.mark.parametrize("view", ["inbox", "today", "upcoming"])
def test_views_are_those_of_the_tool_in_the_zone(reader, view, zone):
    for number in (10, 11, 12, 13):
        make_task(owner=reader.user, due=dt.date(2026, 3, number))
    query = "" if zone == "UTC" else f"?tz={zone}"

    expected = reader.call("list_tasks", view=view, timezone=zone)

    del expected["next_cursor"]
    assert reader.read(f"workspace://views/{view}{query}") == expected


def test_a_task_is_that_of_the_tool(reader):
    task = make_task(owner=reader.user, due=dt.date(2026, 3, 11))
    make_comment(task=task)

    found = reader.read(f"workspace://tasks/{task.pk}?tz=Asia/Tokyo")

    assert found == reader.call("get_task", id=str(task.pk), timezone="Asia/Tokyo")


def test_a_project_has_its_sections_and_open_tasks(reader):
    project = make_project(owner=reader.user, name="Garden", archived_at=MORNING)
    second = make_section(project=project, name="Second", position=2)
    first = make_section(project=project, name="First", position=1)
    make_section(project=project, trashed_at=MORNING)
    make_task(project=project, title="open")
    make_task(project=project, title="done", completed_at=MORNING)

    found = reader.read(f"workspace://projects/{project.pk}")

    assert found["project"]["untrusted_text"]["name"] == "Garden"
    assert found["sections"] == [
        {"id": str(first.pk), "untrusted_text": {"name": "First"}},
        {"id": str(second.pk), "untrusted_text": {"name": "Second"}},
    ]
    assert titles_of(found["tasks"]) == ["open"]
    assert "truncated" not in found
    assert (found["timezone"], found["_notice"]) == ("UTC", NOTICE)


def test_more_than_200_tasks_are_truncated_and_say_so(reader):
    project = make_project(owner=reader.user)
    for _ in range(201):
        make_task(project=project)
        make_task(owner=reader.user)

    found = reader.read(f"workspace://projects/{project.pk}")
    inbox = reader.read("workspace://views/inbox")

    assert found["truncated"] is inbox["truncated"] is True
    assert 100 < len(found["tasks"]) <= 200
    assert 100 < len(inbox["tasks"]) <= 200


def test_an_unknown_zone_is_refused_by_name(reader):
    error = reader.read_refused("workspace://views/today?tz=Mars/Base")

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == "tz"


@pytest.mark.parametrize(
    "uri",
    [
        "workspace://views/today?zone=UTC",
        "workspace://views/week",
        "workspace://projects?tz=UTC",
        "workspace://tasks",
    ],
)
def test_other_uris_are_unknown(reader, uri):
    with pytest.raises(UnknownNameError):
        reader.read(uri)


def test_ids_are_completed_by_their_beginning_or_by_title(reader):
    task = make_task(owner=reader.user, title="Water the tomatoes")
    project = make_project(owner=reader.user, name="Garden")
    archived = make_project(owner=reader.user, name="Garden shed", archived_at=MORNING)
    make_task(owner=reader.user, title="Water", completed_at=MORNING)
    tasks, projects = "workspace://tasks/{id}{?tz}", "workspace://projects/{id}{?tz}"

    for typed in ("", "water", str(task.pk)[:11], task.pk.hex):
        assert reader.complete(tasks, "id", typed) == [str(task.pk)]
    assert reader.complete(tasks, "id", "zzz") == []
    assert reader.complete(projects, "id", "gard") == [str(project.pk)]
    assert reader.complete(projects, "id", str(archived.pk)) == []


def test_zones_are_completed_whatever_the_case(reader):
    found = reader.complete("workspace://tasks/{id}{?tz}", "tz", "europe/ro")

    assert found == ["Europe/Rome"]


def test_one_more_value_is_completed_than_an_answer_holds(reader):
    for _ in range(102):
        make_task(owner=reader.user)

    assert len(reader.complete("workspace://tasks/{id}{?tz}", "id", "")) == 101
    assert len(reader.complete("workspace://projects/{id}{?tz}", "tz", "")) == 101
