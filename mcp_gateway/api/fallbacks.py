"""Django's own error answers, as JSON on the paths that programs call."""

from typing import Final

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from mcp_gateway.api.refusals import (
    BadHostError,
    BadRequestError,
    NotFoundError,
    json_response,
    refusal_response,
)

MACHINE_PATHS: Final = (
    "/mcp",
    "/api/",
    "/openapi.json",
    "/healthz",
    "/readyz",
    "/.well-known/",
)


@csrf_exempt
def nothing_here(_request: HttpRequest, **_kwargs: str) -> HttpResponse:
    """Answer 404 as JSON: discovery that is not served must say so (RFC 9728 section 3)."""
    return refusal_response(NotFoundError())


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer what Django refuses before a view runs: above all a foreign `Host`."""
    if _is_for_machines(request):
        is_host = isinstance(exception, DisallowedHost)
        return refusal_response(BadHostError() if is_host else BadRequestError())
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a path that no URL has."""
    if _is_for_machines(request):
        return refusal_response(NotFoundError())
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer a failure that nothing caught; it says nothing about it."""
    if _is_for_machines(request):
        body = {"error": "internal_error", "message": "Internal error"}
        return json_response(body, status=500)
    return defaults.server_error(request)


def _is_for_machines(request: HttpRequest) -> bool:
    return request.path_info.startswith(MACHINE_PATHS)
