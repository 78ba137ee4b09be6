"""Which `Host` and `Origin` a request may name (MCP `basic/transports`, security warning)."""

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from mcp_gateway.api.refusals import BadHostError, BadOriginError
from mcp_gateway.conf import gateway_settings

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def refuse_foreign(request: HttpRequest, *, allowed_origins: Collection[str]) -> None:
    """Check `Host` against the site's hosts and, where a browser sent one, `Origin`.

    An origin may be that of the site's base URL, one of `allowed_origins`, or the host that
    the request itself names, with either scheme, as TLS may end at a proxy.

    Raises:
        BadHostError: the host is not one of `ALLOWED_HOSTS`.
        BadOriginError: any other origin, `null` and malformed ones included.
    """
    try:
        host = request.get_host()
    except DisallowedHost as exc:
        raise BadHostError from exc
    origin = request.META.get("HTTP_ORIGIN")
    if origin is not None and not _is_allowed(origin, host=host, further=allowed_origins):
        raise BadOriginError


def _is_allowed(origin: str, *, host: str, further: Collection[str]) -> bool:
    asked = _read(origin)
    if asked is None:
        return False
    scheme, _, _ = asked
    if asked == _read(f"{scheme}://{host}"):
        return True
    return any(asked == _read(known) for known in (gateway_settings().base_url, *further))


def _read(url: str) -> tuple[str, str, int] | None:
    """The scheme, host and port of an origin (RFC 6454 section 4), None for anything else."""
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        return None
    if scheme not in _DEFAULT_PORTS or not host or parts.username is not None:
        return None
    return scheme, host, port or _DEFAULT_PORTS[scheme]
