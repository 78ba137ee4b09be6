"""The tools that read."""

import datetime as dt
from typing import Annotated, Final
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from pydantic import Field, StringConstraints

from mcp_gateway.registry import Effect, ToolContext, ToolOptions
from projects_app.mcp_tools.arguments import (
    MOST_ITEMS,
    CursorArgs,
    Moment,
    PagedArgs,
    ZonedArgs,
    read_moment,
)
from projects_app.mcp_tools.detail import TaskDetailResult, task_detail
from projects_app.mcp_tools.project_pages import (
    label_list,
    label_position,
    project_list,
    project_position,
)
from projects_app.mcp_tools.project_results import LabelList, ProjectList
from projects_app.mcp_tools.task_results import (
    DaySummary,
    TaskList,
    day_summary,
    opened_position,
    task_list,
)
from projects_app.mcp_tools.toolset import toolset
from projects_app.selectors.detail import get_task_detail
from projects_app.selectors.labels import list_labels as select_labels
from projects_app.selectors.projects import list_projects as select_projects
from projects_app.selectors.summary import get_day
from projects_app.selectors.task_query import TaskQuery, View
from projects_app.selectors.tasks import list_tasks as select_tasks

Context = ToolContext[AbstractBaseUser]

READS: Final = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
# Rows explain themselves; their schema would cost every conversation more than all the inputs.
OUTLINE: Final = ToolOptions(output_depth=1)
NAME_LENGTH: Final = 200


class ListProjectsArgs(CursorArgs):
    """Arguments of `list_projects`."""

    include_archived: Annotated[bool, Field(description="Archived projects too.")] = False


@toolset.tool(title="List projects", effect=READS, options=OUTLINE)
def list_projects(ctx: Context, args: ListProjectsArgs) -> ProjectList:
    """List own and shared projects with open counts, role and custom fields.

    Use it to find project and field ids; for tasks use list_tasks. Returns 200 a page. Long
    notes are cut.
    """
    page = select_projects(
        actor=ctx.user,
        include_archived=args.include_archived,
        after=project_position(ctx, "list_projects", args),
        limit=MOST_ITEMS,
    )
    return project_list(page, ctx=ctx, tool="list_projects", args=args)


class ListTasksArgs(PagedArgs):
    """Arguments of `list_tasks`."""

    view: Annotated[View, Field(description="today: with overdue.")] = View.ALL
    project_id: Annotated[UUID | None, Field(description="From list_projects.")] = None
    label: Annotated[
        str | None, Field(min_length=1, max_length=NAME_LENGTH, description="Name or id.")
    ] = None
    priority: Annotated[int | None, Field(ge=1, le=4, description="1 is highest.")] = None
    due_from: Annotated[dt.date | None, Field(description="First day.")] = None
    due_to: Annotated[dt.date | None, Field(description="Last day.")] = None
    completed_after: Annotated[Moment | None, Field(description="Date, RFC 3339 or Unix ms.")] = (
        None
    )
    completed_before: Annotated[Moment | None, Field(description="Likewise, excluded.")] = None

    def query(self, now: dt.datetime) -> TaskQuery:
        """Return what is asked for, the moments read in the caller's zone."""
        clock = self.clock(now)
        return TaskQuery(
            view=self.view,
            project_id=self.project_id,
            label=self.label,
            priority=self.priority,
            due_from=self.due_from,
            due_to=self.due_to,
            completed_after=read_moment(self.completed_after, clock, "completed_after"),
            completed_before=read_moment(self.completed_before, clock, "completed_before"),
            include_completed=self.include_completed,
        )


@toolset.tool(title="List and filter tasks", effect=READS, options=OUTLINE)
def list_tasks(ctx: Context, args: ListTasksArgs) -> TaskList:
    """List tasks, soonest due first, undated last, then by priority.

    Use it for what is open or done; for words use search_tasks, for one in full get_task.
    Returns no descriptions; next_cursor while there are more, for the same arguments. Archived
    projects only by project_id; an ambiguous label is refused.
    """
    page = select_tasks(
        actor=ctx.user,
        query=args.query(ctx.now),
        clock=args.clock(ctx.now),
        limit=args.limit,
        after=opened_position(ctx, "list_tasks", args),
    )
    return task_list(page, ctx=ctx, tool="list_tasks", args=args)


class GetTaskArgs(ZonedArgs):
    """Arguments of `get_task`."""

    id: Annotated[UUID, Field(description="From list_tasks.")]


@toolset.tool(title="Get one task in full", effect=READS, options=OUTLINE)
def get_task(ctx: Context, args: GetTaskArgs) -> TaskDetailResult:
    """Read one task in full: description, subtasks, latest comments, attachments.

    Use it before changing a task; to find tasks use list_tasks. Returns no content of files.
    Unknown, deleted and foreign ids alike are "task not found".
    """
    clock = args.clock(ctx.now)
    detail = get_task_detail(actor=ctx.user, task_id=args.id, clock=clock, limit=MOST_ITEMS)
    return task_detail(detail, actor=ctx.user, clock=clock)


class SearchTasksArgs(PagedArgs):
    """Arguments of `search_tasks`."""

    query: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_LENGTH),
        Field(description="No wildcards."),
    ]


@toolset.tool(title="Search tasks by text", effect=READS, options=OUTLINE)
def search_tasks(ctx: Context, args: SearchTasksArgs) -> TaskList:
    """Find tasks whose title or description contains a text, whatever its case.

    Use it when you know words of it; for dates or labels use list_tasks. Returns descriptions
    too. Leaves out comments, archived projects and encrypted text.
    """
    page = select_tasks(
        actor=ctx.user,
        query=TaskQuery(words=args.query, include_completed=args.include_completed),
        clock=args.clock(ctx.now),
        limit=args.limit,
        after=opened_position(ctx, "search_tasks", args),
        with_description=True,
    )
    return task_list(page, ctx=ctx, tool="search_tasks", args=args)


@toolset.tool(title="Summarise today", effect=READS, options=OUTLINE)
def today_summary(ctx: Context, args: ZonedArgs) -> DaySummary:
    """Summarise the caller's day: overdue tasks, tasks due today, open counts.

    Use it for "what is on my plate"; for other days use list_tasks. Returns exact counts, also
    where lists are cut.
    """
    clock = args.clock(ctx.now)
    return day_summary(get_day(actor=ctx.user, clock=clock, limit=MOST_ITEMS), clock=clock)


@toolset.tool(title="List labels", effect=READS, options=OUTLINE)
def list_labels(ctx: Context, args: CursorArgs) -> LabelList:
    """List own labels, and colleagues' labels on shared tasks, by name.

    Use it to find a label's id; for its tasks use list_tasks. Returns 200 a page. One that is
    not `yours` cannot be put on other tasks.
    """
    page = select_labels(
        actor=ctx.user, after=label_position(ctx, "list_labels", args), limit=MOST_ITEMS
    )
    return label_list(page, ctx=ctx, tool="list_labels", args=args)
