"""Issuing, finding and revoking tokens."""

import datetime as dt
import hmac
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from mcp_gateway.models import AccessToken, AuditEvent
from mcp_gateway.registry import Registry, Scope
from mcp_gateway.services import audit
from mcp_gateway.services.actors import Actor, is_owner, is_same
from mcp_gateway.services.errors import InvalidValueError, NotPermittedError
from mcp_gateway.services.token_rows import read_token
from mcp_gateway.services.token_text import (
    TOKEN_PREFIXES,
    digest_of,
    is_well_formed,
    new_secret,
    tokens_in_text,
)

logger = logging.getLogger(__name__)

__all__ = [
    "TOKEN_PREFIXES",
    "IssuedToken",
    "NewToken",
    "find_token",
    "issue_token",
    "revoke_exposed_token",
    "revoke_token",
    "tokens_in_text",
    "touch_token",
    "visible_tokens",
]

MAX_NAME_LENGTH: Final = 100
MAX_DAYS: Final = 3_650
EXPOSED: Final = "secret_in_text"
TOUCH_INTERVAL: Final = dt.timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """What is asked for: a token of `user` for one assistant.

    Args:
        user: the account that the token acts as.
        name: 1 to 100 characters; shown in the history of what the assistant did.
        scope: what it is for.
        toolsets: names of the toolsets it carries; None or none at all means the default ones.
        expires_in_days: 1 to 3,650; None means it lasts until it is revoked.
    """

    user: Any
    name: str
    scope: Scope
    toolsets: Sequence[str] | None = None
    expires_in_days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedToken:
    """A token and its secret, which exists here and nowhere else: show it once."""

    token: AccessToken
    secret: str = field(repr=False)


@transaction.atomic
def issue_token(
    *, actor: Actor, new: NewToken, registry: Registry, request_id: str = ""
) -> IssuedToken:
    """Make a token; people make them for themselves, the command line for anybody.

    An agent token may be made while changes are off: the gates refuse its changes until owner
    and member allow them.

    Raises:
        NotPermittedError: it would be somebody else's token.
        InvalidValueError: name, scope, toolsets or expiry are wrong; `field` names which.
    """
    if not (actor is None or is_same(actor, new.user)):
        raise NotPermittedError("A token can be made for your own account only.")
    columns = _checked_columns(new, registry)
    secret = new_secret(columns["scope"])
    token = AccessToken.objects.create(
        user=new.user, digest=digest_of(secret), last_four=secret[-4:], **columns
    )
    audit.record(
        AuditEvent.Kind.TOKEN_CREATED,
        actor=actor,
        subject_id=token.user_id,
        token=token,
        request_id=request_id,
        details={"scope": str(token.scope)},
    )
    return IssuedToken(token=token, secret=secret)


@transaction.atomic
def revoke_token(*, actor: Actor, token: AccessToken, request_id: str = "") -> bool:
    """Revoke a token, in force from the next request; return False where it already was.

    Raises:
        NotPermittedError: it is another member's, and `actor` is not the owner.
    """
    if not (is_owner(actor) or is_same(actor, token.user)):
        raise NotPermittedError("A token can be revoked by its account or the owner only.")
    return _revoke(actor=actor, token=token, request_id=request_id)


@transaction.atomic
def revoke_exposed_token(*, finder: Actor, token: AccessToken, request_id: str = "") -> bool:
    """Revoke a token whose secret `finder` was about to write down where others read it.

    Whoever has the secret may do that, as they could do worse with it.
    """
    return _revoke(actor=finder, token=token, request_id=request_id, reason=EXPOSED)


def _revoke(*, actor: Actor, token: AccessToken, request_id: str, reason: str = "") -> bool:
    now = timezone.now()
    active = AccessToken.objects.filter(pk=token.pk, revoked_at__isnull=True)
    if not active.update(revoked_at=now):
        return False
    token.revoked_at = now
    audit.record(
        AuditEvent.Kind.TOKEN_REVOKED,
        reason=reason,
        actor=actor,
        subject_id=token.user_id,
        token=token,
        request_id=request_id,
    )
    return True


def find_token(secret: str) -> AccessToken | None:
    """Return the valid token with its user and switch, by exactly one query, or None.

    Text that is no token by its checksum costs no query. Unknown, revoked and expired tokens
    and those of inactive accounts are all None.
    """
    if not is_well_formed(secret):
        return None
    digest = digest_of(secret)
    token = read_token(digest)
    if token is None or not hmac.compare_digest(token.digest, digest):
        return None
    is_valid = not (token.is_revoked or token.is_expired) and token.user.is_active
    return token if is_valid else None


def touch_token(token: AccessToken) -> None:
    """Note that the token was used; at most one update a minute.

    A failure is logged and no more: the call it would be noted for is done.
    """
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < TOUCH_INTERVAL:
        return
    unused = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - TOUCH_INTERVAL)
    try:
        AccessToken.objects.filter(unused, pk=token.pk).update(last_used_at=now)
    except DatabaseError as exc:
        logger.warning("The use of token %s was not noted: %s", token.pk, type(exc).__name__)
    token.last_used_at = now


def visible_tokens(actor: Actor) -> QuerySet[AccessToken]:
    """Return the account's own tokens, newest first; the owner's command line sees all."""
    tokens = AccessToken.objects.select_related("user").order_by("-created_at", "-pk")
    return tokens if actor is None else tokens.filter(user_id=actor.pk)


def _checked_columns(new: NewToken, registry: Registry) -> dict[str, Any]:
    if not new.user.is_active:
        raise InvalidValueError("The account is not active.", field="user")
    return {
        "name": _checked_name(new.name),
        "scope": _checked_scope(new.scope),
        "toolsets": _checked_toolsets(new.toolsets, registry),
        "expires_at": _expiry(new.expires_in_days),
    }


def _checked_name(name: object) -> str:
    text = name.strip() if isinstance(name, str) else ""
    if not 1 <= len(text) <= MAX_NAME_LENGTH or not text.isprintable():
        raise InvalidValueError(
            f"Must be 1 to {MAX_NAME_LENGTH} printable characters.", field="name"
        )
    return text


def _checked_scope(scope: object) -> Scope:
    try:
        return Scope(scope)  # type: ignore[arg-type]
    except ValueError:
        choices = ", ".join(Scope)
        raise InvalidValueError(f"Must be one of {choices}.", field="scope") from None


def _checked_toolsets(names: object, registry: Registry) -> list[str] | None:
    if names is None or names == []:
        return None
    known = registry.toolsets
    if not isinstance(names, list | tuple) or not all(
        isinstance(name, str) and name in known for name in names
    ):
        raise InvalidValueError(f"Must be a list of: {', '.join(known)}.", field="toolsets")
    return [name for name in known if name in names]


def _expiry(days: object) -> dt.datetime | None:
    if days is None:
        return None
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= MAX_DAYS:
        raise InvalidValueError(
            f"Must be a whole number of 1 to {MAX_DAYS} days.", field="expires_in_days"
        )
    return timezone.now() + dt.timedelta(days=days)
