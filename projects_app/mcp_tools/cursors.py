"""Cursors: where a list goes on, sealed so that only the same list can go on from there."""

import hashlib
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser
from django.core import signing

from mcp_gateway.registry import InvalidArgumentsError, ToolArgs, ToolContext

LIFETIME_SECONDS: Final = 86_400
_SALT: Final = "projects_app.cursor"


def seal_cursor(
    position: tuple[Any, ...], *, ctx: ToolContext[AbstractBaseUser], tool: str, args: ToolArgs
) -> str:
    """Return a cursor for the rows after `position`, a tuple of JSON values.

    It is good for a day, for the same account, token, tool and other arguments.
    """
    return signing.dumps(list(position), salt=_salt(ctx, tool, args))


def open_cursor(
    cursor: str, *, ctx: ToolContext[AbstractBaseUser], tool: str, args: ToolArgs
) -> list[Any]:
    """Return the position that a cursor holds.

    Raises:
        InvalidArgumentsError: it was changed, has expired, or belongs to another list.
    """
    try:
        position: list[Any] = signing.loads(
            cursor, salt=_salt(ctx, tool, args), max_age=LIFETIME_SECONDS
        )
    except signing.BadSignature:
        raise InvalidArgumentsError(
            "The cursor is not of this list, or is older than a day: begin again without it. "
            "All other arguments must stay as they were.",
            argument="cursor",
        ) from None
    return position


def _salt(ctx: ToolContext[AbstractBaseUser], tool: str, args: ToolArgs) -> str:
    others = args.model_dump_json(exclude={"cursor"})
    digest = hashlib.sha256(others.encode()).hexdigest()
    return f"{_SALT}:{ctx.user.pk}:{ctx.caller.token_id}:{tool}:{digest}"
