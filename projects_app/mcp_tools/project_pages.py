"""Pages of projects and labels, and one project with its tasks, as results."""

import datetime as dt
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import ToolArgs, ToolContext
from projects_app.mcp_tools.arguments import CursorArgs
from projects_app.mcp_tools.budget import RESULT_BYTES, json_size, share_room, take_fitting
from projects_app.mcp_tools.cursors import open_cursor, seal_cursor
from projects_app.mcp_tools.project_results import (
    LabelList,
    ProjectDetail,
    ProjectList,
    ProjectSnapshot,
    label_shape,
    project_shape,
    section_shape,
)
from projects_app.mcp_tools.shapes import DESCRIPTION_BYTES
from projects_app.mcp_tools.task_results import task_shapes
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.labels import LabelPage, LabelPosition
from projects_app.selectors.project_detail import ProjectContents
from projects_app.selectors.projects import ProjectPage, ProjectPosition

Context = ToolContext[AbstractBaseUser]


def project_position(ctx: Context, tool: str, args: CursorArgs) -> ProjectPosition | None:
    """Return where the page of projects begins, None for the first."""
    if args.cursor is None:
        return None
    position, pk = open_cursor(args.cursor, ctx=ctx, tool=tool, args=args)
    return ProjectPosition(position, UUID(pk))


def label_position(ctx: Context, tool: str, args: CursorArgs) -> LabelPosition | None:
    """Return where the page of labels begins, None for the first."""
    if args.cursor is None:
        return None
    name, pk = open_cursor(args.cursor, ctx=ctx, tool=tool, args=args)
    return LabelPosition(name, UUID(pk))


def project_list(page: ProjectPage, *, ctx: Context, tool: str, args: ToolArgs) -> ProjectList:
    """Return a page of projects as a result, with a cursor where more comes after it."""
    shapes = [project_shape(row) for row in page.rows]
    kept = take_fitting(shapes, RESULT_BYTES)
    is_cut = len(kept) < len(shapes)
    cursor = None
    if is_cut or page.has_more:
        last = page.rows[len(kept) - 1].project
        cursor = seal_cursor((last.position, str(last.pk)), ctx=ctx, tool=tool, args=args)
    return ProjectList(
        projects=list(kept),
        inbox_open_count=page.inbox_open_count,
        next_cursor=cursor,
        truncated=is_cut or None,
        server_time=ctx.now,
    )


def project_snapshot(page: ProjectPage, *, now: dt.datetime) -> ProjectSnapshot:
    """Return the first projects as a result without a cursor."""
    kept = take_fitting([project_shape(row) for row in page.rows], RESULT_BYTES)
    return ProjectSnapshot(
        projects=list(kept),
        inbox_open_count=page.inbox_open_count,
        truncated=page.has_more or len(kept) < len(page.rows) or None,
        server_time=now,
    )


def label_list(page: LabelPage, *, ctx: Context, tool: str, args: ToolArgs) -> LabelList:
    """Return a page of labels as a result, with a cursor where more comes after it."""
    shapes = [label_shape(label, reader_id=ctx.user.pk) for label in page.labels]
    kept = take_fitting(shapes, RESULT_BYTES)
    is_cut = len(kept) < len(shapes)
    cursor = None
    if is_cut or page.has_more:
        last = page.labels[len(kept) - 1]
        cursor = seal_cursor((last.name, str(last.pk)), ctx=ctx, tool=tool, args=args)
    return LabelList(
        labels=list(kept),
        next_cursor=cursor,
        truncated=is_cut or None,
        server_time=ctx.now,
    )


def project_detail(contents: ProjectContents, *, clock: LocalClock) -> ProjectDetail:
    """Return a project, its sections and its first open tasks as a result."""
    project = project_shape(contents.project, note_bytes=DESCRIPTION_BYTES)
    every_section = [section_shape(section) for section in contents.sections]
    every_task = task_shapes(contents.tasks, clock)
    room = RESULT_BYTES - json_size(project)
    sections, tasks = share_room([every_section, every_task], room)
    is_cut = len(sections) < len(every_section) or len(tasks) < len(every_task)
    return ProjectDetail(
        project=project,
        sections=sections,
        tasks=tasks,
        truncated=is_cut or contents.has_more or None,
        timezone=clock.zone.key,
        today=clock.today,
        server_time=clock.now,
    )
