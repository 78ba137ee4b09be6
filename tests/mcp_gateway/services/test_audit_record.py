"""What an event says, and who may read it."""

import datetime as dt
import uuid

import pytest
import time_machine

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.audit.seal import SEALED_COLUMNS
from tests.make import make_superuser, make_user
from tests.make_gateway import make_token

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


@time_machine.travel(NOON, tick=False)
def test_an_event_holds_every_column_it_is_given():
    user = make_user("ada")
    token, _ = make_token(user=user, name="desk")
    call_id = uuid.uuid4()

    event = audit.record(
        AuditEvent.Kind.AGENT_WRITE,
        outcome=AuditEvent.Outcome.FAILED,
        reason="why",
        actor=user,
        subject_id=user.pk,
        token=token,
        tool="create_tasks",
        item_count=3,
        call_id=call_id,
        request_id="r" * 80,
        address="192.0.2.1",
        details={"new": True},
    )

    assert AuditEvent.objects.values(*SEALED_COLUMNS).get() == {
        "id": event.pk,
        "at": NOON,
        "kind": "agent.write",
        "outcome": "failed",
        "reason": "why",
        "actor_id": user.pk,
        "actor_name": "ada",
        "subject_id": user.pk,
        "token_id": token.pk,
        "token_name": "desk",
        "tool": "create_tasks",
        "item_count": 3,
        "call_id": call_id,
        "request_id": "r" * 64,
        "address": "192.0.2.1",
        "details": {"new": True},
    }


def test_an_event_of_nobody_known_names_nobody():
    event = audit.record(AuditEvent.Kind.AUTH_THROTTLED)

    assert (event.actor_id, event.actor_name, event.details) == (None, "", {})


def test_a_seal_covers_every_column():
    assert set(SEALED_COLUMNS) == {field.attname for field in AuditEvent._meta.concrete_fields}


def test_the_owner_sees_all_and_a_member_their_own():
    member, other = make_user(), make_user()
    did = audit.record(AuditEvent.Kind.TOKEN_CREATED, actor=member)
    concerns = audit.record(AuditEvent.Kind.AGENT_ACCESS_CHANGED, actor=other, subject_id=member.pk)
    neither = audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)

    assert list(audit.visible_events(make_superuser())) == [neither, concerns, did]
    assert list(audit.visible_events(None)) == [neither, concerns, did]
    assert list(audit.visible_events(member)) == [concerns, did]
    assert list(audit.visible_events(other)) == [concerns]


def test_an_owner_who_was_deactivated_sees_no_more_than_a_member():
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)
    owner = make_superuser()
    owner.is_active = False

    assert not audit.visible_events(owner).exists()
