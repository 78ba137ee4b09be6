"""The resources: the same data as the reading tools, by URI."""

from typing import Annotated, Final
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from pydantic import Field

from mcp_gateway.registry import ResourceArgs, ToolContext
from projects_app.mcp_tools.arguments import MOST_ITEMS, Zone, clock_for
from projects_app.mcp_tools.detail import TaskDetailResult, task_detail
from projects_app.mcp_tools.project_pages import project_detail, project_snapshot
from projects_app.mcp_tools.project_results import ProjectDetail, ProjectSnapshot
from projects_app.mcp_tools.task_results import TaskView, task_view
from projects_app.mcp_tools.toolset import toolset
from projects_app.selectors.detail import get_task_detail
from projects_app.selectors.project_detail import get_project_contents
from projects_app.selectors.projects import list_projects
from projects_app.selectors.task_query import TaskQuery, View
from projects_app.selectors.tasks import list_tasks

Context = ToolContext[AbstractBaseUser]

PROJECT_URI: Final = "workspace://projects/{id}{?tz}"
TASK_URI: Final = "workspace://tasks/{id}{?tz}"


class NoVariables(ResourceArgs):
    """For a URI without variables."""


class ZoneVariable(ResourceArgs):
    """`?tz=`: an IANA time zone; UTC without it."""

    tz: Annotated[Zone | None, Field(description="IANA time zone.")] = None


class ItemVariables(ZoneVariable):
    """The id of a project or task, and perhaps a time zone."""

    id: Annotated[UUID, Field(description="Id of the item.")]


@toolset.resource("workspace://projects", title="Projects")
def projects(ctx: Context, _args: NoVariables) -> ProjectSnapshot:
    """The caller's own and shared projects with counts and custom fields, as list_projects."""
    return project_snapshot(list_projects(actor=ctx.user, limit=MOST_ITEMS), now=ctx.now)


@toolset.resource("workspace://views/inbox{?tz}", title="Inbox")
def inbox(ctx: Context, args: ZoneVariable) -> TaskView:
    """Open tasks without a project, soonest due first; at most 200."""
    return _view(ctx, args, View.INBOX)


@toolset.resource("workspace://views/today{?tz}", title="Today")
def today(ctx: Context, args: ZoneVariable) -> TaskView:
    """Open tasks due today or earlier, overdue first; at most 200. Days are those of ?tz=."""
    return _view(ctx, args, View.TODAY)


@toolset.resource("workspace://views/upcoming{?tz}", title="Upcoming")
def upcoming(ctx: Context, args: ZoneVariable) -> TaskView:
    """Open tasks due after today, soonest first; at most 200. Days are those of ?tz=."""
    return _view(ctx, args, View.UPCOMING)


@toolset.resource(PROJECT_URI, title="Project")
def project(ctx: Context, args: ItemVariables) -> ProjectDetail:
    """One project, its sections and its open tasks; at most 200 of each."""
    clock = clock_for(args.tz, ctx.now)
    contents = get_project_contents(
        actor=ctx.user, project_id=args.id, clock=clock, limit=MOST_ITEMS
    )
    return project_detail(contents, clock=clock)


@toolset.resource(TASK_URI, title="Task")
def task(ctx: Context, args: ItemVariables) -> TaskDetailResult:
    """One task with its subtasks, comments and attachments, as get_task."""
    clock = clock_for(args.tz, ctx.now)
    detail = get_task_detail(actor=ctx.user, task_id=args.id, clock=clock, limit=MOST_ITEMS)
    return task_detail(detail, actor=ctx.user, clock=clock)


def _view(ctx: Context, args: ZoneVariable, view: View) -> TaskView:
    clock = clock_for(args.tz, ctx.now)
    page = list_tasks(actor=ctx.user, query=TaskQuery(view=view), clock=clock, limit=MOST_ITEMS)
    return task_view(page, clock=clock)
