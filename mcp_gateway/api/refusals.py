"""Requests that HTTP itself refuses, before any message is read, and the JSON they get."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

import orjson
from django.http import HttpResponse

JSON: Final = "application/json"
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

CHALLENGE: Final = 'Bearer realm="MCP Gateway"'
"""What a 401 asks for (RFC 6750 section 3); it names no resource metadata."""


class RefusedRequestError(Exception):
    """A request is answered with `{"error": code, "message": sentence}` and a status.

    Attributes:
        status: HTTP status.
        code: stable word for programs.
        message: a sentence for people, ASCII.
        headers: further response headers.
        details: further members of the body.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(
        self,
        headers: Mapping[str, str] = _NOTHING,
        details: Mapping[str, str] = _NOTHING,
    ) -> None:
        super().__init__(self.message)
        self.headers = headers
        self.details = details


class BadHostError(RefusedRequestError):
    """The `Host` header names no host of this site."""

    status = 400
    code = "bad_host"
    message = "This site is not served under that Host."


class BadRequestError(RefusedRequestError):
    """The framework refuses the request before any view runs."""

    status = 400
    code = "bad_request"
    message = "The request is malformed."


class UnreadableBodyError(RefusedRequestError):
    """The client went away before its body was here."""

    status = 400
    code = "unreadable_body"
    message = "The body could not be read to its end."


class NotAuthenticatedError(RefusedRequestError):
    """No token, or one that is unknown, revoked, expired or of an inactive account: all alike."""

    status = 401
    code = "unauthorized"
    message = "Send a valid access token: Authorization: Bearer <token>."

    def __init__(self) -> None:
        super().__init__({"WWW-Authenticate": CHALLENGE})


class BadOriginError(RefusedRequestError):
    """A web page of another origin sent the request (MCP `basic/transports`, DNS rebinding)."""

    status = 403
    code = "bad_origin"
    message = "Pages of this Origin may not call this site."


class NotFoundError(RefusedRequestError):
    """There is nothing here, or it is turned off: the same for both."""

    status = 404
    code = "not_found"
    message = "Not found."


class MethodNotAllowedError(RefusedRequestError):
    """The path takes other verbs only."""

    status = 405
    code = "method_not_allowed"
    message = "This path takes another method; see the Allow header."

    def __init__(self, *, allowed: str) -> None:
        super().__init__({"Allow": allowed})


class TooManyRequestsError(RefusedRequestError):
    """A budget is used up: requests of a token, or failed sign-ins of an address.

    `retry_after` is in whole seconds (RFC 9110 section 10.2.3).
    """

    status = 429
    code = "rate_limited"
    message = "Too many requests. Wait as long as the Retry-After header says."

    def __init__(self, *, retry_after: int) -> None:
        super().__init__({"Retry-After": str(retry_after)})


class UnavailableError(RefusedRequestError):
    """A bug or an outage, logged under `request_id`; nothing changed and nothing more is told."""

    status = 503
    code = "unavailable"
    message = "The request could not be served. Quote the request id when reporting it."

    def __init__(self, *, request_id: str) -> None:
        super().__init__(details={"request_id": request_id})


def json_response(
    body: object, *, status: int = 200, headers: Mapping[str, str] = _NOTHING
) -> HttpResponse:
    """Return `body` as JSON that no cache keeps; bytes are taken for JSON text already."""
    content = body if isinstance(body, bytes) else orjson.dumps(body)
    response = HttpResponse(content, status=status, content_type=JSON)
    response["Cache-Control"] = "no-store"
    for name, value in headers.items():
        response[name] = value
    return response


def refusal_response(error: RefusedRequestError) -> HttpResponse:
    """Return the answer to a refused request."""
    body = {"error": error.code, "message": error.message, **error.details}
    return json_response(body, status=error.status, headers=error.headers)
