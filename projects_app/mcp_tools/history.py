"""Tools for what has changed: reading it, and taking one's own changes back."""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Annotated
from uuid import UUID

from pydantic import Field

from mcp_gateway.registry import Effect, ToolArgs, ToolOptions
from projects_app.mcp_tools.arguments import (
    MOST_ITEMS,
    USUAL_ITEMS,
    Cursor,
    Moment,
    ZonedArgs,
    read_moment,
)
from projects_app.mcp_tools.budget import RESULT_BYTES, take_fitting
from projects_app.mcp_tools.cursors import open_cursor, seal_cursor
from projects_app.mcp_tools.history_results import ChangeList, ChangeShape
from projects_app.mcp_tools.toolset import toolset
from projects_app.mcp_tools.write_results import (
    OUTPUT_DEPTH,
    OVERWRITES,
    Changed,
    Context,
    origin_of,
)
from projects_app.models import Change
from projects_app.selectors import change_pages
from projects_app.selectors.change_pages import ChangePosition, ChangeQuery
from projects_app.services import undo as undo_services
from projects_app.services.tasks import ItemResult, ItemStatus


class ListChangesArgs(ZonedArgs):
    task_id: UUID | None = Field(default=None, description="With its comments.")
    project_id: UUID | None = Field(default=None, description="With its tasks.")
    token: Annotated[str, Field(max_length=100)] | None = Field(
        default=None, description="Name of an own token."
    )
    since: Moment | None = Field(default=None, description="Date or RFC 3339.")
    until: Moment | None = Field(default=None, description="Likewise, excluded.")
    limit: Annotated[int, Field(ge=1, le=MOST_ITEMS)] = Field(
        default=USUAL_ITEMS, description="Per page."
    )
    cursor: Cursor | None = Field(default=None, description="next_cursor of the last page.")

    def query(self, ctx: Context) -> ChangeQuery:
        """Return what the selector takes.

        Raises:
            InvalidArgumentsError: a time cannot be read.
        """
        clock = self.clock(ctx.now)
        return ChangeQuery(
            task_id=self.task_id,
            project_id=self.project_id,
            token_name=self.token,
            since=read_moment(self.since, clock, "since"),
            until=read_moment(self.until, clock, "until"),
        )

    def position(self, ctx: Context) -> ChangePosition | None:
        """Return where the page begins.

        Raises:
            InvalidArgumentsError: the cursor is none of this list.
        """
        if self.cursor is None:
            return None
        at, call_id, position = open_cursor(self.cursor, ctx=ctx, tool=ctx.tool, args=self)
        return ChangePosition(dt.datetime.fromisoformat(at), UUID(call_id), position)


@toolset.tool(
    title="List what has changed",
    effect=Effect(read_only=True, destructive=False, idempotent=True, open_world=False),
    options=ToolOptions(output_depth=OUTPUT_DEPTH),
)
def list_changes(ctx: Context, args: ListChangesArgs) -> ChangeList:
    """List who changed what, newest first.

    Use it to find a call_id for undo_changes; for the present state use get_task. Returns a
    page, own changes and those in own projects only; long values are cut.
    """
    changes = change_pages.list_changes(
        actor=ctx.user, query=args.query(ctx), limit=args.limit + 1, after=args.position(ctx)
    )
    return _page(ctx, args, changes)


class UndoChangesArgs(ToolArgs):
    call_id: UUID = Field(description="From an earlier result.")


@toolset.tool(
    title="Undo one call",
    effect=OVERWRITES,
    options=ToolOptions(output_depth=OUTPUT_DEPTH, is_undo=True),
)
def undo_changes(ctx: Context, args: UndoChangesArgs) -> Changed:
    """Take back all that an earlier call of this token changed, or nothing.

    Use it after a mistake; for single values use update_tasks. Returns a status each. What was
    created is trashed; refused if changed since.
    """
    undone = undo_services.undo_own_call(
        actor=ctx.user,
        call_id=args.call_id,
        origin=origin_of(ctx, is_undo=True),
    )
    results = [
        ItemResult(item.object_id, ItemStatus.UNDONE if item.is_changed else ItemStatus.UNCHANGED)
        for item in reversed(undone)
    ]
    return Changed.of(ctx, results)


def _page(ctx: Context, args: ListChangesArgs, changes: Sequence[Change]) -> ChangeList:
    encrypted = change_pages.encrypted_values(changes)
    shapes = take_fitting(
        [_shape(ctx, change, encrypted) for change in changes[: args.limit]], RESULT_BYTES
    )
    cursor = None
    if len(shapes) < len(changes):
        last = changes[len(shapes) - 1]
        position = (last.change_set.created_at.isoformat(), str(last.change_set_id), last.position)
        cursor = seal_cursor(position, ctx=ctx, tool=ctx.tool, args=args)
    return ChangeList(changes=list(shapes), next_cursor=cursor, server_time=ctx.now)


def _shape(ctx: Context, change: Change, encrypted: Collection[tuple[UUID, str]]) -> ChangeShape:
    is_encrypted = (change.task_id, change.field) in encrypted
    return ChangeShape.of(change, reader=ctx.user, is_encrypted=is_encrypted)
