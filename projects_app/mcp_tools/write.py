"""Tools that change tasks which are there."""

from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from mcp_gateway.registry import ToolArgs, ToolOptions
from projects_app.mcp_tools.arguments import ZonedArgs
from projects_app.mcp_tools.toolset import toolset
from projects_app.mcp_tools.write_inputs import (
    MISSING,
    DueInput,
    TaskIds,
    missing,
    refuse_missing,
)
from projects_app.mcp_tools.write_results import (
    ADDS,
    OUTPUT_DEPTH,
    OVERWRITES,
    SETS,
    Changed,
    Context,
    origin_of,
)
from projects_app.services import tasks as task_services
from projects_app.services.tasks import DueChange

INBOX: Final = "inbox"


def _count_ids(args: Any) -> int:
    return len(args.ids)


BY_IDS: Final = ToolOptions(count_items=_count_ids, output_depth=OUTPUT_DEPTH)


class CompleteTasksArgs(ZonedArgs):
    ids: TaskIds = Field(description="Task ids.")


@toolset.tool(
    title="Complete open tasks",
    effect=ADDS,
    options=BY_IDS,
)
def complete_tasks(ctx: Context, args: CompleteTasksArgs) -> Changed:
    """Mark tasks done; a recurring one moves to its next date instead.

    Use it for finished work; to discard use trash_tasks. Returns a status each. Completes only
    those named, no subtasks.
    """
    results = task_services.complete_tasks(
        actor=ctx.user, ids=args.ids, zone=args.clock(ctx.now).zone, origin=origin_of(ctx)
    )
    return Changed.of(ctx, results)


class ReopenTasksArgs(ToolArgs):
    ids: TaskIds = Field(description="Task ids.")


@toolset.tool(title="Reopen completed tasks", effect=SETS, options=BY_IDS)
def reopen_tasks(ctx: Context, args: ReopenTasksArgs) -> Changed:
    """Open completed tasks again.

    Use it when work is not done after all. Returns a status each. A recurring task that moved
    on cannot be reopened: use undo_changes.
    """
    results = task_services.reopen_tasks(actor=ctx.user, ids=args.ids, origin=origin_of(ctx))
    return Changed.of(ctx, results)


class MoveTasksArgs(ToolArgs):
    ids: TaskIds = Field(description="Task ids.")
    section_id: UUID | None = Field(default=None, description="Section; implies its project.")
    project_id: UUID | None = Field(
        default_factory=missing, validate_default=True, description='Project id, or "inbox".'
    )

    @field_validator("project_id", mode="before")
    @classmethod
    def _read_project(cls, value: object, info: ValidationInfo) -> object:
        """Take null and "inbox" for the inbox, and nothing at all for the section's project."""
        has_section = info.data.get("section_id") is not None
        if value is MISSING and has_section:
            return None
        refuse_missing(value)
        if value is not None and value != INBOX:
            return value
        if has_section:
            raise PydanticCustomError("place", "cannot be the inbox: it has no sections")
        return None


@toolset.tool(title="Move tasks elsewhere", effect=OVERWRITES, options=BY_IDS)
def move_tasks(ctx: Context, args: MoveTasksArgs) -> Changed:
    """Move tasks with their subtasks to a project, a section or the inbox.

    Use it to file tasks; for dates use schedule_tasks. Returns a status each. Refused where
    members differ; a subtask moved alone becomes top-level.
    """
    results = task_services.move_tasks(
        actor=ctx.user,
        ids=args.ids,
        project_id=args.project_id,
        section_id=args.section_id,
        origin=origin_of(ctx),
    )
    return Changed.of(ctx, results)


def _none_if_empty(value: object) -> object:
    return None if value == {} else refuse_missing(value)


class ScheduleTasksArgs(ToolArgs):
    ids: TaskIds = Field(description="Task ids.")
    due: Annotated[DueInput | None, BeforeValidator(_none_if_empty)] = Field(
        default_factory=missing,
        validate_default=True,
        description="Required. {} removes the due date.",
    )

    def due_change(self) -> DueChange | None:
        """Return what the service takes."""
        due = self.due
        return None if due is None else DueChange(due.date, due.time, due.tz)


@toolset.tool(title="Schedule or unschedule tasks", effect=SETS, options=BY_IDS)
def schedule_tasks(ctx: Context, args: ScheduleTasksArgs) -> Changed:
    """Give tasks a due date, or remove it.

    Use it to plan or put off; for how a task repeats use update_tasks. Returns a status each.
    Time of day and zone stay unless `time` is given.
    """
    results = task_services.schedule_tasks(
        actor=ctx.user, ids=args.ids, due=args.due_change(), origin=origin_of(ctx)
    )
    return Changed.of(ctx, results)


class TrashTasksArgs(ToolArgs):
    ids: TaskIds = Field(description="Task ids.")


@toolset.tool(title="Trash own tasks", effect=OVERWRITES, options=BY_IDS)
def trash_tasks(ctx: Context, args: TrashTasksArgs) -> Changed:
    """Put tasks with their subtasks into the trash.

    Use it only for tasks that this token created; for finished work use complete_tasks. Returns
    a status each.
    """
    results = task_services.trash_tasks(actor=ctx.user, ids=args.ids, origin=origin_of(ctx))
    return Changed.of(ctx, results)
