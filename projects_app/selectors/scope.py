"""Where a list of tasks is taken from, and its first rows read from there by index.

A condition that names several projects and the inbox cannot use an index that gives the due
order: the database would read and sort every task the reader sees. So each project, and the
inbox, is asked for its own first rows, and these few are merged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connections
from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from projects_app.models import Task
from projects_app.selectors.due_order import INDEX_ORDER

MOST_PARTS: Final = 400
"""SQLite merges at most 500 queries (SQLITE_MAX_COMPOUND_SELECT)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Projects the reader may see, and their inbox where its owner's id is given."""

    project_ids: Sequence[UUID]
    inbox_of: int | None

    @property
    def condition(self) -> Q:
        """What holds for every task in the scope."""
        in_projects = Q(project_id__in=self.project_ids)
        return in_projects if self.inbox_of is None else in_projects | self.inbox

    @property
    def inbox(self) -> Q:
        """What holds for the tasks of the inbox."""
        return Q(project_id__isnull=True, owner_id=self.inbox_of)

    @property
    def part_count(self) -> int:
        """How many projects and inboxes it is made of."""
        return len(self.project_ids) + (self.inbox_of is not None)


def merge_first(streams: Sequence[QuerySet[Task]], *, scope: Scope, count: int) -> QuerySet[Task]:
    """Return the first `count` tasks of the streams within the scope, in the index's order.

    Args:
        streams: disjoint sets of tasks, such as open and completed ones.
        scope: not empty, and of at most `MOST_PARTS` parts for all the streams.
    """
    parts: list[str] = []
    params: list[object] = []
    for stream in streams:
        _add_projects(parts, params, stream=stream, project_ids=scope.project_ids, count=count)
        if scope.inbox_of is not None:
            sql, values = _first_keys(stream.filter(scope.inbox), count)
            parts.append(sql)
            params += values
    merged = " UNION ALL ".join(parts)
    ids = RawSQL(  # noqa: S611  # put together from compiled querysets; values stay parameters
        f"SELECT id FROM ({merged}) AS merged ORDER BY due_sort, priority, id LIMIT {count:d}",  # noqa: S608
        params,
    )
    return Task.objects.filter(pk__in=ids).order_by(*INDEX_ORDER)


def _add_projects(
    parts: list[str],
    params: list[object],
    *,
    stream: QuerySet[Task],
    project_ids: Sequence[UUID],
    count: int,
) -> None:
    """Compile the query of one project, and repeat it with the ids of the others."""
    if not project_ids:
        return
    field, connection = Task._meta.get_field("project"), connections[stream.db]
    prepared = [field.get_db_prep_value(pk, connection) for pk in project_ids]
    sql, values = _first_keys(stream.filter(project_id=project_ids[0]), count)
    place = values.index(prepared[0])
    for pk in prepared:
        parts.append(sql)
        params += [*values[:place], pk, *values[place + 1 :]]


def _first_keys(tasks: QuerySet[Task], count: int) -> tuple[str, list[object]]:
    keys = tasks.order_by(*INDEX_ORDER).values_list("id", "due_sort", "priority")[:count]
    sql, params = keys.query.get_compiler(tasks.db).as_sql()
    return f"SELECT * FROM ({sql}) AS part", list(params)  # noqa: S608  # as above
