"""What rows are called where people see them."""

import datetime as dt

import pytest

from mcp_gateway.models import (
    AccessToken,
    AuditEvent,
    AuditSeal,
    ChangingCall,
    GatewaySettings,
    RepeatableCall,
    ToolPolicy,
)
from tests.make import make_user
from tests.make_gateway import allow_writes

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


@pytest.mark.django_db
def test_a_switch_is_called_after_its_member():
    assert str(allow_writes(make_user("ada"))) == "ada"


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (AccessToken(name="desk"), "desk"),
        (AuditEvent(kind="agent.write", at=NOON), "agent.write 2026-03-01 12:00:00"),
        (AuditSeal(position=4), "4"),
        (ChangingCall(token_id=3, called_at=NOON), "3 2026-03-01 12:00:00"),
        (GatewaySettings(), "Assistant settings"),
        (RepeatableCall(tool="poke", created_at=NOON), "poke 2026-03-01 12:00:00"),
        (ToolPolicy(name="poke"), "poke"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_row_has_a_name_without_secrets(row, text):
    assert str(row) == text
