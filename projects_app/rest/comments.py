"""Comments: those on a task, new ones, and what their authors do to them."""

import datetime as dt
from typing import Final
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from mcp_gateway.access import FullAccess, access_of, call_tool, read_body
from mcp_gateway.registry import NoticedResult
from projects_app.mcp_tools.detail import CommentShape, TaskDetailResult
from projects_app.rest.bodies import CommentPatch
from projects_app.rest.descriptions import (
    model_body,
    read_answers,
    tool_body,
    uuid_query,
    write_answers,
)
from projects_app.rest.view import DomainView, body_of, changed, edited, json_answer, query_of
from projects_app.services import comments as comment_services
from projects_app.services.tasks import ItemStatus

TASK: Final = "task_id"


class CommentList(NoticedResult):
    """The latest comments on a task, the oldest of them first."""

    comments: list[CommentShape]
    server_time: dt.datetime


class CommentsView(DomainView):
    """`comments`"""

    @extend_schema(
        operation_id="list_comments",
        parameters=[uuid_query(TASK, "The task.")],
        responses=read_answers(CommentList),
    )
    def get(self, request: Request) -> HttpResponse:
        """List the latest comments on a task, as reading the task shows them."""
        outcome = call_tool(
            access_of(request),
            name="get_task",
            arguments={"id": _task_id(query_of(request))},
            request_id=self.request_id,
        )
        assert isinstance(outcome.result, TaskDetailResult)  # noqa: S101  # what the tool returns
        shown = CommentList(
            comments=outcome.result.comments, server_time=outcome.result.server_time
        )
        return json_answer(shown.model_dump_json(by_alias=True))

    @extend_schema(
        operation_id="add_comment", request=tool_body("add_comment"), responses=write_answers(201)
    )
    def post(self, request: Request) -> HttpResponse:
        """Add a comment to a task, or a reply. It notifies nobody."""
        return self.call("add_comment", body_of(request), status=201)


class CommentView(DomainView):
    """`comments/{id}`"""

    permission_classes = (FullAccess,)

    @extend_schema(
        operation_id="edit_comment", request=model_body(CommentPatch), responses=write_answers()
    )
    def patch(self, request: Request, comment_id: UUID) -> HttpResponse:
        """Change what a comment of yours says."""
        given = read_body(CommentPatch, body_of(request))
        origin = self.origin("edit_comment")
        comment_services.edit_comment(
            actor=self.caller, comment_id=comment_id, body=given.body, origin=origin
        )
        return edited(origin, comment_id)

    @extend_schema(operation_id="trash_comment", request=None, responses=write_answers())
    def delete(self, request: Request, comment_id: UUID) -> HttpResponse:
        """Put a comment of yours into the trash."""
        origin = self.origin("trash_comment")
        comment_services.trash_comment(actor=self.caller, comment_id=comment_id, origin=origin)
        return changed(origin, (str(comment_id), ItemStatus.TRASHED))


def _task_id(query: dict[str, str]) -> str:
    """Return the one thing the query has to say.

    Raises:
        ValidationError: it does not, or says something else.
    """
    for name in query:
        if name != TASK:
            raise ValidationError({name: [f"Not known here. Known: {TASK}."]})
    try:
        return str(UUID(query.get(TASK, "")))
    except ValueError:
        raise ValidationError({TASK: ["Must be the id of a task."]}) from None
