"""Locking rows always in one order, so that two calls never wait for each other.

Kinds are locked from the outside in (projects, sections, labels, tasks, comments), and rows of a
kind by their ids, all that a call needs of it in one statement.
"""

import uuid
from collections.abc import Callable
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

RowT = TypeVar("RowT", bound=Model)


def lock_rows(rows: QuerySet[RowT]) -> QuerySet[RowT]:
    """Return the rows, ordered by id, to be locked until the transaction ends.

    Rows that only refer to them (history, new comments) need not wait. A database that lets one
    transaction write at a time has no need of it and ignores it.
    """
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")


def lock_found(rows: QuerySet[RowT], find: Callable[[], set[uuid.UUID]]) -> set[uuid.UUID]:
    """Lock those of the rows that `find` names; return their ids, which do not grow any more.

    What comes to belong to them while others are waited for cannot be locked after those, out of
    order: the locks are given up, and all are taken again.

    Args:
        find: asks the database for ids; called again once the rows are locked.
    """
    wanted = find()
    while connection.features.has_select_for_update:
        attempt = transaction.savepoint()
        list(lock_rows(rows.filter(pk__in=wanted)).values_list("pk"))
        found = find()
        if found <= wanted:
            transaction.savepoint_commit(attempt)
            return found
        transaction.savepoint_rollback(attempt)
        wanted = found
    return wanted
