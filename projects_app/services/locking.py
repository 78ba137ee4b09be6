"""Locking rows always in one order, so that two calls never wait for each other.

Kinds are locked from the outside in (projects, sections, labels, tasks, comments), and rows of a
kind by their ids, all that a call needs of it in one statement.
"""

from typing import TypeVar

from django.db.models import Model, QuerySet

RowT = TypeVar("RowT", bound=Model)


def lock_rows(rows: QuerySet[RowT]) -> QuerySet[RowT]:
    """Return the rows, ordered by id, to be locked until the transaction ends.

    Rows that only refer to them (history, new comments) need not wait. A database that lets one
    transaction write at a time has no need of it and ignores it.
    """
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")
