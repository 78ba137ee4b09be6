"""Adding an event: who did what, and never what was in it."""

from collections.abc import Mapping
from typing import TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from mcp_gateway.models import AccessToken, AuditEvent
from mcp_gateway.services.actors import Actor, actor_name
from mcp_gateway.services.audit.seal import seal_recent_events


class EventFields(TypedDict, total=False):
    """What an event may say besides its kind.

    `actor` None is the command line; leave the key out where nobody is known. `subject_id` is
    the account that the event is about, who may read it too. `details` holds names, numbers
    and booleans, never content.
    """

    outcome: AuditEvent.Outcome
    reason: str
    actor: Actor
    subject_id: int | None
    token: AccessToken | None
    tool: str
    item_count: int
    call_id: UUID | None
    request_id: str
    address: str | None
    details: Mapping[str, object]


def record(kind: AuditEvent.Kind, **fields: Unpack[EventFields]) -> AuditEvent:
    """Write an event in the current transaction and have it sealed after the commit.

    A failure to seal is logged and made good by the next event: it never undoes the deed.
    """
    event = AuditEvent.objects.create(kind=kind, at=timezone.now(), **_columns(fields))
    transaction.on_commit(seal_recent_events, robust=True)
    return event


def _columns(fields: EventFields) -> dict[str, object]:
    columns: dict[str, object] = dict(fields)
    if "actor" in fields:
        actor = fields["actor"]
        del columns["actor"]
        columns |= {"actor_id": actor and actor.pk, "actor_name": actor_name(actor)}
    token = columns.pop("token", None)
    if isinstance(token, AccessToken):
        columns |= {"token_id": token.pk, "token_name": token.name}
    columns["request_id"] = str(columns.get("request_id", ""))[:64]
    columns["details"] = dict(fields.get("details", {}))
    return columns
