"""The present state of what some changes were about, for undoing and restoring them."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress

from projects_app.errors import EncryptionEnabledError
from projects_app.models import Change, FieldDefinition, FieldValue, Task, TaskLabel
from projects_app.services.references import References
from projects_app.services.rows import list_later_changes, load_rows
from projects_app.services.tracked import LABELS, VALUE_PREFIX, Json, Row, tracked
from projects_app.services.unit import ChangeUnit
from projects_app.services.values import READABLE_KINDS, dump_value, read_value


class Board:
    """The rows behind some changes, read once and locked, in a constant number of queries.

    Args:
        changes: what is to be put back.
    """

    def __init__(self, changes: Sequence[Change]) -> None:
        self.rows: Mapping[str, Row]
        """The rows that the changes are about, by id."""
        self.tasks: Mapping[uuid.UUID, Task]
        """Their tasks, those below them and those above that they may return to, by id."""
        self.rows, self.tasks = load_rows(changes)
        # Only now: nobody can change the rows any more.
        self.later = list_later_changes(changes)
        """What other calls did to objects that the changes created, the oldest first."""
        about = [*changes, *self.later]
        tasks = [row.pk for row in self.rows.values() if isinstance(row, Task)]
        is_labelled = any(change.field == LABELS for change in about)
        self._labels = _load_labels(tasks if is_labelled else ())
        shown = {pk for labels in self._labels.values() for pk in labels}
        self._references = References(about, labels=shown)
        fields = {_definition_id(change.field) for change in about} - {""}
        self._definitions = FieldDefinition.objects.in_bulk(fields)
        self._values = {
            (value.task_id, value.definition_id): value
            for value in FieldValue.objects.filter(task__in=tasks, definition__in=fields)
        }

    def is_gone(self, object_id: str) -> bool:
        """Whether the object is in the trash, or deleted altogether."""
        row = self.rows.get(object_id)
        return row is None or row.is_trashed

    def known(self, change: Change, value: Json) -> Json:
        """Return a value of the changed field, as far as what it refers to is still there."""
        return self._references.known(change, value)

    def present(self, change: Change) -> Json:
        """Return what the changed field holds now, in history's form."""
        row = self.rows.get(change.object_id)
        if row is None:
            return self.known(change, change.before)
        if change.field == LABELS:
            return self.known(change, [str(pk) for pk in self._labels[row.pk]])
        if change.field.startswith(VALUE_PREFIX):
            definition = self._definitions.get(_definition_id(change.field))
            if definition is None:
                return change.before
            stored = self._values.get((row.pk, definition.pk))
            return None if stored is None else dump_value(stored, definition)
        return tracked(row, change.field).read(row)

    def fits(self, change: Change) -> bool:
        """Whether the earlier value can still be held: its custom field may be another now."""
        definition = self._definitions.get(_definition_id(change.field))
        if definition is None or change.before is None or self.is_ciphertext(change):
            return True
        with suppress(ValueError):
            return bool(read_value(definition, change.before) == change.before)
        return False

    def is_ciphertext(self, change: Change) -> bool:
        """Whether the changed custom field holds ciphertext."""
        definition = self._definitions.get(_definition_id(change.field))
        if definition is None or definition.kind not in READABLE_KINDS:
            return False
        stored = self._values.get((uuid.UUID(change.object_id), definition.pk))
        return stored is not None and stored.is_encrypted

    def put_back(self, change: Change, unit: ChangeUnit) -> bool:
        """Undo one change in `unit`; return whether anything had to be done.

        Raises:
            EncryptionEnabledError: a custom field's value has become ciphertext since.
        """
        row = self.rows.get(change.object_id)
        if row is None or not self.fits(change):
            return False
        if change.action == Change.Action.CREATED:
            return row.trashed_at is None and unit.trash(row)
        if change.field == LABELS and isinstance(row, Task):
            return self._put_back_labels(row, change, unit)
        if change.field.startswith(VALUE_PREFIX) and isinstance(row, Task):
            return self._put_back_value(row, change, unit)
        value = self.known(change, change.before)
        return unit.edit(row, change.field, value, action=_opposite(change))

    def _put_back_labels(self, task: Task, change: Change, unit: ChangeUnit) -> bool:
        """Give the labels back; one that is in the trash stays on the task, or returns to it."""
        there, has = self._references.labels, self._labels[task.pk]
        wanted = {pk for pk in map(uuid.UUID, change.before or ()) if pk in there}
        wanted |= {pk for pk in has if not there.get(pk)}
        self._labels[task.pk] = wanted
        return unit.set_labels(task, before=has, after=wanted)

    def _put_back_value(self, task: Task, change: Change, unit: ChangeUnit) -> bool:
        definition = self._definitions.get(_definition_id(change.field))
        if definition is None:
            return False
        key = (task.pk, definition.pk)
        stored = self._values.get(key)
        if stored is None:
            # One row for every step, should several changes be about it.
            stored = self._values[key] = FieldValue(task=task, definition=definition)
        if self.is_ciphertext(change) and change.before is not None and change.after is not None:
            # Services clear ciphertext and never write it: what was replaced was readable.
            raise EncryptionEnabledError
        return unit.set_value(task, definition, stored=stored, value=change.before)


def _opposite(change: Change) -> Change.Action:
    match change.action:
        case Change.Action.TRASHED:
            return Change.Action.RESTORED
        case Change.Action.RESTORED:
            return Change.Action.TRASHED
        case Change.Action.COMPLETED:
            return Change.Action.REOPENED
        case Change.Action.REOPENED:
            return Change.Action.COMPLETED
        case _:
            return Change.Action.UPDATED


def _definition_id(field: str) -> str:
    return field.removeprefix(VALUE_PREFIX) if field.startswith(VALUE_PREFIX) else ""


def _load_labels(tasks: Sequence[uuid.UUID]) -> dict[uuid.UUID, set[uuid.UUID]]:
    labels: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    found = TaskLabel.objects.filter(task__in=tasks) if tasks else TaskLabel.objects.none()
    for task, label in found.values_list("task", "label"):
        labels[task].add(label)
    return labels
