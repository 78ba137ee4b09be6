"""Who acts: an account, or the command line, which stands above accounts."""

from typing import Any, TypeAlias

from django.contrib.auth.models import AbstractUser

from mcp_gateway.services.errors import NotPermittedError

Actor: TypeAlias = AbstractUser | None
"""None is the command line: whoever runs it holds the database already."""

COMMAND_LINE = "command line"


def actor_name(actor: Actor) -> str:
    """Return what the audit log writes down for the actor."""
    return COMMAND_LINE if actor is None else actor.get_username()


def is_owner(actor: Actor) -> bool:
    """Whether the actor runs the site: an active superuser, or the command line."""
    return actor is None or (actor.is_active and actor.is_superuser)


def require_owner(actor: Actor) -> None:
    """Refuse everybody but the owner.

    Raises:
        NotPermittedError: a member.
    """
    if not is_owner(actor):
        raise NotPermittedError("Only the owner of the site may do this.")


def is_same(actor: Actor, user: Any) -> bool:
    """Whether the actor is that very account."""
    return actor is not None and actor.pk == user.pk
