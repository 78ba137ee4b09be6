"""Editing what tasks say."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import EncryptionEnabledError
from projects_app.models import Task
from projects_app.selectors.accounts import is_encrypted
from projects_app.services.origin import Origin
from projects_app.services.recurrence import read_rule
from projects_app.services.tasks.fields import FieldBook
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.tasks.labels import LabelBook
from projects_app.services.tracked import Json
from projects_app.services.unit import ChangeUnit

TEXT_COLUMNS: Final = frozenset({"title", "description"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEdit:
    """What one task is to say; what is left out stays.

    Args:
        columns: any of title, description, priority, estimate_minutes, recurrence and
            assignee_id, checked for type and bounds by the caller; None clears the optional.
        labels: all labels the task is to have, by name or id; None leaves them.
        fields: pairs of a custom field's id and its value, None clearing it.
    """

    task_id: uuid.UUID
    columns: Mapping[str, Json]
    labels: Sequence[str] | None = None
    fields: Sequence[tuple[str, object]] = ()


@transaction.atomic
def update_tasks(
    *, actor: AbstractBaseUser, edits: Sequence[TaskEdit], origin: Origin
) -> list[ItemResult]:
    """Edit all of the tasks, in a constant number of statements.

    Raises:
        NotFoundError, ForbiddenError: see `load_tasks`.
        EncryptionEnabledError: readable text for an encrypted account or task.
        InvalidValueError: a value does not fit; it names the update by position.
    """
    ids = [edit.task_id for edit in edits]
    tasks = load_tasks(actor=actor, ids=ids, argument="updates[{}].id")
    refuses_text = is_encrypted(actor)
    unit = ChangeUnit(actor=actor, origin=origin)
    labels = LabelBook(actor=actor, tasks=tasks)
    fields = FieldBook(projects=[task.project_id for task in tasks], tasks=tasks)
    results = []
    for position, (edit, task) in enumerate(zip(edits, tasks, strict=True)):
        path = f"updates[{position}]"
        changed = _edit_columns(unit, task, edit, path=path, refuses_text=refuses_text)
        if edit.labels is not None:
            wanted = labels.resolve(edit.labels, task=task, argument=f"{path}.labels")
            changed |= unit.set_labels(task, before=labels.on_task[task.pk], after=wanted)
        changed |= fields.apply(
            unit, task, edit.fields, argument=f"{path}.fields", refuses_text=refuses_text
        )
        status = ItemStatus.UPDATED if changed else ItemStatus.UNCHANGED
        results.append(ItemResult(str(task.pk), status))
    unit.save()
    return results


def _edit_columns(
    unit: ChangeUnit, task: Task, edit: TaskEdit, *, path: str, refuses_text: bool
) -> bool:
    columns = dict(edit.columns)
    if TEXT_COLUMNS & columns.keys() and (refuses_text or task.is_encrypted):
        raise EncryptionEnabledError
    if "recurrence" in columns:
        columns["recurrence"] = read_rule(
            columns["recurrence"] or "", argument=f"{path}.recurrence"
        )
    changed = False
    for field, value in columns.items():
        changed |= unit.edit(task, field, value)
    return changed
