"""Tasks: lists, single tasks, and what is done to them."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from mcp_gateway.access import FullAccess, read_body
from projects_app.mcp_tools.detail import TaskDetailResult
from projects_app.mcp_tools.task_results import TaskList
from projects_app.rest.descriptions import (
    read_answers,
    tool_body,
    tool_query,
    write_answers,
)
from projects_app.rest.task_patch import PATCH_BODY, TaskPatch
from projects_app.rest.view import DomainView, body_of, changed
from projects_app.services import restore as restore_services
from projects_app.services import tasks as task_services
from projects_app.services.tasks.revise import BEYOND_EDIT

IDS = ("ids",)


class TasksView(DomainView):
    """`tasks`"""

    @extend_schema(
        operation_id="list_tasks",
        parameters=[
            *tool_query("list_tasks"),
            *(each for each in tool_query("search_tasks") if each.name == "query"),
        ],
        responses=read_answers(TaskList),
    )
    def get(self, request: Request) -> HttpResponse:
        """List tasks, soonest due first; with `query`, those that hold a text.

        `query` goes together with `include_completed`, `timezone`, `limit` and `cursor` alone.
        """
        searches = "query" in request.query_params
        return self.read(request, "search_tasks" if searches else "list_tasks")

    @extend_schema(
        operation_id="create_task",
        request=tool_body("create_tasks", inside="items", more=("client_request_id",)),
        responses=write_answers(201),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a task; a retry with the same `client_request_id` and token creates no other."""
        item = dict(body_of(request))
        names = {"client_request_id"} & item.keys()
        arguments = {name: item.pop(name) for name in names} | {"items": [item]}
        return self.call("create_tasks", arguments, inside="items[0]", status=201)


class TaskView(DomainView):
    """`tasks/{id}`"""

    inside = "updates[0]"

    @extend_schema(
        operation_id="read_task",
        parameters=tool_query("get_task", without=("id",)),
        responses=read_answers(TaskDetailResult),
    )
    def get(self, request: Request, task_id: UUID) -> HttpResponse:
        """Read one task with its subtasks, comments and attachments."""
        return self.read(request, "get_task", id=str(task_id))

    @extend_schema(operation_id="edit_task", request=PATCH_BODY, responses=write_answers())
    def patch(self, request: Request, task_id: UUID) -> HttpResponse:
        """Change what the body names.

        An assistant uses `schedule` and `move` for `due`, `project_id` and `section_id`.
        """
        body = body_of(request, known_already=("id",)) | {"id": str(task_id)}
        if self.is_person and BEYOND_EDIT & body.keys():
            patch = read_body(TaskPatch, body)
            origin = self.origin("update_tasks")
            result = task_services.revise_task(
                actor=self.caller, revision=patch.revision(), origin=origin
            )
            return changed(origin, (result.id, result.status))
        return self.call("update_tasks", {"updates": [body]}, inside=self.inside)

    @extend_schema(operation_id="trash_task", request=None, responses=write_answers())
    def delete(self, request: Request, task_id: UUID) -> HttpResponse:
        """Put a task with its subtasks into the trash; an assistant only what it created."""
        return self.call("trash_tasks", {"ids": [str(task_id)]})


class TaskActionView(DomainView):
    """`tasks/{id}/…`: something done to one task, by a tool that takes many."""

    def act(self, request: Request, tool: str, task_id: UUID) -> HttpResponse:
        """Call the tool with the one id and what the body says besides."""
        body = body_of(request, known_already=IDS)
        return self.call(tool, body | {"ids": [str(task_id)]})


class CompleteTaskView(TaskActionView):
    """`tasks/{id}/complete`"""

    @extend_schema(
        operation_id="complete_task",
        request=tool_body("complete_tasks", without=IDS),
        responses=write_answers(),
    )
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Mark a task done; a recurring one moves on to its next date."""
        return self.act(request, "complete_tasks", task_id)


class ReopenTaskView(TaskActionView):
    """`tasks/{id}/reopen`"""

    @extend_schema(operation_id="reopen_task", request=None, responses=write_answers())
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Open a completed task again."""
        return self.act(request, "reopen_tasks", task_id)


class MoveTaskView(TaskActionView):
    """`tasks/{id}/move`"""

    @extend_schema(
        operation_id="move_task",
        request=tool_body("move_tasks", without=IDS),
        responses=write_answers(),
    )
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Move a task with its subtasks to a project, a section or the inbox."""
        return self.act(request, "move_tasks", task_id)


class ScheduleTaskView(TaskActionView):
    """`tasks/{id}/schedule`"""

    @extend_schema(
        operation_id="schedule_task",
        request=tool_body("schedule_tasks", without=IDS),
        responses=write_answers(),
    )
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Give a task a due date, or remove it."""
        return self.act(request, "schedule_tasks", task_id)


class RestoreTaskView(DomainView):
    """`tasks/{id}/restore`"""

    permission_classes = (FullAccess,)

    @extend_schema(operation_id="restore_task", request=None, responses=write_answers())
    def post(self, request: Request, task_id: UUID) -> HttpResponse:
        """Take a task out of the trash."""
        origin = self.origin("restore_tasks")
        results = restore_services.restore_tasks(actor=self.caller, ids=[task_id], origin=origin)
        return changed(origin, *((result.id, result.status) for result in results))
