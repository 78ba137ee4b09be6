"""The OpenAPI description of this API."""

from functools import cache
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import GatewayView, SessionOrTokenAuthentication


class SignIn(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How callers sign in: a token, or the session of a browser with its CSRF token."""

    target_class = SessionOrTokenAuthentication
    name = ["token", "session"]

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        """Return the two as alternatives."""
        return [{name: []} for name in self.name]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        """Return the two schemes in the order of their names."""
        return [
            {"type": "http", "scheme": "bearer", "description": "A token of the account."},
            {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        ]


@cache
def document() -> dict[str, Any]:
    """Return the description of every route; built once, as it depends on nothing else."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


class SchemaView(GatewayView):
    """`schema/`, open to everybody like the description of the tools."""

    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Read the description."""
        return Response(document())
