"""The member's own switch: whether assistants may change their account."""

from typing import Any

from django.db import transaction

from mcp_gateway.models import AgentAccess, AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.actors import Actor, is_owner, is_same
from mcp_gateway.services.errors import NotPermittedError


def are_writes_allowed(user: Any) -> bool:
    """Whether the member lets assistants make changes; one query unless it is loaded."""
    try:
        access: AgentAccess = user.agent_access
    except AgentAccess.DoesNotExist:
        return False
    return access.writes_allowed


@transaction.atomic
def set_writes_allowed(*, actor: Actor, user: Any, allowed: bool, request_id: str = "") -> bool:
    """Turn the switch of `user`; return whether that changed anything.

    Raises:
        NotPermittedError: somebody else would turn it on, or a member another's off.
    """
    if not is_same(actor, user) and (allowed or not is_owner(actor)):
        raise NotPermittedError(
            "Only the member can turn this on; the owner of the site may turn it off."
        )
    row, _ = AgentAccess.objects.select_for_update().get_or_create(user=user)
    if row.writes_allowed == allowed:
        return False
    row.writes_allowed = allowed
    row.save()
    audit.record(
        AuditEvent.Kind.AGENT_ACCESS_CHANGED,
        actor=actor,
        subject_id=user.pk,
        request_id=request_id,
        details={"changed": ["writes_allowed"], "new": allowed},
    )
    return True
