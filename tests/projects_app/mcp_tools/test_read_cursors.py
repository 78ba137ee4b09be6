"""A cursor goes on with one list, for one token, for a day."""

import datetime as dt

import pytest
import time_machine

from mcp_gateway.registry import InvalidArgumentsError
from projects_app.models import Membership
from tests.make import make_label, make_project, make_task, make_user
from tests.projects_app.mcp_tools.reading import NOW, Reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

PAGED = [
    pytest.param("list_tasks", {"limit": 1}, id="list_tasks"),
    pytest.param("search_tasks", {"limit": 1, "query": "task"}, id="search_tasks"),
    pytest.param("list_projects", {}, id="list_projects"),
    pytest.param("list_labels", {}, id="list_labels"),
]


@pytest.fixture
def noon():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def reader(monkeypatch):
    monkeypatch.setattr("projects_app.mcp_tools.read.MOST_ITEMS", 1)
    ada = make_user()
    project = make_project(owner=ada, members={make_user("sam"): Membership.Role.EDITOR})
    make_project(owner=ada)
    for title in ("task 1", "task 2"):
        make_task(project=project, title=title)
        make_label(owner=ada)
    return Reader(ada)


def refusal(reader: Reader, tool: str, arguments: dict[str, object], cursor: str) -> str:
    """Return the argument that a page is refused for."""
    error = reader.refused(tool, **arguments, cursor=cursor)
    assert isinstance(error, InvalidArgumentsError)
    return error.argument


@pytest.mark.parametrize(("tool", "arguments"), PAGED)
def test_a_cursor_goes_on_where_the_page_ended(reader, tool, arguments):
    first = reader.call(tool, **arguments)
    second = reader.call(tool, **arguments, cursor=first["next_cursor"])

    (rows,) = [name for name, value in first.items() if isinstance(value, list)]
    assert len(first[rows]) == len(second[rows]) == 1
    assert first[rows][0]["id"] != second[rows][0]["id"]
    assert second["next_cursor"] is None


@pytest.mark.parametrize(("tool", "arguments"), PAGED)
def test_a_tampered_cursor_is_refused(reader, tool, arguments):
    cursor = reader.call(tool, **arguments)["next_cursor"]
    changed = ("A" if cursor[0] != "A" else "B") + cursor[1:]

    for wrong in (changed, cursor[:-1], cursor + "A", "", "x", ":::", "é", "x" * 100_000):
        assert refusal(reader, tool, arguments, wrong) == "cursor"


@pytest.mark.parametrize(("tool", "arguments"), PAGED)
def test_a_cursor_is_of_no_use_to_another_account_or_token(reader, tool, arguments):
    cursor = reader.call(tool, **arguments)["next_cursor"]

    for other in (Reader(make_user()), Reader(reader.user)):
        assert refusal(other, tool, arguments, cursor) == "cursor"


@pytest.mark.parametrize(("tool", "arguments"), PAGED)
def test_a_cursor_expires_after_a_day(reader, noon, tool, arguments):
    cursor = reader.call(tool, **arguments)["next_cursor"]

    noon.shift(dt.timedelta(hours=23, minutes=59))
    reader.call(tool, **arguments, cursor=cursor)
    noon.shift(dt.timedelta(minutes=2))

    assert refusal(reader, tool, arguments, cursor) == "cursor"


@pytest.mark.parametrize(
    "changed",
    [
        {"limit": 2},
        {"timezone": "Asia/Tokyo"},
        {"priority": 4},
        {"include_completed": True},
        {"view": "inbox"},
    ],
)
def test_a_cursor_goes_with_the_arguments_it_came_from(reader, changed):
    cursor = reader.call("list_tasks", limit=1)["next_cursor"]

    assert refusal(reader, "list_tasks", {"limit": 1, **changed}, cursor) == "cursor"


def test_a_cursor_of_one_tool_is_refused_by_another(reader):
    cursor = reader.call("list_tasks", limit=1)["next_cursor"]

    assert refusal(reader, "search_tasks", {"limit": 1, "query": "task"}, cursor) == "cursor"
    assert refusal(reader, "list_labels", {}, cursor) == "cursor"
