"""The tool that changes what tasks say."""

from types import MappingProxyType
from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from mcp_gateway.registry import ToolArgs, ToolOptions
from projects_app.mcp_tools.toolset import ENCRYPTED, toolset
from projects_app.mcp_tools.write_inputs import (
    Description,
    Fields,
    Labels,
    Priority,
    RequiredItems,
    Rule,
    Title,
    missing,
    pairs,
)
from projects_app.mcp_tools.write_results import (
    OUTPUT_DEPTH,
    OVERWRITES,
    Changed,
    Context,
    origin_of,
)
from projects_app.models.task import LONGEST_ESTIMATE_MINUTES, LOWEST_PRIORITY
from projects_app.services import tasks as task_services
from projects_app.services.tasks import TaskEdit

CLEARED: Final = MappingProxyType(
    {
        "description": "",
        "priority": LOWEST_PRIORITY,
        "estimate_minutes": None,
        "recurrence": "",
    }
)
"""What null stands for in each field of a task that null clears."""


class PlainUpdate(ToolArgs):
    """Changes of one task that an encrypted account can take."""

    id: UUID = Field(description="The task.")
    priority: Priority | None = Field(default=None, description="1 highest to 4.")
    labels: Labels | None = Field(default=None, description="All it is to have.")
    estimate_minutes: Annotated[int, Field(ge=0, le=LONGEST_ESTIMATE_MINUTES)] | None = Field(
        default=None, description="0 clears."
    )
    recurrence: Rule | None = Field(default=None, description='RRULE or English; "" clears.')
    fields: Fields = Field(default_factory=list, description="Custom fields.")

    def edit(self) -> TaskEdit:
        """Return what the service takes: only what the caller named."""
        named = self.model_fields_set
        columns = {
            name: CLEARED.get(name) if (value := getattr(self, name)) is None else value
            for name in COLUMNS
            if name in named
        }
        if columns.get("estimate_minutes") == 0:
            columns["estimate_minutes"] = None
        return TaskEdit(
            task_id=self.id,
            columns=columns,
            labels=(self.labels or []) if "labels" in named else None,
            fields=pairs(self.fields),
        )


class TaskUpdate(PlainUpdate):
    """Changes of one task."""

    title: Title = Field(default="", description="New title.")
    description: Description | None = Field(default=None, description='Markdown; "" clears.')


COLUMNS: Final = ("title", *CLEARED)


class PlainUpdateTasksArgs(ToolArgs):
    updates: RequiredItems[PlainUpdate] = Field(
        default_factory=missing, validate_default=True, description="Required."
    )


class UpdateTasksArgs(ToolArgs):
    updates: RequiredItems[TaskUpdate] = Field(
        default_factory=missing, validate_default=True, description="Required."
    )


@toolset.tool(
    title="Update what tasks say",
    effect=OVERWRITES,
    options=ToolOptions(
        output_depth=OUTPUT_DEPTH,
        count_items=lambda args: len(args.updates),
        variants={ENCRYPTED: PlainUpdateTasksArgs},
    ),
)
def update_tasks(ctx: Context, args: UpdateTasksArgs) -> Changed:
    """Overwrite fields of tasks, all or none; what is left out stays.

    Use it for what a task says; for dates use schedule_tasks, for places move_tasks. Returns a
    status each. Labels must exist.
    """
    results = task_services.update_tasks(
        actor=ctx.user, edits=[update.edit() for update in args.updates], origin=origin_of(ctx)
    )
    return Changed.of(ctx, results)
