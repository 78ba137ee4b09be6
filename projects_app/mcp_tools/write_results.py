"""What changing tools say of themselves and answer, and where their changes come from."""

from collections.abc import Iterable
from typing import Final, Self
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import Effect, Scope, Timestamp, ToolContext, ToolResult
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
    server_time: Timestamp

    @classmethod
    def of(cls, ctx: Context, results: Iterable[ItemResult]) -> Self:
        """Return the answer to this call."""
        items = [ChangedItem(id=result.id, status=result.status) for result in results]
        return cls(call_id=ctx.call_id, items=items, server_time=ctx.now)


def origin_of(ctx: Context, *, is_undo: bool = False) -> Origin:
    """Return where the call's changes come from, as history records it.

    What comes with an assistant's token is the assistant's; anything else is a person's own.
    """
    is_assistant = ctx.caller.scope is Scope.AGENT
    source = ChangeSet.Source.ASSISTANT if is_assistant else ChangeSet.Source.PERSON
    return Origin(
        call_id=ctx.call_id,
        now=ctx.now,
        source=ChangeSet.Source.UNDO if is_undo else source,
        tool=ctx.tool,
        token_id=ctx.caller.token_id if is_assistant else None,
        token_name=ctx.caller.token_name if is_assistant else "",
        request_id=ctx.request_id,
    )
