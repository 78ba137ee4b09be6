"""The door by which REST views of other apps use the gateway's tokens, limits and audit.

A view that authenticates here finds an `Access` in `request.auth`: the caller, the token if
there is one, and what owner and member allow. A person (session or full token) may write; a
read token never; an agent token on the few views that say so, inside `changing_call`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication, get_authorization_header
from rest_framework.exceptions import (
    APIException,
    AuthenticationFailed,
    PermissionDenied,
    Throttled,
    ValidationError,
)
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from mcp_gateway.conf import gateway_settings
from mcp_gateway.registry import InvalidArgumentsError, Scope, ToolError
from mcp_gateway.services import throttle
from mcp_gateway.services.addresses import client_address
from mcp_gateway.services.callers import Access, open_access, personal_access
from mcp_gateway.services.changes import Change, changing
from mcp_gateway.services.gates import write_refusal
from mcp_gateway.services.settings import read_settings

__all__ = [
    "Access",
    "AgentWriteAccess",
    "Change",
    "FullAccess",
    "IsOwner",
    "ReadAccess",
    "RefusedError",
    "SessionOrTokenAuthentication",
    "access_of",
    "changing_call",
]

CHALLENGE: Final = 'Bearer realm="MCP Gateway"'


class SessionOrTokenAuthentication(SessionAuthentication):
    """A bearer token, or else the session with its CSRF check; `request.auth` is an `Access`.

    A request that brings an `Authorization` header is judged by it alone.
    """

    def authenticate(self, request: Request) -> tuple[Any, Access] | None:
        """Return user and access, or None for a request that brings neither.

        Raises:
            AuthenticationFailed: the header holds no valid token.
            Throttled: too many failures from this address, or too many requests.
        """
        header = get_authorization_header(request)
        address = _address(request)
        if header:
            access = _token_access(header.decode("latin-1"), address)
            return access.user, access
        found = super().authenticate(request)
        if found is None:
            return None
        access = personal_access(found[0], read_settings(), address=address)
        return access.user, access

    def authenticate_header(self, request: Request) -> str:
        """Make a missing or wrong token a 401 that says what is wanted."""
        return CHALLENGE


class IsOwner(BasePermission):
    """The owner of the site, by session or full token."""

    message = _("Only the owner of the site may do this.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller is a superuser in person."""
        return _is_person(request) and bool(request.user.is_superuser)


class FullAccess(BasePermission):
    """A person: a session or a full token, for reading as for writing."""

    message = _("This needs a session or a token of scope full.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether no assistant's token is used."""
        return _is_person(request)


class ReadAccess(BasePermission):
    """Everybody may read, assistants while the owner allows them; only a person may write."""

    message = _("This token may only read.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the method reads, or a person writes."""
        if _is_person(request):
            return True
        return request.method in SAFE_METHODS and _may_assist(request)


class AgentWriteAccess(BasePermission):
    """As `ReadAccess`, and agent tokens may write where owner and member allow changes.

    The refusal names the shut gate. The view makes the change inside `changing_call`.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may use the method.

        Raises:
            PermissionDenied: a gate is shut; its code is the gate's.
        """
        if _is_person(request):
            return True
        if not _may_assist(request):
            return False
        if request.method in SAFE_METHODS:
            return True
        refused = write_refusal(access_of(request))
        if refused is not None:
            raise PermissionDenied(refused.message, code=refused.code.value)
        return True


def access_of(request: Request) -> Access:
    """Return the access of an authenticated request."""
    access = request.auth
    assert isinstance(access, Access)  # noqa: S101  # set by SessionOrTokenAuthentication
    return access


class RefusedError(APIException):
    """A change is refused for a reason of its own; `detail.code` names it."""

    status_code = 409


@contextmanager
def changing_call(
    access: Access,
    change: Change,
    *,
    item_count: int,
    argument: str = "items",
    content: object = None,
) -> Iterator[None]:
    """Make the change of a REST write inside: counted, audited, all or nothing.

    Args:
        access: the caller, whom a permission has let through.
        change: the route's name and the request id.
        item_count: how many items the change is about.
        argument: the field that lists them, for the error when there are too many.
        content: the body of the request; it must hold none of the site's tokens.

    Raises:
        ValidationError: more items than one call may name.
        Throttled: a limit of the token is reached.
        RefusedError: a token stands in the content, which has revoked it; or the body raised
            another `ToolError`.
    """
    try:
        with changing(access, change, item_count=item_count, argument=argument, content=content):
            yield
    except ToolError as error:
        raise _rest_error(error) from error


def _rest_error(error: ToolError) -> APIException:
    if isinstance(error, InvalidArgumentsError):
        return ValidationError({error.argument: [error.message]})
    wait = error.details.get("retry_after_seconds")
    if isinstance(wait, int):
        return Throttled(wait=wait, code=error.code)
    return RefusedError(error.message, code=error.code)


def _token_access(header: str, address: str | None) -> Access:
    wait = throttle.sign_in_wait(address)
    if wait:
        raise Throttled(wait=wait)
    scheme, _space, secret = header.partition(" ")
    access = None
    if scheme.lower() == "bearer":
        access = open_access(secret.strip(), read_settings(), address=address)
    if access is None:
        throttle.note_failed_sign_in(address)
        raise AuthenticationFailed(_("The token is not valid."))
    wait = throttle.spend_request(access)
    if wait:
        raise Throttled(wait=wait)
    return access


def _address(request: Request) -> str | None:
    return client_address(
        remote=str(request.META.get("REMOTE_ADDR", "")),
        forwarded=str(request.META.get("HTTP_X_FORWARDED_FOR", "")),
        proxy_count=gateway_settings().proxy_count,
    )


def _is_person(request: Request) -> bool:
    return isinstance(request.auth, Access) and request.auth.scope is Scope.FULL


def _may_assist(request: Request) -> bool:
    return isinstance(request.auth, Access) and request.auth.settings.enabled
