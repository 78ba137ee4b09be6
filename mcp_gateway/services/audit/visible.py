"""Which events an account may read."""

from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet

from mcp_gateway.models import AuditEvent
from mcp_gateway.services.actors import Actor, is_owner


def visible_events(actor: Actor) -> QuerySet[AuditEvent]:
    """Return all events for the owner; for a member those they did or that concern them."""
    if actor is None or is_owner(actor):
        return AuditEvent.objects.order_by("-pk")
    return own_events(actor)


def own_events(user: AbstractUser) -> QuerySet[AuditEvent]:
    """Return the events that the account or its assistants did, or that concern it."""
    mine = Q(actor_id=user.pk) | Q(subject_id=user.pk)
    return AuditEvent.objects.filter(mine).order_by("-pk")
