"""The OpenAPI description of this API."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.views import SpectacularAPIView

from mcp_gateway.access import SessionOrTokenAuthentication


class SignIn(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How callers sign in: a token, or the session of a browser with its CSRF token."""

    target_class = SessionOrTokenAuthentication
    name = ["token", "session"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        """Return the two schemes in the order of their names."""
        return [
            {"type": "http", "scheme": "bearer", "description": "A token of the account."},
            {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        ]


class SchemaView(SpectacularAPIView):
    """`schema/`, open to everybody like the description of the tools."""
