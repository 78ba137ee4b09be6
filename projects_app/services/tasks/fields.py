"""Custom field values that a call names, by the id of their definition."""

import uuid
from collections.abc import Iterable, Sequence

from projects_app.errors import EncryptionEnabledError, InvalidValueError
from projects_app.models import FieldDefinition, FieldValue, Task
from projects_app.services.unit import ChangeUnit
from projects_app.services.values import READABLE_KINDS, read_value


class FieldBook:
    """The live definitions of some projects, and the values that some tasks hold."""

    def __init__(self, *, projects: Iterable[uuid.UUID | None], tasks: Sequence[Task] = ()) -> None:
        found = FieldDefinition.objects.filter(
            project__in={pk for pk in projects if pk is not None}, trashed_at__isnull=True
        )
        self._definitions = {definition.pk: definition for definition in found}
        values = FieldValue.objects.filter(task__in=tasks) if tasks else ()
        self._values = {(value.task_id, value.definition_id): value for value in values}

    def apply(  # one call's whole context, keyword-only
        self,
        unit: ChangeUnit,
        task: Task,
        values: Sequence[tuple[str, object]],
        *,
        argument: str,
        refuses_text: bool,
        is_new: bool = False,
    ) -> bool:
        """Set the values in `unit`; return whether that changes anything.

        Args:
            values: pairs of a definition's id and what the caller sent for it.
            argument: path of the list in what the caller sent, for errors.
            refuses_text: whether the account is encrypted.

        Raises:
            InvalidValueError: an unknown or foreign id, one given twice, or a wrong value.
            EncryptionEnabledError: readable text for an encrypted account, task, field or value.
        """
        changed = False
        seen: set[str] = set()
        for position, (definition_id, raw) in enumerate(values):
            path = f"{argument}[{position}]"
            definition = self._find(task, definition_id, path=path)
            if definition_id in seen:
                raise InvalidValueError("This custom field stands twice.", argument=path)
            seen.add(definition_id)
            stored = self._values.get((task.pk, definition.pk))
            try:
                value = read_value(definition, raw)
            except ValueError as error:
                raise InvalidValueError(
                    f"The custom field {definition.pk} ({definition.kind}) takes {error}.",
                    argument=path,
                ) from error
            if value is not None and definition.kind in READABLE_KINDS:
                _refuse_text(task, definition, stored, refuses_text=refuses_text)
            changed |= unit.set_value(task, definition, stored=stored, value=value, is_new=is_new)
        return changed

    def _find(self, task: Task, definition_id: str, *, path: str) -> FieldDefinition:
        definition = self._definitions.get(definition_id)
        if definition is None or definition.project_id != task.project_id:
            raise InvalidValueError(
                f"The task's project has no custom field {definition_id[:40]!r}.", argument=path
            )
        return definition


def _refuse_text(*rows: Task | FieldDefinition | FieldValue | None, refuses_text: bool) -> None:
    if refuses_text or any(row is not None and row.is_encrypted for row in rows):
        raise EncryptionEnabledError
