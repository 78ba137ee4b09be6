"""Signing in to REST views: a bearer token, or the session of a browser."""

from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from mcp_gateway.conf import gateway_settings
from mcp_gateway.services import throttle
from mcp_gateway.services.addresses import client_address
from mcp_gateway.services.callers import Access, open_access, personal_access
from mcp_gateway.services.settings import read_settings

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
        address = address_of(request)
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


def access_of(request: Request) -> Access:
    """Return the access of an authenticated request."""
    access = request.auth
    assert isinstance(access, Access)  # noqa: S101  # set by SessionOrTokenAuthentication
    return access


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


def address_of(request: HttpRequest | Request) -> str | None:
    """Return the client's address, behind as many proxies as the site says it has."""
    return client_address(
        remote=request.META.get("REMOTE_ADDR", ""),
        forwarded=request.META.get("HTTP_X_FORWARDED_FOR", ""),
        proxy_count=gateway_settings().proxy_count,
    )
