"""The door of the endpoint: on or off, `Host` and `Origin`, then the token. Sessions count not.

At most two queries: the settings, and the token with its account.
"""

import re
from typing import Final

from django.http import HttpRequest

from mcp_gateway.access.sign_in import address_of
from mcp_gateway.api.origin import refuse_foreign
from mcp_gateway.api.refusals import NotAuthenticatedError, NotFoundError, TooManyRequestsError
from mcp_gateway.services import throttle
from mcp_gateway.services.callers import Access, open_access
from mcp_gateway.services.snapshot import SettingsSnapshot, read_settings

_BEARER: Final = re.compile(r"Bearer +(\S+) *", re.IGNORECASE)


def open_door(request: HttpRequest) -> Access:
    """Let a request in that carries a valid token.

    Raises:
        NotFoundError: the owner has the endpoint turned off.
        BadHostError, BadOriginError: see `refuse_foreign`.
        NotAuthenticatedError: no valid token; a wrong one counts as a failed sign-in.
        TooManyRequestsError: too many of those from this address.
    """
    return authenticate(request, enter(request))


def enter(request: HttpRequest) -> SettingsSnapshot:
    """Check what comes before the token and return the settings in force.

    Raises:
        NotFoundError: the owner has the endpoint turned off.
        BadHostError, BadOriginError: see `refuse_foreign`.
    """
    settings = read_settings()
    if not settings.enabled:
        raise NotFoundError
    refuse_foreign(request, allowed_origins=settings.allowed_origins)
    return settings


def authenticate(request: HttpRequest, settings: SettingsSnapshot) -> Access:
    """Return the access that the request's bearer token gives.

    An address with too many failures is refused before its token is looked up. A request that
    carries no credentials at all asks how to sign in and is not counted as a failure.

    Raises:
        NotAuthenticatedError: no valid token.
        TooManyRequestsError: too many failed sign-ins from this address.
    """
    address = address_of(request)
    wait = throttle.sign_in_wait(address)
    if wait:
        raise TooManyRequestsError(retry_after=wait)
    if not has_credentials(request):
        raise NotAuthenticatedError
    bearer = _BEARER.fullmatch(request.META["HTTP_AUTHORIZATION"].strip())
    access = open_access(bearer[1], settings, address=address) if bearer else None
    if access is None:
        throttle.note_failed_sign_in(address)
        raise NotAuthenticatedError
    return access


def has_credentials(request: HttpRequest) -> bool:
    """Whether the request has an `Authorization` header, of whatever kind."""
    return bool(request.META.get("HTTP_AUTHORIZATION"))


def spend(access: Access, *, count: int = 1) -> None:
    """Count requests against the budget of the caller's token.

    Raises:
        TooManyRequestsError: the budget of this minute is used up.
    """
    for _ in range(count):
        wait = throttle.spend_request(access)
        if wait:
            raise TooManyRequestsError(retry_after=wait)
