"""Completion of ids and time zones in resource templates, and of hours in prompts."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import ToolContext
from projects_app.mcp_tools.prompts import PLAN_WEEK
from projects_app.mcp_tools.resources import PROJECT_URI, TASK_URI
from projects_app.mcp_tools.toolset import toolset
from projects_app.selectors.projects import complete_project_ids
from projects_app.selectors.tasks import complete_task_ids

Context = ToolContext[AbstractBaseUser]

MOST_VALUES: Final = 101
"""One more than an answer may hold (MCP specification, "Completion"), to tell that there are."""
STARTS: Final = tuple(str(hour) for hour in range(24))
ENDS: Final = tuple(str(hour) for hour in range(1, 25))


@toolset.completion(PROJECT_URI, "id")
def project_ids(ctx: Context, typed: str, _known: Mapping[str, str]) -> Sequence[str]:
    """Return ids of projects that begin so, or whose name does."""
    return complete_project_ids(actor=ctx.user, typed=typed, limit=MOST_VALUES)


@toolset.completion(TASK_URI, "id")
def task_ids(ctx: Context, typed: str, _known: Mapping[str, str]) -> Sequence[str]:
    """Return ids of open tasks that begin so, or whose title does."""
    return complete_task_ids(actor=ctx.user, typed=typed, limit=MOST_VALUES)


@toolset.completion(PROJECT_URI, "tz")
@toolset.completion(TASK_URI, "tz")
def time_zones(_ctx: Context, typed: str, _known: Mapping[str, str]) -> Sequence[str]:
    """Return names of time zones that begin so, whatever the case."""
    return _beginning(_zone_names(), typed)


@toolset.completion(PLAN_WEEK, "startHour")
def start_hours(_ctx: Context, typed: str, _known: Mapping[str, str]) -> Sequence[str]:
    """Return hours at which a day may begin, 0 to 23, that begin so."""
    return _beginning(STARTS, typed)


@toolset.completion(PLAN_WEEK, "endHour")
@toolset.completion(PLAN_WEEK, "dayLength")
def end_hours(_ctx: Context, typed: str, _known: Mapping[str, str]) -> Sequence[str]:
    """Return hours at which a day may end, or that it may have, 1 to 24, that begin so."""
    return _beginning(ENDS, typed)


@cache
def _zone_names() -> Sequence[str]:
    return sorted(available_timezones())


def _beginning(values: Iterable[str], typed: str) -> Sequence[str]:
    start = typed.casefold()
    return [value for value in values if value.casefold().startswith(start)][:MOST_VALUES]
