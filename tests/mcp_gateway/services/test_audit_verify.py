"""Whoever goes round the triggers is found out: verification names the row."""

from importlib import import_module

import pytest
from django.db import connection

from mcp_gateway.models import AuditEvent, AuditSeal
from mcp_gateway.services import audit
from mcp_gateway.services.audit import Problem, Verdict
from mcp_gateway.services.audit.seal import RECENT, seal_events, seal_recent_events
from mcp_gateway.services.errors import InvalidValueError

pytestmark = pytest.mark.django_db

_migration = import_module("mcp_gateway.migrations.0002_audit_is_append_only")


@pytest.fixture
def events() -> list[AuditEvent]:
    """Write and seal five events, and take the triggers away as an intruder would."""
    written = [
        audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None, request_id=str(number))
        for number in range(5)
    ]
    seal_events()
    names = ("no_update", "no_delete")
    with connection.cursor() as cursor:
        for table in _migration.TABLES:
            for name in names:
                on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER {table}_{name}{on_table}")
    return written


def _wrong(problem: Problem, position: int, event: AuditEvent | None = None) -> Verdict:
    return Verdict(
        checked_count=position - 1,
        problem=problem,
        position=position,
        event_id=None if event is None else event.pk,
    )


def test_an_empty_log_and_a_whole_one_are_intact():
    assert audit.verify() == Verdict(checked_count=0)

    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)

    assert audit.verify().is_intact
    assert audit.verify() == Verdict(checked_count=1)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("at", "2020-01-01T00:00:00+00:00"),
        ("kind", "agent.write"),
        ("outcome", "refused"),
        ("reason", "x"),
        ("actor_id", 7),
        ("actor_name", "x"),
        ("subject_id", 7),
        ("token_id", 7),
        ("token_name", "x"),
        ("tool", "x"),
        ("item_count", 7),
        ("call_id", "00000000-0000-4000-8000-000000000000"),
        ("request_id", "x"),
        ("address", "192.0.2.1"),
        ("details", {"x": 1}),
    ],
)
def test_an_edited_column_is_named_by_its_row(events, column, value):
    AuditEvent.objects.filter(pk=events[2].pk).update(**{column: value})

    assert audit.verify() == _wrong(Problem.EDITED, 3, events[2])


def test_an_edited_seal_is_named(events):
    AuditSeal.objects.filter(position=2).update(digest="0" * 64)

    assert audit.verify() == _wrong(Problem.EDITED, 2, events[1])


def test_a_deleted_event_is_named_although_its_seal_is_there(events):
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM mcp_gateway_auditseal WHERE event_id = %s", [events[1].pk])
        cursor.execute("DELETE FROM mcp_gateway_auditevent WHERE id = %s", [events[1].pk])

    assert audit.verify() == _wrong(Problem.MISSING, 2)


def test_a_seal_that_points_to_no_event_is_named(events):
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL checks the reference at the latest at the commit")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM mcp_gateway_auditevent WHERE id = %s", [events[1].pk])

    try:
        assert audit.verify() == _wrong(Problem.MISSING, 2, events[1])
    finally:
        AuditSeal.objects.filter(event_id=events[1].pk).delete()


def test_the_first_row_cannot_be_cut_off(events):
    AuditSeal.objects.filter(position=1).delete()
    AuditEvent.objects.filter(pk=events[0].pk).delete()

    assert audit.verify() == _wrong(Problem.MISSING, 1)


def test_events_in_another_order_are_named(events):
    AuditSeal.objects.filter(position=2).update(position=9)
    AuditSeal.objects.filter(position=3).update(position=2)
    AuditSeal.objects.filter(position=9).update(position=3)

    assert audit.verify() == _wrong(Problem.REORDERED, 2, events[2])


def test_events_that_changed_places_under_their_seals_are_named(events):
    digests = dict(AuditSeal.objects.values_list("position", "digest"))
    AuditSeal.objects.filter(position__in=(2, 3)).delete()
    AuditSeal.objects.create(position=2, event=events[2], digest=digests[2])
    AuditSeal.objects.create(position=3, event=events[1], digest=digests[3])

    assert audit.verify() == _wrong(Problem.REORDERED, 2, events[2])


def test_a_log_cut_off_at_its_end_is_told_by_a_checkpoint_alone(events):
    checkpoint = audit.make_checkpoint()
    AuditSeal.objects.filter(position__gt=3).delete()
    AuditEvent.objects.filter(pk__in=[events[3].pk, events[4].pk]).delete()

    assert audit.verify() == Verdict(checked_count=3)
    assert audit.verify(checkpoint) == _wrong(Problem.TRUNCATED, 4)


def test_a_chain_computed_anew_over_an_edit_is_told_by_a_checkpoint(events):
    checkpoint = audit.make_checkpoint()
    AuditEvent.objects.filter(pk=events[0].pk).update(reason="edited")
    AuditSeal.objects.all().delete()
    seal_events()

    assert audit.verify() == Verdict(checked_count=5)
    assert audit.verify(checkpoint) == _wrong(Problem.EDITED, 5, events[4])


def test_a_checkpoint_of_the_past_goes_on_holding():
    empty = audit.make_checkpoint()
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)
    checkpoint = audit.make_checkpoint()
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)

    assert audit.verify(empty).is_intact
    assert audit.verify(checkpoint).is_intact


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: "x" + text, lambda _: ""])
def test_a_checkpoint_that_this_site_did_not_sign_is_refused(change):
    with pytest.raises(InvalidValueError) as caught:
        audit.verify(change(audit.make_checkpoint()))

    assert caught.value.field == "checkpoint"


def test_after_a_commit_late_events_are_sealed_and_very_late_ones_by_the_next_verification(events):
    last = events[-1].pk
    late = AuditEvent.objects.create(pk=last + RECENT + 1, at=events[0].at, kind="agent.write")
    early = AuditEvent.objects.create(pk=last + 1, at=events[0].at, kind="agent.write")

    assert seal_recent_events() == 2
    AuditEvent.objects.create(pk=last + RECENT + 2_000, at=events[0].at, kind="agent.write")
    assert seal_recent_events() == 1
    AuditEvent.objects.create(pk=last + 2, at=events[0].at, kind="agent.write")
    assert seal_recent_events() == 0
    assert seal_events() == 1
    assert early.seal.position < late.seal.position
    assert audit.verify() == Verdict(checked_count=9)
