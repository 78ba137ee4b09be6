"""Who calls, with what, under which settings: all that the gates look at."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Caller, Scope
from mcp_gateway.services.snapshot import SettingsSnapshot
from mcp_gateway.services.switches import are_writes_allowed
from mcp_gateway.services.tokens import find_token


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What site, owner, member and token allow: all that the gates look at.

    A value without the caller's identity, so that what follows from it can be kept and shared.

    Args:
        settings: the owner's settings and switches.
        scope: of the token; a person without one has `full`.
        toolsets: names of those that the token carries; None for the default ones.
        is_personal: whether there is no token, so that every toolset is open.
        writes_allowed: the member's own switch.
    """

    settings: SettingsSnapshot
    scope: Scope
    toolsets: frozenset[str] | None
    is_personal: bool
    writes_allowed: bool


@dataclass(frozen=True, kw_only=True)
class Access:
    """One request's caller, and what owner and member allow at that moment.

    Args:
        settings: the owner's settings, read for this request.
        user: the active account that the request acts as.
        scope: the token's scope; a person without a token has `full`.
        token: None for a session or the command line.
        writes_allowed: the member's own switch.
        address: the client's network address where there is one.
    """

    settings: SettingsSnapshot
    user: Any
    scope: Scope
    token: AccessToken | None = None
    writes_allowed: bool = False
    address: str | None = None

    @cached_property
    def caller(self) -> Caller[Any]:
        """The caller as tools see it."""
        if self.token is None:
            return Caller(user=self.user, scope=self.scope)
        return Caller(
            user=self.user,
            scope=self.scope,
            token_id=self.token.pk,
            token_name=self.token.name,
        )

    @cached_property
    def permissions(self) -> Permissions:
        """What the gates look at."""
        toolsets = None if self.token is None else self.token.toolsets
        return Permissions(
            settings=self.settings,
            scope=self.scope,
            toolsets=None if toolsets is None else frozenset(toolsets),
            is_personal=self.token is None,
            writes_allowed=self.writes_allowed,
        )


def open_access(
    secret: str, settings: SettingsSnapshot, *, address: str | None = None
) -> Access | None:
    """Return the access that a bearer token gives, by exactly one query, or None.

    None says the same for unknown, revoked, expired tokens and inactive accounts.
    """
    token = find_token(secret)
    if token is None:
        return None
    return Access(
        settings=settings,
        user=token.user,
        scope=Scope(token.scope),
        token=token,
        writes_allowed=are_writes_allowed(token.user),
        address=address,
    )


def personal_access(
    user: Any,
    settings: SettingsSnapshot,
    *,
    scope: Scope = Scope.FULL,
    address: str | None = None,
) -> Access:
    """Return the access of a person without a token: a session, or the command line.

    Args:
        user: an active account.
        settings: what `read_settings` returned for this request.
        scope: `full` for a session; the command line may act as an assistant would.
        address: the client's network address where there is one.
    """
    return Access(
        settings=settings,
        user=user,
        scope=scope,
        writes_allowed=are_writes_allowed(user),
        address=address,
    )
