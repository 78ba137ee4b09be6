"""A query whose SQL is built once, for what every request asks.

Django compiles a queryset each time it is run. For one row with two relations that takes many
times as long as the database does; `make bench` shows it. Columns, joins and conversions are
those of the queryset, on either database.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import QuerySet

_Converters: TypeAlias = list[tuple[int, tuple[list[Any], Any]]]


class PreparedQuery:
    """A `values_list` queryset, compiled on first use; safe to share between threads.

    Args:
        build: returns the queryset, with the values that `rows` uses unless it is given others.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._build = build

    def rows(self, *values: str | int) -> list[tuple[Any, ...]]:
        """Run the query, with `values` in the order of its conditions; return its rows."""
        sql, params, converters = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, values or params)
            found = cursor.fetchall()
        return [_converted(row, converters) for row in found]

    @cached_property
    def _compiled(self) -> tuple[str, tuple[Any, ...], _Converters]:
        compiler: Any = self._build().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        return sql, tuple(params), list(converters.items())


def _converted(row: tuple[Any, ...], converters: _Converters) -> tuple[Any, ...]:
    """Return the row's values as Python has them (as Django's `SQLCompiler` does)."""
    values = list(row)
    for place, (functions, expression) in converters:
        for convert in functions:
            values[place] = convert(values[place], expression, connection)
    return tuple(values)
