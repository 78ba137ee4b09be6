"""Inserting many rows of one table: one prepared statement, run for each row.

`bulk_create` writes a statement of thousands of placeholders for every batch, which takes most
of its time; with a million rows that is minutes.
"""

from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert unsaved rows of one model; a number that the database gives is not read back."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
    quote = database.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields if field.column)
    places = ", ".join(["%s"] * len(fields))
    # Names of tables and columns come from the models alone.
    statement = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    with database.cursor() as cursor:
        cursor.executemany(statement, [_values(row, fields, database) for row in rows])


def _values(
    row: Model, fields: "Sequence[Field[Any, Any]]", database: BaseDatabaseWrapper
) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, add=True), database) for field in fields]
