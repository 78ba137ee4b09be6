"""The fields that history follows, and how each is written as JSON and read back.

One table serves recording, restoring and undoing, so that a field that can be changed can
always be put back.
"""

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from projects_app.models import Change, Comment, Label, Project, Section, Task
from projects_app.models.due import Due, due_columns

Json: TypeAlias = Any
Row: TypeAlias = Task | Project | Section | Label | Comment

LABELS: Final = "labels"
TRASHED_AT: Final = "trashed_at"
VALUE_PREFIX: Final = "fields."


@dataclass(frozen=True, slots=True)
class TrackedField:
    """One field of a row: the columns it lives in, and its form in history."""

    columns: tuple[str, ...]
    read: Callable[[Any], Json]
    write: Callable[[Any, Json], None]


def _column(
    name: str,
    dump: Callable[[Any], Json] = lambda value: value,
    load: Callable[[Json], Any] = lambda value: value,
) -> TrackedField:
    def read(row: Row) -> Json:
        value = getattr(row, name)
        return None if value is None else dump(value)

    def write(row: Row, value: Json) -> None:
        setattr(row, name, None if value is None else load(value))

    return TrackedField((name,), read, write)


def dump_due(due: Due | None) -> Json:
    """Return a due date as history writes it: an object of texts, or None."""
    if due is None:
        return None
    return {
        "date": due.date.isoformat(),
        "time": due.time.isoformat() if due.time else None,
        "tz": due.tz,
    }


def load_due(value: Json) -> Due | None:
    """Return the due date that `dump_due` wrote."""
    if value is None:
        return None
    time = value["time"]
    return Due(
        dt.date.fromisoformat(value["date"]),
        dt.time.fromisoformat(time) if time else None,
        value["tz"],
    )


def _write_due(task: Task, value: Json) -> None:
    for column, content in due_columns(load_due(value)).items():
        setattr(task, column, content)


_DUE: Final = TrackedField(
    ("due_date", "due_time", "due_tz", "due_at", "due_sort"),
    lambda task: dump_due(task.due),
    _write_due,
)


def _text(name: str) -> TrackedField:
    return _column(name)


def _link(name: str) -> TrackedField:
    return _column(name, dump=str, load=uuid.UUID)


def _moment(name: str) -> TrackedField:
    return _column(name, dump=dt.datetime.isoformat, load=dt.datetime.fromisoformat)


_TRASHED: Final = {TRASHED_AT: _moment(TRASHED_AT)}

TRACKED: Final[Mapping[Change.Kind, Mapping[str, TrackedField]]] = {
    Change.Kind.TASK: {
        **{name: _text(name) for name in ("title", "description", "recurrence")},
        **{name: _column(name) for name in ("priority", "estimate_minutes", "position")},
        **{name: _column(name) for name in ("assignee_id", "completed_by_id")},
        **{name: _link(name) for name in ("project_id", "section_id", "parent_id")},
        "due": _DUE,
        "completed_at": _moment("completed_at"),
        **_TRASHED,
    },
    Change.Kind.PROJECT: {
        **{name: _text(name) for name in ("name", "description", "color")},
        "position": _column("position"),
        "parent_id": _link("parent_id"),
        "archived_at": _moment("archived_at"),
        **_TRASHED,
    },
    Change.Kind.SECTION: {"name": _text("name"), "position": _column("position"), **_TRASHED},
    Change.Kind.LABEL: {"name": _text("name"), "color": _text("color"), **_TRASHED},
    Change.Kind.COMMENT: {"body": _text("body"), "edited_at": _moment("edited_at"), **_TRASHED},
}

MODELS: Final[Mapping[Change.Kind, type[Row]]] = {
    Change.Kind.PROJECT: Project,
    Change.Kind.SECTION: Section,
    Change.Kind.LABEL: Label,
    Change.Kind.TASK: Task,
    Change.Kind.COMMENT: Comment,
}
"""The kinds that history follows, in the order in which their rows are locked."""

_LINKED: Final = (
    frozenset({"completed_at", "completed_by_id"}),
    frozenset({"project_id", "section_id", "parent_id"}),
)

KINDS: Final[Mapping[type[Row], Change.Kind]] = {model: kind for kind, model in MODELS.items()}


def tracked(row: Row, field: str) -> TrackedField:
    """Return how history follows `field` of this row.

    Raises:
        KeyError: it does not, which is a bug in the caller.
    """
    return TRACKED[KINDS[type(row)]][field]


def linked_fields(change: Change) -> frozenset[str]:
    """Return the fields that only make sense together with the changed one, itself included."""
    for fields in _LINKED:
        if change.kind == Change.Kind.TASK and change.field in fields:
            return fields
    return frozenset({change.field})
