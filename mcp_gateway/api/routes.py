"""The URLs that programs call, on django-ninja, and what each kind of error becomes there.

Every path takes every verb, so that the door comes before the 405: off is 404 and a missing
token 401, whatever is asked.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from uuid import uuid4

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI

from mcp_gateway.api import openapi, tools
from mcp_gateway.api.auth import authenticate, enter, has_credentials, open_door, spend
from mcp_gateway.api.endpoint import Post, answer_post
from mcp_gateway.api.fallbacks import nothing_here
from mcp_gateway.api.headers import RequestHeaders
from mcp_gateway.api.health import healthz, readyz
from mcp_gateway.api.listings import owners_entries, tool_entries
from mcp_gateway.api.refusals import (
    MethodNotAllowedError,
    RefusedRequestError,
    UnavailableError,
    UnreadableBodyError,
    json_response,
    refusal_response,
)
from mcp_gateway.catalog import registry
from mcp_gateway.conf import gateway_settings
from mcp_gateway.protocol import (
    MAX_BODY_BYTES,
    BodyTooLargeError,
    ProtocolError,
    error_reply,
    require_json_accepted,
    require_json_body,
)
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import InternalFailureError
from mcp_gateway.services.failures import report_failure

VERBS: Final = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
]  # fmt: skip

app_name = "mcp_gateway_api"
api = NinjaAPI(openapi_url=None, docs_url=None, urls_namespace=app_name)


class DoorRequest(HttpRequest):
    """A request that the door let in."""

    auth: Access


@api.api_operation(VERBS, "/mcp/token/", auth=open_door, url_name="token_endpoint_slash")
@api.api_operation(VERBS, "/mcp/token", auth=open_door, url_name="token_endpoint")
@api.api_operation(VERBS, "/mcp/", auth=open_door, url_name="endpoint_slash")
@api.api_operation(VERBS, "/mcp", auth=open_door, url_name="endpoint")
def endpoint(request: DoorRequest) -> HttpResponse:
    """Serve the Model Context Protocol; `/mcp/token` never takes anything but bearer tokens."""
    raw = _posted_json(request)
    headers = RequestHeaders(request.META)
    post = Post(access=request.auth, headers=headers, request_id=uuid4().hex)
    reply = answer_post(raw, post)
    if not reply.body:
        return HttpResponse(status=reply.status)
    return json_response(reply.body, status=reply.status)


@api.api_operation(VERBS, "/api/tools/{name}/", auth=open_door, url_name="call_tool_slash")
@api.api_operation(VERBS, "/api/tools/{name}", auth=open_door, url_name="call_tool")
def call_tool(request: DoorRequest, name: str) -> HttpResponse:
    """Call a tool by plain REST."""
    try:
        raw = _posted_json(request)
        spend(request.auth)
        return tools.call_tool(raw, name=name, access=request.auth, request_id=uuid4().hex)
    except ProtocolError as error:
        return tools.malformed(error)
    except InternalFailureError as failure:
        return refusal_response(UnavailableError(request_id=failure.request_id))


@api.api_operation(VERBS, "/openapi.json", url_name="openapi")
def describe_tools(request: HttpRequest) -> HttpResponse:
    """Describe the tools that the token may call; without one, all that the owner has on."""
    settings = enter(request)
    if has_credentials(request):
        access = authenticate(request, settings)
        spend(access)
        entries = tool_entries(access)
    else:
        entries = owners_entries(settings, registry())
    if request.method not in {"GET", "HEAD"}:
        raise MethodNotAllowedError(allowed="GET, HEAD")
    return json_response(openapi.document(registry(), entries, gateway_settings()))


@api.exception_handler(RefusedRequestError)
def answer_refusal(_request: HttpRequest, error: RefusedRequestError) -> HttpResponse:
    """Answer what HTTP refuses."""
    return refusal_response(error)


@api.exception_handler(ProtocolError)
def answer_protocol_error(_request: HttpRequest, error: ProtocolError) -> HttpResponse:
    """Answer a body that is no message by a JSON-RPC error."""
    reply = error_reply(error)
    return json_response(reply.body, status=reply.status)


@api.exception_handler(Exception)
def answer_failure(_request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer a bug or an outage outside of any message, above all of the database."""
    request_id = uuid4().hex
    report_failure(error, what="A request", request_id=request_id)
    return refusal_response(UnavailableError(request_id=request_id))


def _posted_json(request: HttpRequest) -> bytes:
    """The body of a POST that sends and takes JSON.

    Raises:
        MethodNotAllowedError: another verb.
        ProtocolError: another media type, or a body that is too large.
        UnreadableBodyError: the client went away.
    """
    if request.method != "POST":
        raise MethodNotAllowedError(allowed="POST")
    require_json_body(request.META.get("CONTENT_TYPE"))
    require_json_accepted(request.META.get("HTTP_ACCEPT"))
    limit = min(gateway_settings().max_body_bytes, MAX_BODY_BYTES)
    try:
        is_small = int(request.META.get("CONTENT_LENGTH") or 0) <= limit
        raw = request.body if is_small else b""
    except RequestDataTooBig:
        is_small, raw = False, b""
    except (UnreadablePostError, ValueError) as error:
        raise UnreadableBodyError from error
    if not is_small or len(raw) > limit:
        raise BodyTooLargeError(f"The body is over {limit:,} bytes.")
    return raw


def _for_every_verb(view: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
    """Let the door see verbs that HTTP does not define, as `OPTIONS`: 404, 401 or 405."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, **kwargs: str) -> HttpResponseBase:
        if request.method not in VERBS:
            request.method = "OPTIONS"
        response: HttpResponseBase = view(request, **kwargs)
        return response

    return answer


urlpatterns = [
    *(
        path(str(route.pattern), _for_every_verb(route.callback), name=route.name)
        for route in api.urls[0]
        if isinstance(route, URLPattern) and route.name != "api-root"
    ),
    path("mcp/<path:rest>", nothing_here),
    path(".well-known/<path:rest>", nothing_here),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
