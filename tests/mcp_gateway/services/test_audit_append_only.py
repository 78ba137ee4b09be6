"""The database refuses to change what the audit log says."""

import pytest
from django.db import DatabaseError, connection, transaction

from mcp_gateway.models import AuditEvent, AuditSeal
from mcp_gateway.services import audit
from tests.make import make_superuser

pytestmark = pytest.mark.django_db

TRIGGER_NAMES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def _sealed_event() -> AuditEvent:
    event = audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)
    audit.seal_events()
    return event


def _refused(statement: str, row_id: int) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [row_id])
    except DatabaseError:
        return True
    return False


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE mcp_gateway_auditevent SET reason = 'x' WHERE id = %s",
        "DELETE FROM mcp_gateway_auditevent WHERE id = %s",
        "UPDATE mcp_gateway_auditseal SET digest = 'x' WHERE event_id = %s",
        "DELETE FROM mcp_gateway_auditseal WHERE event_id = %s",
    ],
)
def test_no_statement_changes_or_deletes_a_row(statement):
    event = _sealed_event()

    refused = _refused(statement, event.pk)

    assert refused
    assert AuditEvent.objects.filter(pk=event.pk, reason="").exists()
    assert AuditSeal.objects.filter(event=event).exclude(digest="x").exists()


def test_the_models_cannot_be_changed_or_deleted_either():
    event = _sealed_event()
    event.reason = "edited"

    for deed in (event.save, AuditSeal.objects.all().delete, AuditEvent.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            deed()


def test_deleting_an_account_leaves_its_events_as_they_were():
    owner = make_superuser("ada")
    audit.record(AuditEvent.Kind.TOKEN_CREATED, actor=owner, subject_id=owner.pk)
    number = owner.pk

    owner.delete()

    event = AuditEvent.objects.get()
    assert (event.actor_id, event.actor_name, event.subject_id) == (number, "ada", number)


def test_both_tables_are_guarded_after_the_last_migration():
    with connection.cursor() as cursor:
        cursor.execute(TRIGGER_NAMES[connection.vendor])
        names = {row[0] for row in cursor.fetchall()}

    verbs = ("update", "delete", "truncate")[: 3 if connection.vendor == "postgresql" else 2]
    assert names >= {
        f"mcp_gateway_{table}_no_{verb}" for table in ("auditevent", "auditseal") for verb in verbs
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", ["first", "second"])
def test_events_are_sealed_after_the_commit(turn):
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)

    assert list(AuditSeal.objects.values_list("position", flat=True)) == [1]
    assert _refused("DELETE FROM mcp_gateway_auditseal WHERE event_id > %s", 0)
