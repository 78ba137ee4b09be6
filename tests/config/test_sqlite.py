"""The SQLite backend of the site."""

import sqlite3

import pytest
from django.db import connection

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite")


@pytest.mark.django_db
def test_a_statement_may_have_as_many_variables_as_sqlite_allows():
    limit = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)

    assert connection.features.max_query_params == limit
    assert connection.ops.bulk_batch_size(["first", "second"], []) == limit // 2
