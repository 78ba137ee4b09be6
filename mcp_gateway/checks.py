"""System checks of the `MCP_GATEWAY` setting; `docs/settings.md` lists their ids."""

import difflib
import ipaddress
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning  # noqa: A004  # Django's own name
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from mcp_gateway.conf import SETTING_NAME, GatewayConfig, gateway_settings

HTTP_SCHEMES: Final = frozenset({"http", "https"})
# Those of the `limits` package that keep moving windows and are supported here.
STORAGE_SCHEMES: Final = frozenset({"memory", "redis", "rediss", "redis+unix"})


def check_setting(
    app_configs: Sequence[AppConfig] | None = None, **_options: object
) -> list[CheckMessage]:
    """Report every key of `MCP_GATEWAY` that is unknown, missing or wrong, by its name."""
    try:
        config = gateway_settings()
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
        return [_problem(details) for details in problems]
    return [*_unusable_addresses(config)]


def check_deployment(
    app_configs: Sequence[AppConfig] | None = None, **_options: object
) -> list[CheckMessage]:
    """Warn, under `--deploy`, of values that are legal and unsafe on a public site."""
    try:
        config = gateway_settings()
    except ValidationError:
        return []
    return [*_unsafe_values(config)]


def _problem(details: ErrorDetails) -> Error:
    path = ".".join(str(part) for part in details["loc"])
    name = f"{SETTING_NAME}[{path!r}]" if path else SETTING_NAME
    if details["type"] == "extra_forbidden":
        known = difflib.get_close_matches(path, GatewayConfig.model_fields, n=1, cutoff=0.0)
        return Error(
            f"{name} is not known.", hint=f"Did you mean {known[0]!r}?", id="mcp_gateway.E001"
        )
    return Error(f"{name}: {details['msg']}.", id="mcp_gateway.E001")


def _unusable_addresses(config: GatewayConfig) -> Iterator[Error]:
    if not _is_site_address(config.base_url):
        yield Error(
            f"{SETTING_NAME}['base_url'] must be an http or https address without a trailing "
            "slash, query or fragment.",
            hint="For example https://gateway.example.com",
            id="mcp_gateway.E002",
        )
    if urlsplit(config.limits_storage_url).scheme not in STORAGE_SCHEMES:
        yield Error(
            f"{SETTING_NAME}['limits_storage_url'] names no storage that counters can be kept in.",
            hint="Use memory:// or the address of a Redis server, redis://host:6379/0",
            id="mcp_gateway.E003",
        )


def _unsafe_values(config: GatewayConfig) -> Iterator[Warning]:
    if config.base_url.startswith("http://") and not _is_loopback(config.base_url):
        yield Warning(
            f"{SETTING_NAME}['base_url'] is plain http: tokens cross the network readable.",
            hint="Serve the site over https.",
            id="mcp_gateway.W001",
        )
    if settings.DEBUG:
        yield Warning(
            "DEBUG is on: error pages show what people and assistants sent.",
            hint="Turn DEBUG off.",
            id="mcp_gateway.W002",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield Warning(
            "ALLOWED_HOSTS admits every name, so a foreign page can reach the endpoint by a name "
            "of its own (DNS rebinding).",
            hint="List the names that the site is served under.",
            id="mcp_gateway.W003",
        )


def _is_site_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    is_plain = not (parts.query or parts.fragment or parts.username or url.endswith("/"))
    return parts.scheme in HTTP_SCHEMES and bool(parts.hostname) and is_plain


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
