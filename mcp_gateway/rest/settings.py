"""The owner's settings."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import GatewayView, IsOwner, RefusalShape
from mcp_gateway.catalog import registry
from mcp_gateway.services import settings as settings_service


class SettingsShape(serializers.Serializer[Any]):
    """What the owner allows; `PUT` takes any of these keys."""

    enabled = serializers.BooleanField(required=False, help_text="The endpoint answers at all.")
    writes_enabled = serializers.BooleanField(
        required=False, help_text="Members may let assistants make changes."
    )
    toolsets = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Those that are on."
    )
    items_per_call = serializers.IntegerField(required=False, help_text="1 to 1,000.")
    calls_per_minute = serializers.IntegerField(
        required=False, help_text="Changing calls of one token; 1 to 10,000."
    )
    items_per_day = serializers.IntegerField(
        required=False, help_text="Changed items of one token in a UTC day; 1 to 1,000,000."
    )
    reads_per_minute = serializers.IntegerField(
        required=False, help_text="All requests of one token; 1 to 100,000."
    )
    allowed_origins = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Further web pages that may call the endpoint.",
    )


class SettingsView(GatewayView):
    """`settings/mcp`"""

    permission_classes = (IsOwner,)

    @extend_schema(operation_id="read_settings", responses=SettingsShape)
    def get(self, request: Request) -> Response:
        """Read the settings in force."""
        return Response(_body(settings_service.read_settings()))

    @extend_schema(
        operation_id="change_settings",
        request=SettingsShape,
        responses={200: SettingsShape, 400: OpenApiResponse(RefusalShape)},
    )
    def put(self, request: Request) -> Response:
        """Change the settings that the body names, in force from the next request."""
        if not isinstance(request.data, dict):
            raise ValidationError({"body": ["Must be an object."]})
        snapshot = settings_service.change_settings(
            actor=self.caller,
            changes=request.data,
            registry=registry(),
            request_id=self.request_id,
        )
        return Response(_body(snapshot))


def _body(snapshot: settings_service.SettingsSnapshot) -> dict[str, object]:
    values = asdict(snapshot)
    values["toolsets"] = [name for name in registry().toolsets if name not in snapshot.toolsets_off]
    values["allowed_origins"] = sorted(snapshot.allowed_origins)
    return {name: values[name] for name in settings_service.CHANGEABLE}
