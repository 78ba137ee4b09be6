"""A unit of work: what one call changes, written in a constant number of statements.

Services name each change here and save once; the rows and their history can't part ways.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser

from projects_app.models import (
    Change,
    ChangeSet,
    FieldDefinition,
    FieldValue,
    Label,
    Project,
    Section,
    Task,
    TaskLabel,
)
from projects_app.services.insertion import insert_rows
from projects_app.services.origin import Origin
from projects_app.services.tracked import (
    KINDS,
    LABELS,
    TRASHED_AT,
    VALUE_PREFIX,
    Json,
    Row,
    tracked,
)
from projects_app.services.values import dump_value, store_value


class ChangeUnit:
    """Collects changes of one actor and origin; `save` writes them and their history.

    Use it inside `transaction.atomic()`.
    """

    def __init__(
        self, *, actor: AbstractBaseUser, origin: Origin, undoes: ChangeSet | None = None
    ) -> None:
        self.actor = actor
        self.origin = origin
        self.changes: list[Change] = []
        self._undoes = undoes
        self._created: dict[type[Row], list[Row]] = defaultdict(list)
        self._edited: dict[type[Row], dict[uuid.UUID, Row]] = defaultdict(dict)
        self._columns: dict[type[Row], set[str]] = defaultdict(set)
        self._labels: dict[uuid.UUID, tuple[set[uuid.UUID], set[uuid.UUID]]] = {}
        self._values: dict[tuple[uuid.UUID, str], FieldValue] = {}

    def create(self, row: Row) -> None:
        """Add a new row; its first content is part of its creation."""
        self._created[type(row)].append(row)
        self._record(row, Change.Action.CREATED)

    def edit(
        self,
        row: Row,
        field: str,
        value: Json,
        *,
        action: Change.Action = Change.Action.UPDATED,
    ) -> bool:
        """Set one field to a value in history's form; return whether that changed anything."""
        known = tracked(row, field)
        before = known.read(row)
        if before == value:
            return False
        known.write(row, value)
        self._edited[type(row)][row.pk] = row
        self._columns[type(row)].update(known.columns)
        self._record(row, action, field=field, before=before, after=value)
        return True

    def trash(self, row: Row) -> bool:
        """Put a row into the trash at the call's own time; return whether that changed anything.

        A row that is there already gets the new time.
        """
        now = self.origin.now.isoformat()
        return self.edit(row, TRASHED_AT, now, action=Change.Action.TRASHED)

    def take_out(self, row: Row) -> bool:
        """Take a row out of the trash; return whether it was there."""
        return self.edit(row, TRASHED_AT, None, action=Change.Action.RESTORED)

    def set_labels(
        self,
        task: Task,
        *,
        before: Iterable[uuid.UUID],
        after: Iterable[uuid.UUID],
        is_new: bool = False,
    ) -> bool:
        """Give a task these labels and no others; return whether that changed anything."""
        had, wants = set(before), set(after)
        if had == wants:
            return False
        stored, _ = self._labels.get(task.pk, (had, had))
        self._labels[task.pk] = (stored, wants)
        if not is_new:
            self._edited[Task][task.pk] = task
            self._record(
                task,
                Change.Action.UPDATED,
                field=LABELS,
                before=sorted(map(str, had)),
                after=sorted(map(str, wants)),
            )
        return True

    def set_value(
        self,
        task: Task,
        definition: FieldDefinition,
        *,
        stored: FieldValue | None,
        value: Json,
        is_new: bool = False,
    ) -> bool:
        """Set one custom field, None clearing it; return whether that changed anything.

        Args:
            stored: the row that holds the value now, if there is one.
            value: as `dump_value` writes it.
        """
        before = None if stored is None else dump_value(stored, definition)
        if before == value:
            return False
        row = stored or FieldValue(task=task, definition=definition)
        store_value(row, definition, value)
        row.updated_at = self.origin.now
        self._values[task.pk, definition.pk] = row
        if not is_new:
            self._edited[Task][task.pk] = task
            self._record(
                task,
                Change.Action.UPDATED,
                field=f"{VALUE_PREFIX}{definition.pk}",
                before=before,
                after=value,
            )
        return True

    def save(self) -> ChangeSet | None:
        """Write everything; return the change set, or None where nothing changed."""
        if not self.changes:
            return None
        self._save_rows()
        self._save_labels()
        self._save_values()
        return self._save_history()

    def _save_rows(self) -> None:
        for rows in self._created.values():
            insert_rows(rows)
        for model, edited in self._edited.items():
            for row in edited.values():
                row.updated_at = self.origin.now
            model._default_manager.bulk_update(  # noqa: SLF001
                edited.values(),  # type: ignore[arg-type]
                [*sorted(self._columns[model]), "updated_at"],
            )

    def _save_labels(self) -> None:
        off = {(task, pk) for task, (had, wants) in self._labels.items() for pk in had - wants}
        if off:
            rows = TaskLabel.objects.filter(task__in={task for task, _ in off})
            pairs = rows.values_list("pk", "task", "label")
            doomed = [pk for pk, task, label in pairs if (task, label) in off]
            TaskLabel.objects.filter(pk__in=doomed).delete()
        on = [
            TaskLabel(task_id=task, label_id=pk)
            for task, (had, wants) in self._labels.items()
            for pk in sorted(wants - had)
        ]
        insert_rows(on)

    def _save_values(self) -> None:
        if self._values:
            FieldValue.objects.bulk_create(
                self._values.values(),
                update_conflicts=True,
                unique_fields=["task", "definition"],
                update_fields=["text", "number", "checkbox", "date", "is_encrypted", "updated_at"],
            )

    def _save_history(self) -> ChangeSet:
        change_set, start = self._earlier() if self.origin.is_continued else (None, 0)
        if change_set is None:
            change_set = self._start_history()
        for position, change in enumerate(self.changes, start):
            change.change_set = change_set
            change.position = position
        insert_rows(self.changes)
        return change_set

    def _earlier(self) -> tuple[ChangeSet | None, int]:
        """Return what an earlier step of the call began, and how many changes it has."""
        found = ChangeSet.objects.filter(pk=self.origin.call_id).first()
        return found, 0 if found is None else found.changes.count()

    def _start_history(self) -> ChangeSet:
        origin = self.origin
        return ChangeSet.objects.create(
            id=origin.call_id,
            actor_id=self.actor.pk,
            actor_name=self.actor.get_username(),
            token_id=origin.token_id,
            token_name=origin.token_name,
            tool=origin.tool,
            source=origin.source,
            undoes=self._undoes,
            request_id=origin.request_id,
            created_at=origin.now,
        )

    def _record(
        self,
        row: Row,
        action: Change.Action,
        *,
        field: str = "",
        before: Json = None,
        after: Json = None,
    ) -> None:
        task_id, project_id = _place(row)
        self.changes.append(
            Change(
                kind=KINDS[type(row)],
                object_id=str(row.pk),
                task_id=task_id,
                project_id=project_id,
                action=action,
                field=field,
                before=before,
                after=after,
            )
        )


def _place(row: Row) -> tuple[uuid.UUID | None, uuid.UUID | None]:
    match row:
        case Task():
            return row.pk, row.project_id
        case Project():
            return None, row.pk
        case Section():
            return None, row.project_id
        case Label():
            return None, None
        case _:
            return row.task_id, row.task.project_id
