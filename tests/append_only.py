"""Emptying the test database between tests, although its audit log is append-only.

Tests that commit are cleaned up by deleting every row, which the triggers refuse. They are
taken away for the cleaning alone and stand again before the next test.
"""

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.db import connection
from django.db.models.signals import post_migrate

_migration = import_module("mcp_gateway.migrations.0002_audit_is_append_only")
_removed: list[bool] = []


@pytest.fixture(autouse=True)
def audit_log_can_be_emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take the triggers away after a test that commits, before its rows are deleted."""
    if not _commits(request):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    with connection.schema_editor() as editor:
        _migration.remove(editor)
    _removed.append(True)


def _commits(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    is_marked = marker is not None and bool(marker.kwargs.get("transaction"))
    return is_marked or bool({"transactional_db", "live_server"} & set(request.fixturenames))


def _stand_again(**_kwargs: object) -> None:
    if _removed:
        _removed.clear()
        with connection.schema_editor() as editor:
            _migration.install(editor)


# `flush` sends it once it is done.
post_migrate.connect(_stand_again)
