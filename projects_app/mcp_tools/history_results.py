"""How history looks in results."""

from typing import Final, Self
from uuid import UUID

import orjson
from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import NoticedResult, Timestamp, ToolResult, UntrustedStr
from projects_app.mcp_tools.budget import shorten
from projects_app.models import Change
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER
from projects_app.selectors.changes import author_of

VALUE_BYTES: Final = 500
"""What is shown of a value, in bytes of JSON."""


class ChangeText(ToolResult):
    """What people wrote in one change, and who made it; long values are cut."""

    by: UntrustedStr
    before: UntrustedStr | None = None
    after: UntrustedStr | None = None


class ChangeShape(ToolResult):
    """One change of one field."""

    change_id: int
    call_id: UUID
    at: Timestamp
    kind: str
    id: str
    task_id: UUID | None = None
    project_id: UUID | None = None
    action: str
    field: str | None = None
    untrusted_text: ChangeText
    by_you: bool
    by_assistant: bool
    tool: str | None = None
    undoes: UUID | None = None

    @classmethod
    def of(cls, change: Change, *, reader: AbstractBaseUser, is_encrypted: bool) -> Self:
        """Return a change as `reader` is to see it."""
        made = change.change_set
        return cls(
            change_id=change.pk,
            call_id=made.pk,
            at=made.created_at,
            kind=change.kind,
            id=change.object_id,
            task_id=change.task_id,
            project_id=change.project_id,
            action=change.action,
            field=change.field or None,
            untrusted_text=ChangeText(
                by=author_of(made, reader=reader),
                before=_worded(change.before, is_encrypted=is_encrypted),
                after=_worded(change.after, is_encrypted=is_encrypted),
            ),
            by_you=made.actor_id == reader.pk,
            by_assistant=made.token_id is not None,
            tool=made.tool or None,
            undoes=made.undoes_id,
        )


class ChangeList(NoticedResult):
    """A page of history."""

    changes: list[ChangeShape]
    next_cursor: str | None
    server_time: Timestamp


def _worded(value: object, *, is_encrypted: bool) -> str | None:
    """Return a value of history as text, cut to what a page can bear."""
    if value is None:
        return None
    if is_encrypted:
        return ENCRYPTED_PLACEHOLDER
    return shorten(value if isinstance(value, str) else orjson.dumps(value).decode(), VALUE_BYTES)
