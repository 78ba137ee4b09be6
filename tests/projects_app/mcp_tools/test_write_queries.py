"""What a changing call costs: a number of queries that does not grow with its items."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from mcp_gateway.models import AuditSeal
from tests.make import make_label
from tests.make_gateway import make_agent_access
from tests.projects_app.mcp_tools.changing import CHANGING, Example, answer

pytestmark = pytest.mark.django_db

MOST_QUERIES = 25
TRANSACTION_WORDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


@contextmanager
def counted() -> Iterator[list[str]]:
    """Collect what a call asks of the database, the sealing of its audit event included.

    The list is filled when the block ends. What begins and ends transactions asks nothing.
    """
    queries: list[str] = []
    with (
        CaptureQueriesContext(connection) as captured,
        TestCase.captureOnCommitCallbacks(execute=True),
    ):
        yield queries
    statements = (query["sql"] for query in captured.captured_queries)
    queries += (sql for sql in statements if not sql.startswith(TRANSACTION_WORDS))


def queries_of(tool: str, count: int) -> list[str]:
    """Return the queries of one call over so many items; the access was opened before."""
    access = make_agent_access()
    arguments = Example(access, count=count).arguments(tool)
    with counted() as queries:
        answer(access, tool, **arguments)
    return queries


@pytest.mark.parametrize("tool", CHANGING)
def test_fifty_items_cost_as_many_queries_as_five(tool):
    few, many = queries_of(tool, 5), queries_of(tool, 50)

    assert len(many) == len(few)
    assert any(AuditSeal._meta.db_table in query for query in many)
    assert len(many) <= MOST_QUERIES


def test_a_request_id_and_the_first_call_of_a_day_stay_within_the_limit():
    access = make_agent_access()
    arguments = Example(access, count=50).arguments("create_tasks")

    with counted() as queries:
        answer(access, "create_tasks", **arguments, client_request_id="one")

    assert len(queries) <= MOST_QUERIES


def test_replacing_labels_and_values_stays_within_the_limit():
    access = make_agent_access()
    arguments = Example(access, count=50).arguments("update_tasks")
    answer(access, "update_tasks", **arguments)
    other = make_label(owner=access.user).name
    updates = [
        {
            "id": update["id"],
            "title": "again",
            "labels": [other],
            "fields": dict.fromkeys(update["fields"]),
        }
        for update in arguments["updates"]
    ]

    with counted() as queries:
        answer(access, "update_tasks", updates=updates)

    assert len(queries) <= MOST_QUERIES
