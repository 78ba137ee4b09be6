"""How tasks look in results."""

import datetime as dt
from functools import lru_cache
from typing import Final
from uuid import UUID

from mcp_gateway.registry import Timestamp, ToolResult, UntrustedStr, make_visible
from projects_app.mcp_tools.budget import json_size, shorten
from projects_app.models import FieldDefinition
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER
from projects_app.models.field import as_whole
from projects_app.models.recurrence import describe
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.people import full_name
from projects_app.selectors.task_rows import TaskContext, TaskRow, ValueOnTask

INBOX: Final = "Inbox"
DESCRIPTION_BYTES: Final = 20_000
ROW_BYTES: Final = 24_000
SLIM_ITEMS: Final = 20
SLIM_BYTES: Final = 300
PLAIN_KINDS: Final = frozenset({FieldDefinition.Kind.NUMBER, FieldDefinition.Kind.CHECKBOX})


class TaskText(ToolResult):
    """What people wrote on a task and around it."""

    title: UntrustedStr
    description: UntrustedStr | None = None
    project: UntrustedStr
    section: UntrustedStr | None = None
    labels: list[UntrustedStr] | None = None
    assignee: UntrustedStr | None = None
    fields: dict[str, UntrustedStr] | None = None


class DueShape(ToolResult):
    """A due date; the local ones are of a date pinned to a zone, in the zone asked for."""

    date: dt.date
    time: str | None = None
    tz: str | None = None
    local_date: dt.date | None = None
    local_time: str | None = None


class TaskShape(ToolResult):
    """One task. `truncated` says that text or items were cut to keep the result readable."""

    id: UUID
    untrusted_text: TaskText
    project_id: UUID | None
    section_id: UUID | None
    parent_id: UUID | None
    priority: int
    due: DueShape | None = None
    overdue: bool
    label_ids: list[UUID] | None = None
    assignee_id: str | None = None
    recurrence: str | None = None
    estimate_minutes: int | None = None
    completed: bool
    completed_at: Timestamp | None = None
    completed_by: str | None = None
    created_at: Timestamp
    shared: bool | None = None
    encrypted: bool | None = None
    fields: dict[str, bool | int | float | None] | None = None
    truncated: bool | None = None


def task_shape(
    row: TaskRow,
    *,
    context: TaskContext,
    clock: LocalClock,
    description_bytes: int = DESCRIPTION_BYTES,
) -> TaskShape:
    """Return a task as results show it.

    Args:
        row: the task.
        context: what it refers to.
        clock: measures "overdue" and local times.
        description_bytes: what is shown of the description, in bytes of JSON.
    """
    project = None if row.project_id is None else context.projects[row.project_id]
    labels = context.labels.get(row.id, ())
    values = context.values.get(row.id, ())
    note = row.description and readable(row.description, is_encrypted=row.is_encrypted)
    description = shorten(note, description_bytes)
    shape = TaskShape(
        id=row.id,
        untrusted_text=_text(row, context, description),
        project_id=row.project_id,
        section_id=row.section_id,
        parent_id=row.parent_id,
        priority=row.priority,
        due=due_shape(row, clock),
        overdue=row.is_overdue(clock),
        label_ids=[label.id for label in labels] or None,
        assignee_id=_as_text(row.assignee_id),
        recurrence=recurrence_text(row.recurrence),
        estimate_minutes=row.estimate_minutes,
        completed=not row.is_open,
        completed_at=row.completed_at,
        completed_by=_as_text(row.completed_by_id),
        created_at=row.created_at,
        shared=True if project is not None and project.is_shared else None,
        encrypted=row.is_encrypted or None,
        fields={value.definition_id: _plain(value) for value in values if _is_plain(value)} or None,
        truncated=True if description != make_visible(note) else None,
    )
    return shape if _is_surely_small(row, context) else slimmed(shape)


