"""The present state of what some changes were about, for undoing and restoring them."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.contrib.auth.models import AbstractBaseUser, AbstractUser
from django.db.models import QuerySet

from projects_app.errors import ForbiddenError
from projects_app.models import (
    Change,
    Comment,
    FieldDefinition,
    FieldValue,
    Project,
    Section,
    Task,
    TaskLabel,
)
from projects_app.selectors.roles import WRITING_ROLES, list_roles
from projects_app.services.tracked import LABELS, MODELS, VALUE_PREFIX, Json, Row, tracked
from projects_app.services.unit import ChangeUnit
from projects_app.services.values import dump_value


class Board:
    """The rows behind some changes, read once and locked, a query a kind.

    Args:
        changes: all that will be looked at, in any order.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self._rows = _load_rows(changes)
        tasks = [row.pk for row in self._rows.values() if isinstance(row, Task)]
        self._labels = _load_labels(tasks)
        fields = {_definition_id(change.field) for change in changes} - {""}
        self._definitions = FieldDefinition.objects.in_bulk(fields)
        self._values = {
            (value.task_id, value.definition_id): value
            for value in FieldValue.objects.filter(task__in=tasks, definition__in=fields)
        }

    def is_gone(self, object_id: str) -> bool:
        """Whether the object is in the trash, or deleted altogether."""
        row = self._rows.get(object_id)
        return row is None or row.is_trashed

    def refuse_readers(self, actor: AbstractBaseUser) -> None:
        """Raise unless the actor may change every row; the owner of the site may change all.

        Raises:
            ForbiddenError: it names the rows.
        """
        if cast(AbstractUser, actor).is_superuser:
            return
        roles = list_roles(actor, with_trashed=True)
        forbidden = []
        for row in self._rows.values():
            owner_id, project_id = _place(row)
            if project_id is None:
                is_allowed = owner_id == actor.pk
            else:
                is_allowed = roles.get(project_id) in WRITING_ROLES
            if not is_allowed:
                forbidden.append(str(row.pk))
        if forbidden:
            raise ForbiddenError(forbidden)

    def present(self, change: Change) -> Json:
        """Return what the changed field holds now, in history's form."""
        row = self._rows.get(change.object_id)
        if row is None:
            return change.before
        if change.field == LABELS:
            return sorted(map(str, self._labels[row.pk]))
        definition = self._definitions.get(_definition_id(change.field))
        if definition is not None:
            stored = self._values.get((row.pk, definition.pk))
            return None if stored is None else dump_value(stored, definition)
        return tracked(row, change.field).read(row)

    def put_back(self, change: Change, unit: ChangeUnit) -> bool:
        """Undo one change in `unit`; return whether anything had to be done."""
        row = self._rows.get(change.object_id)
        if row is None:
            return False
        if change.action == Change.Action.CREATED:
            now = unit.origin.now.isoformat()
            is_there = row.trashed_at is None
            return is_there and unit.edit(row, "trashed_at", now, action=Change.Action.TRASHED)
        if change.field == LABELS and isinstance(row, Task):
            return self._put_back_labels(row, change, unit)
        if change.field.startswith(VALUE_PREFIX) and isinstance(row, Task):
            return self._put_back_value(row, change, unit)
        return unit.edit(row, change.field, change.before, action=_opposite(change))

    def _put_back_labels(self, task: Task, change: Change, unit: ChangeUnit) -> bool:
        wanted = {uuid.UUID(pk) for pk in change.before or ()}
        has = self._labels[task.pk]
        self._labels[task.pk] = wanted
        return unit.set_labels(task, before=has, after=wanted)

    def _put_back_value(self, task: Task, change: Change, unit: ChangeUnit) -> bool:
        definition = self._definitions.get(_definition_id(change.field))
        if definition is None:
            return False
        stored = self._values.get((task.pk, definition.pk))
        return unit.set_value(task, definition, stored=stored, value=change.before)


def _place(row: Row) -> tuple[int | None, uuid.UUID | None]:
    """Return the account and the project that decide who may change a row."""
    match row:
        case Task():
            return row.owner_id, row.project_id
        case Project():
            return None, row.pk
        case Section():
            return None, row.project_id
        case Comment():
            return row.task.owner_id, row.task.project_id
        case _:
            return row.owner_id, None


def _opposite(change: Change) -> Change.Action:
    match change.action:
        case Change.Action.TRASHED:
            return Change.Action.RESTORED
        case Change.Action.RESTORED:
            return Change.Action.TRASHED
        case Change.Action.COMPLETED:
            return Change.Action.REOPENED
        case _:
            return Change.Action.UPDATED


def _definition_id(field: str) -> str:
    return field.removeprefix(VALUE_PREFIX) if field.startswith(VALUE_PREFIX) else ""


def _load_rows(changes: Iterable[Change]) -> dict[str, Row]:
    ids = defaultdict(set)
    for change in changes:
        ids[Change.Kind(change.kind)].add(change.object_id)
    rows: dict[str, Row] = {}
    for kind, wanted in ids.items():
        found: QuerySet[Any] = MODELS[kind]._default_manager.filter(pk__in=wanted)  # noqa: SLF001
        if kind is Change.Kind.COMMENT:
            found = found.select_related("task")
        found = found.select_for_update(of=("self",))
        rows |= {str(row.pk): row for row in found}
    return rows


def _load_labels(tasks: Sequence[uuid.UUID]) -> dict[uuid.UUID, set[uuid.UUID]]:
    labels: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    for task, label in TaskLabel.objects.filter(task__in=tasks).values_list("task", "label"):
        labels[task].add(label)
    return labels
