"""What the views of the domain share: calling a tool, and answering as it did."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import CallerAccess, GatewayView, access_of, call_tool, refused
from mcp_gateway.registry import Scope
from projects_app.mcp_tools.errors import to_tool_error
from projects_app.mcp_tools.write_results import Changed, ChangedItem
from projects_app.selectors.changes import list_changed
from projects_app.services.origin import Origin
from projects_app.services.tasks import ItemStatus


class DomainView(GatewayView):
    """A view whose methods are tools: the same arguments, rules and answers.

    An assistant's token goes through every gate, limit and audit of the tool; for a person
    (a session or a full token) the same work is done under their own name. What only a person
    may do calls the services itself.
    """

    permission_classes: tuple[Any, ...] = (CallerAccess,)
    inside: ClassVar[str] = ""
    """Path under which a service names what stands in the body."""

    @property
    def is_person(self) -> bool:
        """Whether the caller is no assistant."""
        return access_of(self.request).scope is Scope.FULL

    def call(
        self, tool: str, arguments: Mapping[str, object], *, inside: str = "", status: int = 200
    ) -> HttpResponse:
        """Call a changing tool and answer with its result.

        Args:
            arguments: JSON values, checked by the tool.
            inside: path of the argument that is the body, for errors.
            status: the HTTP status of success.

        Raises:
            APIException: the tool refuses.
        """
        outcome = call_tool(
            access_of(self.request),
            name=tool,
            arguments=arguments,
            request_id=self.request_id,
            inside=inside,
        )
        return json_answer(outcome.structured_json or b"{}", status=status)

    def read(self, request: Request, tool: str, **arguments: str) -> HttpResponse:
        """Call a reading tool with the query and `arguments`, and answer with its result.

        Raises:
            APIException: the tool refuses.
        """
        outcome = call_tool(
            access_of(request),
            name=tool,
            arguments=query_of(request, known_already=arguments) | arguments,
            request_id=self.request_id,
            are_texts=True,
        )
        return json_answer(outcome.structured_json or b"{}")

    def origin(self, verb: str) -> Origin:
        """Return where the changes come from that a person makes by this request."""
        return Origin.person(tool=verb, request_id=self.request_id)

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a refusal of the domain as the tools answer it."""
        error = to_tool_error(exc)
        if error is not None:
            exc = refused(error, inside=self.inside)
        return super().handle_exception(exc)


def query_of(request: Request, *, known_already: Collection[str] = ()) -> dict[str, str]:
    """Return the query; `format` belongs to the negotiation of content.

    Raises:
        ValidationError: it names what the path says already.
    """
    query = {name: str(text) for name, text in request.query_params.items() if name != "format"}
    _refuse_known(query, known_already)
    return query


def body_of(request: Request, *, known_already: Collection[str] = ()) -> dict[str, Any]:
    """Return the body, an object.

    Raises:
        ValidationError: it is none, or names what the path says already.
    """
    if not isinstance(request.data, dict):
        raise ValidationError({"body": ["Must be an object."]})
    _refuse_known(request.data, known_already)
    return request.data


def json_answer(text: bytes | str, *, status: int = 200) -> HttpResponse:
    """Return an answer that is JSON already."""
    return HttpResponse(text, content_type="application/json", status=status)


def changed(origin: Origin, *items: tuple[str, ItemStatus]) -> HttpResponse:
    """Answer a change as the changing tools do.

    Args:
        items: ids and what became of each.
    """
    result = Changed(
        call_id=origin.call_id,
        items=[ChangedItem(id=pk, status=status) for pk, status in items],
        server_time=origin.now,
    )
    return json_answer(result.model_dump_json(by_alias=True))


def edited(origin: Origin, pk: UUID) -> HttpResponse:
    """Answer an edit of one row; it says whether that changed anything."""
    status = ItemStatus.UPDATED if list_changed(origin.call_id) else ItemStatus.UNCHANGED
    return changed(origin, (str(pk), status))


def _refuse_known(given: Collection[str], known_already: Collection[str]) -> None:
    for name in known_already:
        if name in given:
            raise ValidationError({name: ["Not known here: the path says it."]})
