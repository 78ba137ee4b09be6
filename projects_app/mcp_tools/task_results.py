"""Whole results about tasks, and their conversion from what selectors return."""

import datetime as dt
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import NoticedResult, Timestamp, ToolContext, ToolResult, UntrustedStr
from projects_app.mcp_tools.arguments import PagedArgs
from projects_app.mcp_tools.budget import RESULT_BYTES, share_room, take_fitting
from projects_app.mcp_tools.cursors import open_cursor, seal_cursor
from projects_app.mcp_tools.shapes import TaskShape, readable, task_shape
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import Position
from projects_app.selectors.projects import ProjectFacts
from projects_app.selectors.summary import Day
from projects_app.selectors.tasks import TaskPage

EXCERPT_BYTES: Final = 2_000
"""Of a description in a list."""


class ZonedResult(NoticedResult):
    """A result that depends on the reader's time zone."""

    timezone: str
    today: dt.date
    server_time: Timestamp


class TaskList(ZonedResult):
    """A page of tasks; `truncated` says that it ends early for its size."""

    tasks: list[TaskShape]
    next_cursor: str | None
    truncated: bool | None = None


class TaskView(ZonedResult):
    """The first tasks of a view; `truncated` says that there are more (list_tasks pages)."""

    tasks: list[TaskShape]
    truncated: bool | None = None


class NameText(ToolResult):
    """A name that people gave."""

    name: UntrustedStr


class ProjectCount(ToolResult):
    """How many open tasks one project has."""

    id: UUID
    untrusted_text: NameText
    open: int


class SummaryCounts(ToolResult):
    """Numbers of open tasks, exact whatever the lists show."""

    overdue: int
    due_today: int
    inbox: int
    per_project: list[ProjectCount]


class DaySummary(ZonedResult):
    """What is to be done today; `truncated` says that more is due than the lists show."""

    overdue: list[TaskShape]
    due_today: list[TaskShape]
    counts: SummaryCounts
    truncated: bool | None = None


def task_shapes(page: TaskPage, clock: LocalClock) -> list[TaskShape]:
    """Return the tasks of a page, long descriptions cut."""
    return [
        task_shape(row, context=page.context, clock=clock, description_bytes=EXCERPT_BYTES)
        for row in page.rows
    ]


def opened_position(
    ctx: ToolContext[AbstractBaseUser], tool: str, args: PagedArgs
) -> Position | None:
    """Return where the page that was asked for begins, None for the first.

    Raises:
        InvalidArgumentsError: the cursor is not of this list.
    """
    if args.cursor is None:
        return None
    due_key, priority, pk = open_cursor(args.cursor, ctx=ctx, tool=tool, args=args)
    return Position(dt.datetime.fromisoformat(due_key), priority, UUID(pk))


def task_list(
    page: TaskPage, *, ctx: ToolContext[AbstractBaseUser], tool: str, args: PagedArgs
) -> TaskList:
    """Return a page as a result, with a cursor where more comes after it."""
    clock = args.clock(ctx.now)
    shapes = task_shapes(page, clock)
    kept = take_fitting(shapes, RESULT_BYTES)
    is_cut = len(kept) < len(shapes)
    cursor = None
    if is_cut or page.has_more:
        due_key, priority, pk = page.rows[len(kept) - 1].position(clock)
        position = (due_key.isoformat(), priority, str(pk))
        cursor = seal_cursor(position, ctx=ctx, tool=tool, args=args)
    return TaskList(
        tasks=list(kept),
        next_cursor=cursor,
        truncated=is_cut or None,
        timezone=clock.zone.key,
        today=clock.today,
        server_time=clock.now,
    )


def task_view(page: TaskPage, *, clock: LocalClock) -> TaskView:
    """Return the first tasks of a view as a result."""
    kept = take_fitting(task_shapes(page, clock), RESULT_BYTES)
    return TaskView(
        tasks=list(kept),
        truncated=page.has_more or len(kept) < len(page.rows) or None,
        timezone=clock.zone.key,
        today=clock.today,
        server_time=clock.now,
    )


def day_summary(day: Day, *, clock: LocalClock) -> DaySummary:
    """Return the lists and numbers of a day as a result."""
    counts = day.counts
    pages = [task_shapes(page, clock) for page in (day.overdue, day.due_today)]
    per_project = [_project_count(*each) for each in counts.per_project]
    overdue, due_today, shown_counts = share_room([*pages, per_project], RESULT_BYTES)
    is_cut = (
        len(overdue) < counts.overdue
        or len(due_today) < counts.due_today
        or len(shown_counts) < len(per_project)
    )
    return DaySummary(
        overdue=overdue,
        due_today=due_today,
        counts=SummaryCounts(
            overdue=counts.overdue,
            due_today=counts.due_today,
            inbox=counts.inbox,
            per_project=shown_counts,
        ),
        truncated=is_cut or None,
        timezone=clock.zone.key,
        today=clock.today,
        server_time=clock.now,
    )


def _project_count(project: ProjectFacts, count: int) -> ProjectCount:
    name = readable(project.name, is_encrypted=project.is_encrypted)
    return ProjectCount(id=project.id, untrusted_text=NameText(name=name), open=count)
