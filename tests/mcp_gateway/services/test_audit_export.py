"""The log as a file."""

import csv
import io
import json

import pytest
from django.db import connection

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.audit import ExportForm, export_events
from mcp_gateway.services.audit.export import COLUMNS
from tests.make import make_superuser, make_user

pytestmark = pytest.mark.django_db


def _export(form: ExportForm, actor=None) -> str:
    events = audit.visible_events(actor)
    return "".join(export_events(actor=actor, events=events, form=form))


def test_json_lines_hold_every_column_oldest_first():
    first = audit.record(AuditEvent.Kind.TOKEN_CREATED, actor=None, details={"scope": "read"})
    second = audit.record(AuditEvent.Kind.TOKEN_REVOKED, actor=None)

    rows = [json.loads(line) for line in _export(ExportForm.JSON_LINES).splitlines()]

    assert [row["id"] for row in rows] == [first.pk, second.pk]
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["details"] == {"scope": "read"}
    assert rows[0]["at"] == AuditEvent.objects.get(pk=first.pk).at.isoformat()


def test_csv_has_a_header_and_a_line_an_event():
    event = audit.record(AuditEvent.Kind.TOKEN_CREATED, actor=None, details={"scope": "read"})

    header, row = csv.reader(io.StringIO(_export(ExportForm.CSV)))

    cells = dict(zip(header, row, strict=True))
    assert tuple(header) == COLUMNS
    assert cells["id"] == str(event.pk)
    assert cells["kind"] == "token.created"
    assert cells["actor_id"] == ""
    assert cells["details"] == '{"scope":"read"}'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(start):
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=make_user(f"{start}cmd|' /C calc'!A0"))

    _, row = csv.reader(io.StringIO(_export(ExportForm.CSV), newline=""))

    assert row[COLUMNS.index("actor_name")] == f"'{start}cmd|' /C calc'!A0"


def test_an_export_is_audited_and_not_part_of_itself():
    owner = make_superuser("ada")

    lines = export_events(
        actor=owner,
        events=audit.visible_events(owner),
        form=ExportForm.CSV,
        request_id="r1",
    )

    event = AuditEvent.objects.get()
    assert (event.kind, event.actor_name, event.request_id, event.details) == (
        "audit.exported",
        "ada",
        "r1",
        {"format": "csv"},
    )
    assert len(list(lines)) == 1


def test_a_member_exports_what_they_may_see_alone():
    member = make_user()
    audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)
    audit.record(AuditEvent.Kind.TOKEN_CREATED, actor=member)

    rows = _export(ExportForm.JSON_LINES, actor=member).splitlines()

    assert [json.loads(row)["kind"] for row in rows] == ["token.created"]


def test_the_number_of_queries_does_not_grow_with_the_log(django_assert_num_queries):
    def count() -> int:
        before = len(connection.queries_log)
        _export(ExportForm.CSV)
        return len(connection.queries_log) - before

    connection.force_debug_cursor = True
    few = count()
    for _ in range(50):
        audit.record(AuditEvent.Kind.SETTINGS_CHANGED, actor=None)
    before_many = len(connection.queries_log)
    assert before_many > few
    assert count() == few
