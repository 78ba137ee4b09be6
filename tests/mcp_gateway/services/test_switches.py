"""The member's switch: on by the member alone, off by the owner too."""

import pytest

from mcp_gateway.models import AgentAccess, AuditEvent
from mcp_gateway.services.errors import NotPermittedError
from mcp_gateway.services.switches import are_writes_allowed, set_writes_allowed
from tests.make import make_superuser, make_user
from tests.make_gateway import allow_writes

pytestmark = pytest.mark.django_db


def test_it_is_off_until_the_member_turns_it_on():
    user = make_user()

    assert not are_writes_allowed(user)
    assert set_writes_allowed(actor=user, user=user, allowed=True, request_id="r1")
    assert not set_writes_allowed(actor=user, user=user, allowed=True)

    assert AgentAccess.objects.get(user_id=user.pk).writes_allowed
    event = AuditEvent.objects.get()
    assert (event.kind, event.actor_id, event.subject_id, event.request_id, event.details) == (
        "agent_access.changed",
        user.pk,
        user.pk,
        "r1",
        {"changed": ["writes_allowed"], "new": True},
    )


@pytest.mark.parametrize("actor", [make_superuser, make_user, lambda: None])
def test_nobody_turns_it_on_for_somebody_else(actor):
    user = make_user()

    with pytest.raises(NotPermittedError):
        set_writes_allowed(actor=actor(), user=user, allowed=True)

    assert not AgentAccess.objects.filter(writes_allowed=True).exists()
    assert not AuditEvent.objects.exists()


@pytest.mark.parametrize("actor", [make_superuser, lambda: None])
def test_the_owner_turns_it_off(actor):
    user = make_user()
    allow_writes(user)

    assert set_writes_allowed(actor=actor(), user=user, allowed=False)

    assert not AgentAccess.objects.get(user_id=user.pk).writes_allowed


def test_another_member_does_not_turn_it_off():
    user = make_user()
    allow_writes(user)

    with pytest.raises(NotPermittedError):
        set_writes_allowed(actor=make_user(), user=user, allowed=False)

    assert AgentAccess.objects.get(user_id=user.pk).writes_allowed
