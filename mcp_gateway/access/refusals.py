"""Errors as answers: `{error, message, …}` like the refusals of the tools."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotAuthenticated, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from mcp_gateway.access.parsing import BodyTooLargeError
from mcp_gateway.registry import make_visible
from mcp_gateway.services.errors import (
    GatewayError,
    InternalFailureError,
    InvalidValueError,
    NotPermittedError,
)
from mcp_gateway.services.failures import report_failure

INVALID: Final = InvalidValueError.code
CONFLICT: Final = 409
STATUSES: Final[Mapping[type[GatewayError], int]] = MappingProxyType(
    {InvalidValueError: 400, NotPermittedError: 403, InternalFailureError: 503}
)

# The framework's codes that go by another name in the rest of the product.
CODES: Final[Mapping[str, str]] = MappingProxyType(
    {
        NotAuthenticated.default_code: "unauthorized",
        "authentication_failed": "unauthorized",
        "permission_denied": NotPermittedError.code,
    }
)


class RefusalShape(serializers.Serializer[Any]):
    """Why a request was refused."""

    error = serializers.CharField(help_text="A stable code.")
    message = serializers.CharField(help_text="A sentence for people; may be reworded.")
    field = serializers.CharField(required=False, help_text="The value that is wrong.")


def answer(error: Exception, context: Mapping[str, Any]) -> Response:
    """Return the answer to an error; a bug or an outage is logged and says only its request."""
    if isinstance(error, GatewayError):
        return Response(_gateway_body(error), status=STATUSES.get(type(error), CONFLICT))
    if isinstance(error, RequestDataTooBig):
        error = BodyTooLargeError()
    response = exception_handler(error, dict(context))
    if response is None:
        request_id = str(getattr(context.get("view"), "request_id", ""))
        return answer(report_failure(error, what="REST", request_id=request_id), context)
    response.data = _body(error, response)
    return response


def _gateway_body(error: GatewayError) -> dict[str, object]:
    body: dict[str, object] = {"error": error.code, "message": error.message}
    if isinstance(error, InvalidValueError):
        field = make_visible(error.field)
        body |= {"message": f"{field}: {error.message}", "field": field}
    return body


def _body(error: Exception, response: Response) -> dict[str, object]:
    if isinstance(error, ValidationError):
        field, sentence = _first_problem(error.detail)
        return {"error": INVALID, "message": f"{field}: {sentence}", "field": field}
    if not isinstance(error, APIException):
        return {"error": "not_found", "message": "Not found."}
    code = getattr(error.detail, "code", error.default_code)
    details = getattr(error, "details", {})
    return {"error": CODES.get(code, code), "message": str(error.detail), **details}


def _first_problem(detail: object) -> tuple[str, str]:
    """Return the path of the first wrong value, and what is wrong with it."""
    path: list[str] = []
    while isinstance(detail, dict | list) and detail:
        if isinstance(detail, dict):
            key, detail = next(iter(detail.items()))
            path.append(str(key))
        else:
            detail = next(filter(None, detail), "")
    return make_visible(".".join(path)) or "body", str(detail)
