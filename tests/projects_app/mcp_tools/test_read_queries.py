"""Reading takes a constant number of queries, each of them by index."""

import datetime as dt

import pytest
from django.contrib.auth.models import AbstractUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mcp_gateway.catalog import registry
from mcp_gateway.registry import ToolContext
from projects_app.models import Membership
from projects_app.models.due import Due
from tests.make import (
    make_comment,
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.projects_app.mcp_tools.reading import Reader

pytestmark = pytest.mark.django_db

MOST_FOR_A_PAGE = 6
TOKYO = Due(dt.date(2026, 3, 11), dt.time(1), "Asia/Tokyo")


def fill(user: AbstractUser, count: int) -> str:
    """Make tasks with all that a row can have, and return the id of one."""
    sam = make_user()
    project = make_project(owner=user, members={sam: Membership.Role.EDITOR})
    section, label = make_section(project=project), make_label(owner=user, name="home")
    field = make_field(project=project)
    parent = make_task(project=project)
    for number in range(count):
        task = make_task(
            project=project,
            section=section,
            parent=parent,
            title=f"Task {number}",
            due=TOKYO,
            labels=[label],
            assignee=sam,
        )
        make_field_value("x", task=task, definition=field)
        make_comment(task=parent)
    return str(parent.pk)


def queries_of(reader: Reader, tool: str, **arguments: object) -> list[str]:
    """Return the queries that a tool makes, without those of the pipeline around it."""
    declared = registry().tools[tool]
    context: ToolContext[AbstractUser] = ToolContext(
        caller=reader.access.caller,
        call_id=make_task().pk,
        request_id="r1",
        now=dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC),
    )
    with CaptureQueriesContext(
        connection,
    ) as captured:
        declared.function(context, declared.args_model.model_validate(arguments))
    return [query["sql"] for query in captured.captured_queries]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({}, id="utc"),
        pytest.param({"timezone": "Europe/Rome"}, id="zone"),
        pytest.param({"label": "home", "timezone": "Europe/Rome"}, id="label in a zone"),
        pytest.param({"include_completed": True}, id="all states"),
    ],
)
def test_a_full_page_of_tasks_takes_few_queries(arguments):
    ada = make_user()
    fill(ada, 205)

    queries = queries_of(Reader(ada), "list_tasks", limit=200, **arguments)

    assert len(queries) <= MOST_FOR_A_PAGE


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        pytest.param("list_tasks", {}, id="list_tasks"),
        pytest.param("list_tasks", {"timezone": "Europe/Rome"}, id="list_tasks in a zone"),
        pytest.param("search_tasks", {"query": "task"}, id="search_tasks"),
        pytest.param("list_projects", {}, id="list_projects"),
        pytest.param("list_labels", {}, id="list_labels"),
        pytest.param("today_summary", {"timezone": "Europe/Rome"}, id="today_summary"),
        pytest.param("get_task", {}, id="get_task"),
    ],
)
def test_the_number_of_queries_does_not_grow(tool, arguments):
    few, many = make_user(), make_user()
    counts = []
    for user, count in ((few, 2), (many, 30)):
        pk = fill(user, count)
        given = {**arguments, "id": pk} if tool == "get_task" else arguments
        counts.append(len(queries_of(Reader(user), tool, **given)))

    assert counts[0] == counts[1]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="plans are SQLite's")
@pytest.mark.parametrize("arguments", [{}, {"timezone": "Europe/Rome"}, {"view": "inbox"}])
def test_no_query_reads_a_whole_table(arguments):
    ada = make_user()
    fill(ada, 3)

    for sql in queries_of(Reader(ada), "list_tasks", **arguments):
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")  # the query has its values in it
            steps = [row[-1] for row in cursor.fetchall()]
        assert not [step for step in steps if step.startswith("SCAN projects_app")]
