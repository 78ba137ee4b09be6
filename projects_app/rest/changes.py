"""History: reading it, undoing calls, bringing single values back."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from mcp_gateway.access import FullAccess, access_of, read_body
from projects_app.mcp_tools.history_results import ChangeList
from projects_app.rest.bodies import UndoBody
from projects_app.rest.descriptions import model_body, read_answers, tool_query, write_answers
from projects_app.rest.view import DomainView, body_of, changed
from projects_app.selectors.changes import list_calls_of_token, list_changed
from projects_app.services import restore as restore_services
from projects_app.services.tasks import ItemStatus
from projects_app.undoing import UndoRequest, undo_in_person


class ChangesView(DomainView):
    """`changes`"""

    @extend_schema(
        operation_id="list_changes",
        parameters=tool_query("list_changes"),
        responses=read_answers(ChangeList),
    )
    def get(self, request: Request) -> HttpResponse:
        """List who changed what, newest first: your own changes and those in your projects."""
        return self.read(request, "list_changes")


class UndoView(DomainView):
    """`changes/undo`"""

    @extend_schema(
        operation_id="undo_changes", request=model_body(UndoBody), responses=write_answers()
    )
    def post(self, request: Request) -> HttpResponse:
        """Undo calls, all of them or none; what was created goes to the trash.

        A person undoes calls of their own and of their assistants, the owner of the site
        everybody's; an assistant one call of its own token.
        """
        given = read_body(UndoBody, body_of(request))
        if not self.is_person:
            return self.call("undo_changes", {"call_id": str(_only_call(given))})
        undone = undo_in_person(
            UndoRequest(
                actor=self.caller,
                auditor=self.caller,
                call_ids=self._calls(given),
                is_forced=given.force,
                request_id=self.request_id,
                address=access_of(request).address,
            )
        )
        items = [
            (item.object_id, ItemStatus.UNDONE if item.is_changed else ItemStatus.UNCHANGED)
            for item in reversed(undone.items)
        ]
        return changed(undone.origin, *items)

    def _calls(self, given: UndoBody) -> list[UUID]:
        if given.token_id is None or given.since is None:
            return given.call_ids or []
        return list_calls_of_token(actor=self.caller, token_id=given.token_id, since=given.since)


class RestoreValueView(DomainView):
    """`changes/{id}/restore`"""

    permission_classes = (FullAccess,)

    @extend_schema(operation_id="restore_value", request=None, responses=write_answers())
    def post(self, request: Request, change_id: int) -> HttpResponse:
        """Set a field back to what it held before one change; `items` are what that changed."""
        origin = self.origin("restore_value")
        restore_services.restore_value(actor=self.caller, change_id=change_id, origin=origin)
        return changed(origin, *((pk, ItemStatus.UPDATED) for pk in list_changed(origin.call_id)))


def _only_call(given: UndoBody) -> UUID:
    """Return the call that an assistant asks to undo.

    Raises:
        ValidationError: it asks for what only a person may.
    """
    if given.call_ids is None or len(given.call_ids) != 1:
        raise ValidationError({"call_ids": ["An assistant undoes one call a request."]})
    if given.force:
        raise ValidationError({"force": ["Only a person may overwrite later changes."]})
    return given.call_ids[0]
