"""The audit log, for the owner: a page at a time, or streamed as a file."""

from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import GatewayView, IsOwner
from mcp_gateway.models import AuditEvent
from mcp_gateway.rest.paging import MAX_ID, PageInput, checked_query, read_page
from mcp_gateway.rest.shapes import EventPageShape, EventShape
from mcp_gateway.services import audit


class EventFilter(PageInput):
    """Which events, all conditions together, and which page of them."""

    kind = serializers.ChoiceField(choices=AuditEvent.Kind.choices, required=False)
    outcome = serializers.ChoiceField(choices=AuditEvent.Outcome.choices, required=False)
    actor = serializers.CharField(required=False, help_text="Name of an account.")
    token = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_ID, help_text="Number of a token."
    )
    tool = serializers.CharField(required=False, help_text="Name of a tool.")
    since = serializers.DateTimeField(required=False, help_text="From this moment on.")
    until = serializers.DateTimeField(required=False, help_text="Before this moment.")

    columns: ClassVar = {
        "kind": "kind",
        "outcome": "outcome",
        "actor": "actor_name",
        "token": "token_id",
        "tool": "tool",
        "since": "at__gte",
        "until": "at__lt",
    }

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a span that ends before it starts."""
        if "since" in attrs and "until" in attrs and attrs["since"] > attrs["until"]:
            raise ValidationError({"since": ["Must not be after until."]})
        return attrs

    @classmethod
    def applied(cls, values: dict[str, Any], events: QuerySet[AuditEvent]) -> QuerySet[AuditEvent]:
        """Return the events that meet every given condition."""
        given = {column: values[name] for name, column in cls.columns.items() if name in values}
        return events.filter(Q(**given))


class CsvFile(JSONRenderer):
    """Stands for the streamed CSV file in the negotiation of content."""

    media_type = "text/csv"
    format = "csv"


class JsonLinesFile(JSONRenderer):
    """Stands for the streamed file of JSON lines in the negotiation of content."""

    media_type = "application/jsonl"
    format = "jsonl"


class NamedFormat(DefaultContentNegotiation):
    """Refuses an unknown `?format=` by its name."""

    def filter_renderers(self, renderers: Any, format: str) -> Any:  # noqa: A002  # as inherited
        """Return the renderers of that format.

        Raises:
            ValidationError: there is none.
        """
        try:
            return super().filter_renderers(renderers, format)
        except Http404:
            known = ", ".join(renderer.format for renderer in renderers)
            raise ValidationError({"format": [f"Must be one of {known}."]}) from None


class AuditView(GatewayView):
    """`audit`"""

    permission_classes = (IsOwner,)
    renderer_classes = (JSONRenderer, CsvFile, JsonLinesFile)
    content_negotiation_class = NamedFormat

    @extend_schema(
        operation_id="list_audit",
        parameters=[EventFilter],
        responses={
            (200, "application/json"): EventPageShape,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/jsonl"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List events, newest first; as `csv` or `jsonl` all of them, oldest first, as a file."""
        values = checked_query(request, EventFilter)
        events = EventFilter.applied(values, audit.visible_events(self.caller))
        name = request.accepted_renderer.format
        if name == JSONRenderer.format:
            return Response(read_page(values, events).body(EventShape))
        return self._file(request, events, audit.ExportForm(name))

    def handle_exception(self, exc: Exception) -> Response:
        """Refuse in JSON, whatever was asked for."""
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        return super().handle_exception(exc)

    def _file(
        self, request: Request, events: QuerySet[AuditEvent], form: audit.ExportForm
    ) -> StreamingHttpResponse:
        lines = audit.export_events(
            actor=self.caller, events=events, form=form, request_id=self.request_id
        )
        response = StreamingHttpResponse(
            lines, content_type=f"{request.accepted_renderer.media_type}; charset=utf-8"
        )
        response["Content-Disposition"] = f'attachment; filename="audit.{form.value}"'
        return response
