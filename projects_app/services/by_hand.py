"""What whoever runs the site changes by hand, in any account and project.

It is history and can be undone like all other changes; only the members' roles are not asked.
"""

import uuid
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.models import Change, FieldValue, Project, Task, TaskLabel
from projects_app.services.locking import lock_rows
from projects_app.services.origin import Origin
from projects_app.services.tasks.families import load_descendants, lock_families
from projects_app.services.tracked import KINDS, TRACKED, Json, Row
from projects_app.services.unit import ChangeUnit
from projects_app.services.values import dump_value


@transaction.atomic
def save_row(*, actor: AbstractBaseUser, row: Row, origin: Origin) -> None:
    """Save a row that a form has filled and checked, with what it changes in history.

    What is below a task goes with it to another project.
    """
    unit = ChangeUnit(actor=actor, origin=origin)
    if row._state.adding:  # noqa: SLF001  # Django documents it
        unit.create(row)
        unit.save()
        return
    family = lock_families([row.pk]) if isinstance(row, Task) else set()
    stored: Row = lock_rows(_rows(type(row), [row.pk])).get()
    below = load_descendants([stored], family=family) if isinstance(stored, Task) else []
    for field, known in TRACKED[KINDS[type(row)]].items():
        value = known.read(row)
        unit.edit(stored, field, value, action=_action(field, value))
    if isinstance(stored, Task):
        _carry(below, stored, unit=unit)
    row.save()
    unit.save()


@transaction.atomic
def set_labels(
    *, actor: AbstractBaseUser, task: Task, labels: Iterable[uuid.UUID], origin: Origin
) -> None:
    """Give a task these labels and no others."""
    unit = ChangeUnit(actor=actor, origin=origin)
    stored = lock_rows(Task.objects.filter(pk=task.pk)).get()
    has = TaskLabel.objects.filter(task=stored).values_list("label_id", flat=True)
    unit.set_labels(stored, before=has, after=labels)
    unit.save()


@transaction.atomic
def set_value(*, actor: AbstractBaseUser, row: FieldValue, origin: Origin) -> None:
    """Set a task's custom field to what the filled and checked `row` holds."""
    definition = row.definition
    task = lock_rows(Task.objects.filter(pk=row.task_id)).get()
    stored = FieldValue.objects.filter(task=task, definition=definition).first()
    row.task = task
    if stored is None:
        row.save()
        stored = FieldValue(pk=row.pk, task=task, definition=definition)
    unit = ChangeUnit(actor=actor, origin=origin)
    unit.set_value(task, definition, stored=stored, value=dump_value(row, definition))
    unit.save()


@transaction.atomic
def trash_rows(
    *, actor: AbstractBaseUser, model: type[Row], ids: Sequence[uuid.UUID], origin: Origin
) -> int:
    """Put rows into the trash, tasks with what is below them; return how many were not there.

    Those in the trash already keep their date.
    """
    family = lock_families(ids) if model is Task else set()
    live: list[Row] = list(lock_rows(_rows(model, ids).filter(trashed_at__isnull=True)))
    tasks = [row for row in live if isinstance(row, Task)]
    below = load_descendants(tasks, family=family)
    unit = ChangeUnit(actor=actor, origin=origin)
    for row in {row.pk: row for row in [*live, *below]}.values():
        unit.trash(row)
    unit.save()
    return len(live)


@transaction.atomic
def restore_rows(
    *, actor: AbstractBaseUser, model: type[Row], ids: Sequence[uuid.UUID], origin: Origin
) -> int:
    """Take rows out of the trash; return how many were there.

    A task whose parent stays there becomes a top-level one.

    Raises:
        IntegrityError: a name among them has been taken since.
    """
    trashed: list[Row] = list(lock_rows(_rows(model, ids).filter(trashed_at__isnull=False)))
    unit = ChangeUnit(actor=actor, origin=origin)
    for row in trashed:
        unit.take_out(row)
    _leave_trashed_parents([row for row in trashed if isinstance(row, Task)], unit=unit)
    unit.save()
    return len(trashed)


@transaction.atomic
def archive_projects(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], is_archived: bool, origin: Origin
) -> int:
    """Put projects away or bring them back; return how many that changed."""
    projects = Project.objects.filter(pk__in=ids, archived_at__isnull=is_archived)
    unit = ChangeUnit(actor=actor, origin=origin)
    for project in lock_rows(projects):
        unit.edit(project, "archived_at", origin.now.isoformat() if is_archived else None)
    unit.save()
    return len(unit.changes)


def _rows(model: type[Row], ids: Sequence[uuid.UUID]) -> Json:
    return model._default_manager.filter(pk__in=ids)  # noqa: SLF001


def _action(field: str, value: Json) -> Change.Action:
    if field in {"completed_at", "completed_by_id"}:
        return Change.Action.REOPENED if value is None else Change.Action.COMPLETED
    return Change.Action.UPDATED


def _carry(below: Sequence[Task], task: Task, *, unit: ChangeUnit) -> None:
    """Let subtasks follow to the task's project."""
    for child in below:
        if child.project_id != task.project_id:
            unit.edit(child, "section_id", None)
            unit.edit(child, "project_id", task.project_id and str(task.project_id))


def _leave_trashed_parents(tasks: Sequence[Task], *, unit: ChangeUnit) -> None:
    named = {task.parent_id for task in tasks if task.parent_id} - {task.pk for task in tasks}
    gone = set(
        Task.objects.filter(pk__in=named, trashed_at__isnull=False).values_list("pk", flat=True)
    )
    for task in tasks:
        if task.parent_id in gone:
            unit.edit(task, "parent_id", None)
