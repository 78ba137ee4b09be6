"""Tasks as rows: the columns that lists show, and what hangs on them, in constant queries."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import F, FilteredRelation, Q, QuerySet

from projects_app.models import FieldValue, Task, TaskLabel
from projects_app.models.due import UNDATED
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import Position
from projects_app.selectors.projects import ProjectFacts


class TaskRow(NamedTuple):
    """One task's own columns, and those of its section and assignee."""

    id: UUID
    title: str
    priority: int
    due_date: dt.date | None
    due_time: dt.time | None
    due_tz: str
    due_at: dt.datetime | None
    recurrence: str
    estimate_minutes: int | None
    completed_at: dt.datetime | None
    completed_by_id: int | None
    created_at: dt.datetime
    is_encrypted: bool
    project_id: UUID | None
    parent_id: UUID | None
    section_id: UUID | None
    section_name: str | None
    section_is_encrypted: bool | None
    assignee_id: int | None
    assignee_first_name: str | None
    assignee_last_name: str | None
    assignee_username: str | None
    description: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done."""
        return self.completed_at is None

    def due_key(self, clock: LocalClock) -> dt.datetime:
        """Return its due key in the clock's zone (see `due_order`)."""
        if self.due_at is not None:
            return clock.wall(self.due_at)
        if self.due_date is None:
            return UNDATED
        return dt.datetime.combine(self.due_date, self.due_time or dt.time.min, dt.UTC)

    def position(self, clock: LocalClock) -> Position:
        """Return where it stands in a list ordered in the clock's zone."""
        return Position(self.due_key(clock), self.priority, self.id)

    def is_overdue(self, clock: LocalClock) -> bool:
        """Whether it was due before today and is open."""
        if self.due_date is None or self.completed_at is not None:
            return False
        return self.due_key(clock).date() < clock.today


COLUMNS: Final = (
    *("id", "title", "priority", "due_date", "due_time", "due_tz", "due_at", "recurrence"),
    *("estimate_minutes", "completed_at", "completed_by_id", "created_at", "is_encrypted"),
    *("project_id", "live_parent__id", "live_section__id", "live_section__name"),
    *("live_section__is_encrypted", "assignee_id", "assignee__first_name"),
    *("assignee__last_name", "assignee__username"),
)
"""In the order of `TaskRow`, but for the description, which may be long."""


class LabelOnTask(NamedTuple):
    """One label of a task."""

    id: UUID
    name: str
    is_encrypted: bool


class ValueOnTask(NamedTuple):
    """What a task holds in one custom field; all empty where it was cleared."""

    definition_id: str
    kind: str
    text: str
    number: float | None
    checkbox: bool | None
    date: dt.date | None
    is_encrypted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskContext:
    """What rows of tasks refer to."""

    projects: Mapping[UUID, ProjectFacts]
    labels: Mapping[UUID, Sequence[LabelOnTask]]
    values: Mapping[UUID, Sequence[ValueOnTask]]


def task_rows(tasks: QuerySet[Task], *, with_description: bool = False) -> list[TaskRow]:
    """Return the rows of the tasks by one query; sections and parents in the trash are left out."""
    columns = (*COLUMNS, "description") if with_description else COLUMNS
    found = tasks.annotate(
        live_section=FilteredRelation("section", condition=Q(section__trashed_at__isnull=True)),
        live_parent=FilteredRelation("parent", condition=Q(parent__trashed_at__isnull=True)),
    )
    return [TaskRow(*values) for values in found.values_list(*columns)]


def task_context(rows: Iterable[TaskRow], *, projects: Mapping[UUID, ProjectFacts]) -> TaskContext:
    """Return what the rows refer to, by two queries."""
    ids = [row.id for row in rows]
    return TaskContext(projects=projects, labels=_labels(ids), values=_values(ids))


def _labels(task_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[LabelOnTask]]:
    found: dict[UUID, list[LabelOnTask]] = {}
    rows = (
        TaskLabel.objects.filter(task_id__in=task_ids, label__trashed_at__isnull=True)
        .order_by("label__name", "label_id")
        .values_list("task_id", "label_id", "label__name", "label__is_encrypted")
    )
    for task_id, pk, name, is_encrypted in rows:
        found.setdefault(task_id, []).append(LabelOnTask(pk, name, is_encrypted))
    return found


def _values(task_ids: Sequence[UUID]) -> Mapping[UUID, Sequence[ValueOnTask]]:
    """Return the values of live definitions of the project each task is in."""
    found: dict[UUID, list[ValueOnTask]] = {}
    rows = (
        FieldValue.objects.filter(
            task_id__in=task_ids,
            definition__trashed_at__isnull=True,
            definition__project_id=F("task__project_id"),
        )
        .order_by("definition__position", "definition_id")
        .values_list(
            *("task_id", "definition_id", "definition__kind"),
            *("text", "number", "checkbox", "date", "is_encrypted"),
        )
    )
    for task_id, *value in rows:
        found.setdefault(task_id, []).append(ValueOnTask(*value))
    return found
