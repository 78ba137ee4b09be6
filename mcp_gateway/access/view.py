"""What every REST view shares, whatever the site's own settings of the framework say."""

from functools import cached_property
from typing import Any
from uuid import uuid4

from django.http import HttpResponseBase
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from mcp_gateway.access.parsing import StrictJSONParser
from mcp_gateway.access.refusals import answer
from mcp_gateway.access.sign_in import SessionOrTokenAuthentication, access_of


class GatewayView(APIView):
    """A view that reads and answers JSON, by token or session, and that no cache keeps."""

    authentication_classes = (SessionOrTokenAuthentication,)
    parser_classes = (StrictJSONParser,)
    renderer_classes: tuple[type[BaseRenderer], ...] = (JSONRenderer,)

    @property
    def caller(self) -> Any:
        """The account that an authenticated request acts as."""
        return access_of(self.request).user

    @cached_property
    def request_id(self) -> str:
        """What this request is filed under in the audit log; sent back as `X-Request-ID`."""
        return uuid4().hex

    def get_exception_handler(self) -> Any:
        """Return what turns an error into `{error, message, …}`."""
        return answer

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """Add the headers; the answer may be a streamed file too."""
        response = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]
        response["Cache-Control"] = "no-store"
        response["X-Request-ID"] = self.request_id
        return response
