"""Tools that make something new."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from mcp_gateway.registry import ToolArgs, ToolOptions
from projects_app.mcp_tools.toolset import ENCRYPTED, toolset
from projects_app.mcp_tools.write_inputs import (
    Color,
    Description,
    DueInput,
    Fields,
    LabelName,
    Labels,
    Priority,
    ProjectName,
    Remark,
    RequestId,
    RequiredItems,
    Rule,
    Title,
    missing,
    pairs,
)
from projects_app.mcp_tools.write_results import (
    ADDS,
    OUTPUT_DEPTH,
    SETS,
    Changed,
    Context,
    origin_of,
)
from projects_app.models.task import LONGEST_ESTIMATE_MINUTES, LOWEST_PRIORITY
from projects_app.services import comments as comment_services
from projects_app.services import labels as label_services
from projects_app.services import projects as project_services
from projects_app.services import tasks as task_services
from projects_app.services.tasks import ItemResult, ItemStatus, NewTask

REQUEST_ID = "Same on retry: same result."


class TaskItem(ToolArgs):
    """One task to make."""

    title: Title = Field(description="What is to be done.")
    description: Description | None = Field(default=None, description="Markdown.")
    project_id: UUID | None = Field(default=None, description="None: inbox.")
    section_id: UUID | None = Field(default=None, description="Its section.")
    parent_id: UUID | None = Field(default=None, description="Task above.")
    priority: Priority | None = Field(default=None, description="1 highest, 4 default.")
    due: DueInput | None = Field(default=None, description="Due date.")
    labels: Labels | None = Field(default=None, description="Names or ids.")
    estimate_minutes: Annotated[int, Field(ge=1, le=LONGEST_ESTIMATE_MINUTES)] | None = Field(
        default=None, description="Estimate."
    )
    recurrence: Rule | None = Field(default=None, description='RRULE or "every 2 weeks on mon".')
    fields: Fields = Field(default_factory=list, description="Custom fields.")

    def new_task(self) -> NewTask:
        """Return what the service takes."""
        return NewTask(
            title=self.title,
            description=self.description or "",
            project_id=self.project_id,
            section_id=self.section_id,
            parent_id=self.parent_id,
            priority=self.priority or LOWEST_PRIORITY,
            due=None if self.due is None else self.due.due(),
            labels=self.labels or (),
            estimate_minutes=self.estimate_minutes,
            recurrence=self.recurrence or "",
            fields=pairs(self.fields),
        )


class CreateTasksArgs(ToolArgs):
    items: RequiredItems[TaskItem] = Field(
        default_factory=missing, validate_default=True, description="Required."
    )
    client_request_id: RequestId | None = Field(default=None, description=REQUEST_ID)


@toolset.tool(
    title="Create new tasks",
    effect=ADDS,
    options=ToolOptions(
        output_depth=OUTPUT_DEPTH,
        count_items=lambda args: len(args.items),
        variants={ENCRYPTED: None},
    ),
)
def create_tasks(ctx: Context, args: CreateTasksArgs) -> Changed:
    """Create tasks, all of them or none.

    Use it for new work; to change tasks use update_tasks. Returns ids in order. Labels must
    exist.
    """
    results = task_services.create_tasks(
        actor=ctx.user, items=[item.new_task() for item in args.items], origin=origin_of(ctx)
    )
    return Changed.of(ctx, results)


class CreateProjectArgs(ToolArgs):
    name: ProjectName = Field(description="Its name.")
    color: Color | None = Field(default=None, description="#rrggbb.")
    parent_id: UUID | None = Field(default=None, description="Project above it.")
    client_request_id: RequestId | None = Field(default=None, description=REQUEST_ID)


@toolset.tool(
    title="Create one project",
    effect=ADDS,
    options=ToolOptions(output_depth=OUTPUT_DEPTH, variants={ENCRYPTED: None}),
)
def create_project(ctx: Context, args: CreateProjectArgs) -> Changed:
    """Create a personal project.

    Use it for work that needs a place of its own, not where list_projects has one. Returns its
    id. It cannot be shared from here.
    """
    project = project_services.create_project(
        actor=ctx.user,
        name=args.name,
        color=args.color or "",
        parent_id=args.parent_id,
        origin=origin_of(ctx),
    )
    return Changed.of(ctx, [ItemResult(str(project.pk), ItemStatus.CREATED)])


class CreateLabelArgs(ToolArgs):
    name: LabelName = Field(description="Its name.")
    color: Color | None = Field(default=None, description="#rrggbb.")
    client_request_id: RequestId | None = Field(default=None, description=REQUEST_ID)


@toolset.tool(
    title="Create one label",
    effect=SETS,
    options=ToolOptions(output_depth=OUTPUT_DEPTH, variants={ENCRYPTED: None}),
)
def create_label(ctx: Context, args: CreateLabelArgs) -> Changed:
    """Create a label, or find the one of that name in any case.

    Use it before create_tasks names a new one; for known ones use list_labels. Returns its id;
    `exists` keeps the colour.
    """
    label, is_new = label_services.create_label(
        actor=ctx.user, name=args.name, color=args.color or "", origin=origin_of(ctx)
    )
    status = ItemStatus.CREATED if is_new else ItemStatus.EXISTS
    return Changed.of(ctx, [ItemResult(str(label.pk), status)])


class AddCommentArgs(ToolArgs):
    task_id: UUID = Field(description="The task.")
    body: Remark = Field(description="Markdown.")
    parent_id: UUID | None = Field(default=None, description="Comment to reply to.")


@toolset.tool(
    title="Comment on a task",
    effect=ADDS,
    options=ToolOptions(output_depth=OUTPUT_DEPTH, variants={ENCRYPTED: None}),
)
def add_comment(ctx: Context, args: AddCommentArgs) -> Changed:
    """Add a comment to a task, or a reply.

    Use it for remarks; to change the task use update_tasks. Returns its id. All members read
    it; nobody is notified; it cannot be edited.
    """
    comment = comment_services.add_comment(
        actor=ctx.user,
        task_id=args.task_id,
        body=args.body,
        parent_id=args.parent_id,
        origin=origin_of(ctx),
    )
    return Changed.of(ctx, [ItemResult(str(comment.pk), ItemStatus.CREATED)])
