"""Labels: lists, new ones, and what a person does to them."""

import json
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from mcp_gateway.access import FullAccess, read_body
from projects_app.mcp_tools.project_results import LabelList
from projects_app.rest.bodies import LabelPatch
from projects_app.rest.descriptions import (
    model_body,
    read_answers,
    tool_body,
    tool_query,
    write_answers,
)
from projects_app.rest.view import DomainView, body_of, changed, edited
from projects_app.services import labels as label_services
from projects_app.services.tasks import ItemStatus


class LabelsView(DomainView):
    """`labels`"""

    @extend_schema(
        operation_id="list_labels",
        parameters=tool_query("list_labels"),
        responses=read_answers(LabelList),
    )
    def get(self, request: Request) -> HttpResponse:
        """List your labels, and colleagues' labels on shared tasks, by name."""
        return self.read(request, "list_labels")

    @extend_schema(
        operation_id="create_label",
        request=tool_body("create_label"),
        responses=write_answers(201, 200),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a label; 200 where there is one of that name in any case."""
        answer = self.call("create_label", body_of(request), status=201)
        if json.loads(answer.content)["items"][0]["status"] == ItemStatus.EXISTS:
            answer.status_code = 200
        return answer


class LabelView(DomainView):
    """`labels/{id}`"""

    permission_classes = (FullAccess,)

    @extend_schema(
        operation_id="edit_label", request=model_body(LabelPatch), responses=write_answers()
    )
    def patch(self, request: Request, label_id: UUID) -> HttpResponse:
        """Change the name or colour of a label of yours."""
        given = read_body(LabelPatch, body_of(request)).named()
        origin = self.origin("update_label")
        label_services.update_label(
            actor=self.caller, label_id=label_id, changes=given, origin=origin
        )
        return edited(origin, label_id)

    @extend_schema(operation_id="trash_label", request=None, responses=write_answers())
    def delete(self, request: Request, label_id: UUID) -> HttpResponse:
        """Put a label of yours into the trash; tasks lose it until that is undone."""
        origin = self.origin("trash_label")
        label_services.trash_label(actor=self.caller, label_id=label_id, origin=origin)
        return changed(origin, (str(label_id), ItemStatus.TRASHED))
