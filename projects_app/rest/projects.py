"""Projects: lists, single projects, and what a person does to them."""

from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from mcp_gateway.access import ReadAccess, access_of, read_body, read_resource
from projects_app.mcp_tools.project_results import ProjectDetail, ProjectList
from projects_app.rest.bodies import ProjectPatch
from projects_app.rest.descriptions import (
    model_body,
    read_answers,
    tool_body,
    tool_query,
    write_answers,
)
from projects_app.rest.view import DomainView, body_of, changed, edited, json_answer, query_of
from projects_app.services import projects as project_services
from projects_app.services.tasks import ItemStatus

ZONE: Final = "timezone"


class ProjectsView(DomainView):
    """`projects`"""

    @extend_schema(
        operation_id="list_projects",
        parameters=tool_query("list_projects"),
        responses=read_answers(ProjectList),
    )
    def get(self, request: Request) -> HttpResponse:
        """List your own and shared projects with open counts, roles and custom fields."""
        return self.read(request, "list_projects")

    @extend_schema(
        operation_id="create_project",
        request=tool_body("create_project"),
        responses=write_answers(201),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a personal project."""
        return self.call("create_project", body_of(request), status=201)


class ProjectView(DomainView):
    """`projects/{id}`"""

    permission_classes = (ReadAccess,)

    @extend_schema(
        operation_id="read_project",
        parameters=[each for each in tool_query("list_tasks") if each.name == ZONE],
        responses=read_answers(ProjectDetail),
    )
    def get(self, request: Request, project_id: UUID) -> HttpResponse:
        """Read a project with its sections and open tasks, at most 200 of each."""
        uri = f"workspace://projects/{project_id}{_zone(query_of(request))}"
        text = read_resource(access_of(request), uri=uri, request_id=self.request_id)
        return json_answer(text)

    @extend_schema(
        operation_id="edit_project", request=model_body(ProjectPatch), responses=write_answers()
    )
    def patch(self, request: Request, project_id: UUID) -> HttpResponse:
        """Change what the body names; `archived` puts the project away or brings it back."""
        given = read_body(ProjectPatch, body_of(request)).named()
        origin = self.origin("update_project")
        project_services.update_project(
            actor=self.caller,
            project_id=project_id,
            changes=_with_archive(given, now=origin.now.isoformat()),
            origin=origin,
        )
        return edited(origin, project_id)

    @extend_schema(operation_id="trash_project", request=None, responses=write_answers())
    def delete(self, request: Request, project_id: UUID) -> HttpResponse:
        """Put a project of yours into the trash, and with it what it holds."""
        origin = self.origin("trash_project")
        project_services.trash_project(actor=self.caller, project_id=project_id, origin=origin)
        return changed(origin, (str(project_id), ItemStatus.TRASHED))


def _zone(query: dict[str, str]) -> str:
    """Return what names the time zone in the resource's URI.

    Raises:
        ValidationError: the query says something else.
    """
    for name in query:
        if name != ZONE:
            raise ValidationError({name: [f"Not known here. Known: {ZONE}."]})
    return f"?{urlencode({'tz': query[ZONE]})}" if query else ""


def _with_archive(given: dict[str, Any], *, now: str) -> dict[str, Any]:
    if "archived" not in given:
        return given
    kept = {name: value for name, value in given.items() if name != "archived"}
    return kept | {"archived_at": now if given["archived"] else None}
