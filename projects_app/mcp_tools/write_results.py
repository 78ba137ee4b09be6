"""What changing tools say of themselves and answer, and where their changes come from."""

import datetime as dt
from collections.abc import Iterable
from typing import Final, Self
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import Effect, ToolContext, ToolResult
from projects_app.models import ChangeSet
from projects_app.services.origin import Origin
from projects_app.services.tasks import ItemResult, ItemStatus

OUTPUT_DEPTH: Final = 1
"""Published output schemas leave the items open: `id` and `status` are the same everywhere."""

ADDS: Final = Effect(read_only=False, destructive=False, idempotent=False, open_world=False)
"""Every call does something more; a repeat is not the same as one call."""
SETS: Final = Effect(read_only=False, destructive=False, idempotent=True, open_world=False)
OVERWRITES: Final = Effect(read_only=False, destructive=True, idempotent=True, open_world=False)

Context = ToolContext[AbstractBaseUser]


class ChangedItem(ToolResult):
    """One thing that the call was about, and what became of it."""

    id: str
    status: ItemStatus


class Changed(ToolResult):
    """The result of a change: ids and statuses in the order asked, never what was written."""

    call_id: UUID
    items: list[ChangedItem]
    server_time: dt.datetime

    @classmethod
    def of(cls, ctx: Context, results: Iterable[ItemResult]) -> Self:
        """Return the answer to this call."""
        items = [ChangedItem(id=result.id, status=result.status) for result in results]
        return cls(call_id=ctx.call_id, items=items, server_time=ctx.now)


def origin_of(ctx: Context, *, source: ChangeSet.Source = ChangeSet.Source.ASSISTANT) -> Origin:
    """Return where the call's changes come from, as history records it."""
    return Origin(
        call_id=ctx.call_id,
        now=ctx.now,
        source=source,
        tool=ctx.tool,
        token_id=ctx.caller.token_id,
        token_name=ctx.caller.token_name,
        request_id=ctx.request_id,
    )