def slimmed(shape: TaskShape) -> TaskShape:
    """Return the task with fewer and shorter texts if it is larger than a page can bear."""
    if json_size(shape) <= ROW_BYTES:
        return shape
    text = shape.untrusted_text
    return shape.model_copy(
        update={
            "untrusted_text": text.model_copy(
                update={
                    "description": _cut(text.description),
                    "labels": [_cut(name) for name in (text.labels or ())[:SLIM_ITEMS]] or None,
                    "fields": {
                        pk: _cut(value)
                        for pk, value in list((text.fields or {}).items())[:SLIM_ITEMS]
                    }
                    or None,
                }
            ),
            "label_ids": (shape.label_ids or [])[:SLIM_ITEMS] or None,
            "fields": dict(list((shape.fields or {}).items())[:SLIM_ITEMS]) or None,
            "truncated": True,
        }
    )


def due_shape(row: TaskRow, clock: LocalClock) -> DueShape | None:
    """Return when the task is due, or None."""
    if row.due_date is None:
        return None
    time = None if row.due_time is None else clock_time(row.due_time)
    if row.due_at is None:
        return DueShape(date=row.due_date, time=time)
    local = clock.wall(row.due_at)
    return DueShape(
        date=row.due_date,
        time=time,
        tz=row.due_tz,
        local_date=local.date(),
        local_time=clock_time(local.time()),
    )


def clock_time(time: dt.time) -> str:
    """Return a time of day as HH:MM, with seconds where there are any."""
    return time.isoformat("minutes" if time.second == time.microsecond == 0 else "auto")


@lru_cache(maxsize=1024)
def recurrence_text(rule: str) -> str | None:
    """Return a rule in English; None where there is none, or one that says nothing."""
    try:
        return describe(rule) if rule else None
    except ValueError:
        return None


def readable(text: str, *, is_encrypted: bool | None) -> str:
    """Return text, or a placeholder where it is ciphertext."""
    return ENCRYPTED_PLACEHOLDER if is_encrypted else text


def _text(row: TaskRow, context: TaskContext, description: str) -> TaskText:
    labels = context.labels.get(row.id, ())
    values = context.values.get(row.id, ())
    return TaskText(
        title=readable(row.title, is_encrypted=row.is_encrypted),
        description=description or None,
        project=_project_name(row, context),
        section=row.section_name
        and readable(row.section_name, is_encrypted=row.section_is_encrypted),
        labels=[readable(each.name, is_encrypted=each.is_encrypted) for each in labels] or None,
        assignee=_assignee(row),
        fields={value.definition_id: _worded(value) for value in values if not _is_plain(value)}
        or None,
    )


def _project_name(row: TaskRow, context: TaskContext) -> str:
    if row.project_id is None:
        return INBOX
    project = context.projects[row.project_id]
    return readable(project.name, is_encrypted=project.is_encrypted)


def _assignee(row: TaskRow) -> str | None:
    if row.assignee_id is None:
        return None
    return full_name(
        row.assignee_first_name or "", row.assignee_last_name or "", row.assignee_username or ""
    )


def _is_plain(value: ValueOnTask) -> bool:
    """Whether a value is no text, or none at all."""
    if value.kind == FieldDefinition.Kind.DATE:
        return value.date is None and not value.text
    return value.kind in PLAIN_KINDS or not value.text


def _plain(value: ValueOnTask) -> bool | int | float | None:
    if value.kind == FieldDefinition.Kind.CHECKBOX:
        return value.checkbox
    return as_whole(value.number) if value.kind == FieldDefinition.Kind.NUMBER else None


def _worded(value: ValueOnTask) -> str:
    if value.is_encrypted:
        return ENCRYPTED_PLACEHOLDER
    if value.kind == FieldDefinition.Kind.DATE and value.date is not None:
        return value.date.isoformat()
    return value.text


def _is_surely_small(row: TaskRow, context: TaskContext) -> bool:
    return not row.description and row.id not in context.labels and row.id not in context.values


def _as_text(pk: int | None) -> str | None:
    return None if pk is None else str(pk)


def _cut(text: str | None) -> str | None:
    return None if text is None else shorten(text, SLIM_BYTES)
