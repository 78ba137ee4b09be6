"""`mcp_audit`."""

import csv
from io import StringIO

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from mcp_gateway.models import AuditEvent, AuditSeal
from mcp_gateway.services import audit
from tests.make import make_user

Kind = AuditEvent.Kind


@pytest.fixture
def events(db):
    """Three sealed events: of ada, about ada, and of nobody."""
    ada, bob = make_user("ada"), make_user("bob")
    audit.record(Kind.TOKEN_CREATED, actor=ada, subject_id=ada.pk, request_id="r1")
    audit.record(Kind.AGENT_ACCESS_CHANGED, actor=bob, subject_id=ada.pk, reason="=1+1")
    audit.record(Kind.SETTINGS_CHANGED, actor=None, details={"changed": ["enabled"]})
    audit.seal_events()
    return list(AuditEvent.objects.order_by("pk"))


def kinds(rows) -> list[str]:
    return [row["kind"] for row in rows]


def test_list_shows_the_latest_events_first(run, events):
    rows = run("mcp_audit", "list", "--json").json

    assert kinds(rows) == [Kind.SETTINGS_CHANGED, Kind.AGENT_ACCESS_CHANGED, Kind.TOKEN_CREATED]
    assert rows[0]["details"] == {"changed": ["enabled"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--limit", "1"], [Kind.SETTINGS_CHANGED]),
        (["--limit", "-1"], []),
        (["--user", "ada"], [Kind.AGENT_ACCESS_CHANGED, Kind.TOKEN_CREATED]),
        (["--user", "bob"], [Kind.AGENT_ACCESS_CHANGED]),
        (["--kind", "token.created"], [Kind.TOKEN_CREATED]),
    ],
)
def test_list_can_be_narrowed(run, events, options, expected):
    assert kinds(run("mcp_audit", "list", "--json", *options).json) == expected


def test_list_prints_a_line_for_each_event(run, events):
    lines = run("mcp_audit", "list").lines

    assert len(lines) == 1 + len(events)
    assert "settings.changed" in lines[1]


def test_export_writes_csv_that_no_spreadsheet_runs(run, events):
    rows = list(csv.DictReader(run("mcp_audit", "export").lines))

    assert kinds(rows) == [event.kind for event in events]
    assert rows[1]["reason"] == "'=1+1"


def test_export_writes_an_object_a_line_and_is_audited(run, events):
    lines = run("mcp_audit", "export", "--format", "jsonl", "--user", "ada").lines

    assert kinds(orjson.loads(line) for line in lines) == [event.kind for event in events[:2]]
    assert AuditEvent.objects.latest("pk").kind == Kind.AUDIT_EXPORTED


def test_an_intact_log_is_verified(run, events):
    assert run("mcp_audit", "verify").lines == ["3 events are intact."]


@pytest.mark.parametrize("action", ["list", "export"])
def test_an_unknown_account_is_refused(run, action):
    with pytest.raises(CommandError):
        run("mcp_audit", action, "--user", "nobody")


def open_log() -> None:
    """Take the database's guard away, as somebody with its file or password would."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name FROM sqlite_master "
                "WHERE type = 'trigger' AND tbl_name LIKE 'mcp_gateway_audit%%'"
            )
            names = [name for (name,) in cursor.fetchall()]
        else:
            cursor.execute(
                "SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal "
                "AND tgrelid::regclass::text LIKE 'mcp_gateway_audit%%'"
            )
            names = [f"{name} ON {table}" for name, table in cursor.fetchall()]
        for name in names:
            cursor.execute(f"DROP TRIGGER {name}")


def test_an_altered_log_fails_and_the_wrong_row_is_printed(events):
    open_log()
    AuditEvent.objects.filter(pk=events[1].pk).update(actor_name="eve")
    stdout = StringIO()

    with pytest.raises(CommandError):
        call_command("mcp_audit", "verify", stdout=stdout)

    assert f"event {events[1].pk}: edited" in stdout.getvalue()


def test_a_checkpoint_tells_that_the_end_was_cut_off(run, events, tmp_path):
    checkpoint = tmp_path / "checkpoint"
    run("mcp_audit", "verify", "--write-checkpoint", str(checkpoint))
    run("mcp_audit", "verify", "--checkpoint", str(checkpoint))
    open_log()
    AuditSeal.objects.filter(position=3).delete()
    AuditEvent.objects.filter(pk=events[2].pk).delete()

    assert run("mcp_audit", "verify").lines == ["2 events are intact."]
    with pytest.raises(CommandError):
        run("mcp_audit", "verify", "--checkpoint", str(checkpoint))
    assert AuditSeal.objects.count() == 2


@pytest.mark.parametrize("text", [None, "", "not a checkpoint", "größer"])
def test_a_checkpoint_that_is_none_is_refused(run, events, tmp_path, text):
    file = tmp_path / "checkpoint"
    if text is not None:
        file.write_text(text, encoding="utf-8")

    with pytest.raises(CommandError):
        run("mcp_audit", "verify", "--checkpoint", str(file))


def test_a_checkpoint_that_cannot_be_written_is_a_failure(run, events, tmp_path):
    with pytest.raises(CommandError):
        run("mcp_audit", "verify", "--write-checkpoint", str(tmp_path / "no" / "such"))
