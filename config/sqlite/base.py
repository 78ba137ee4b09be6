"""The backend: as Django's, but bulk statements may be as large as SQLite allows.

Django 5.2 keeps to 999 variables a statement, the limit of SQLite before 3.32 (2020), and so
would write fifty tasks in several statements. Django 6.0 asks SQLite, as this does.
"""

import sqlite3

from django.db.backends.sqlite3 import base, features
from django.utils.functional import cached_property


class DatabaseFeatures(features.DatabaseFeatures):
    """What this SQLite can do."""

    @cached_property
    def max_query_params(self) -> int:  # type: ignore[override]  # a constant in Django 5.2
        """How many variables one statement may have."""
        self.connection.ensure_connection()
        limit: int = self.connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        return limit


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite."""

    features_class = DatabaseFeatures
