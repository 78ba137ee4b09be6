"""Exporting the log as CSV or JSON lines, a row at a time."""

import csv
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import orjson
from django.db.models import QuerySet

from mcp_gateway.models import AuditEvent
from mcp_gateway.services.actors import Actor
from mcp_gateway.services.audit.record import record
from mcp_gateway.services.audit.seal import SEALED_COLUMNS

CHUNK: Final = 2_000
COLUMNS: Final = SEALED_COLUMNS
"""What readers get of an event, in this order: all that is sealed."""

# What a spreadsheet takes for the start of a formula (OWASP, "CSV Injection").
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


class ExportForm(StrEnum):
    """How an export is written."""

    CSV = "csv"
    JSON_LINES = "jsonl"


class _Line:
    """A file for the CSV writer that hands each line back."""

    def write(self, text: str) -> str:
        return text


def export_events(
    *, actor: Actor, events: QuerySet[AuditEvent], form: ExportForm, request_id: str = ""
) -> Iterator[str]:
    """Return the lines of an export, oldest event first; the export itself is audited.

    Args:
        actor: who exports; `events` must be taken from `visible_events(actor)`.
        events: what to export; memory does not grow with its size.
        form: CSV with a header line, or one JSON object a line.
        request_id: what the audit event is filed under.
    """
    # Fixed before the export is recorded, so that the file never holds its own event.
    newest = events.order_by("-pk").values_list("pk", flat=True).first() or 0
    record(
        AuditEvent.Kind.AUDIT_EXPORTED,
        actor=actor,
        request_id=request_id,
        details={"format": form.value},
    )
    rows = events.filter(pk__lte=newest).order_by("pk").iterator(chunk_size=CHUNK)
    return _csv_lines(rows) if form is ExportForm.CSV else _json_lines(rows)


def neutral_cell(value: object) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _csv_lines(events: Iterator[AuditEvent]) -> Iterator[str]:
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for event in events:
        cells = {**_row(event), "details": orjson.dumps(event.details).decode()}
        yield writer.writerow(neutral_cell(cell) for cell in cells.values())


def _json_lines(events: Iterator[AuditEvent]) -> Iterator[str]:
    for event in events:
        yield orjson.dumps(_row(event)).decode() + "\n"


def _row(event: AuditEvent) -> dict[str, object]:
    row = {name: getattr(event, name) for name in COLUMNS}
    return row | {"at": event.at.isoformat()}
