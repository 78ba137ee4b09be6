"""Changing all there is to change about one task, as a person does on its page."""

import uuid
from dataclasses import dataclass, replace
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.services.origin import Origin
from projects_app.services.tasks.edit import TaskEdit, update_tasks
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_tasks
from projects_app.services.tasks.move import move_tasks
from projects_app.services.tasks.parent import set_parent
from projects_app.services.tasks.schedule import DueChange, schedule_tasks

PLACE: Final = frozenset({"project_id", "section_id"})
BEYOND_EDIT: Final = PLACE | {"parent_id", "due"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRevision:
    """What one task is to become.

    Args:
        edit: what it is to say.
        named: which of the others are meant; those that are not stay, whatever they hold here.
        due: None removes the due date.
        project_id: None is the inbox, or with a section the project of that.
        parent_id: None makes it a top-level task.
    """

    edit: TaskEdit
    named: frozenset[str]
    due: DueChange | None = None
    project_id: uuid.UUID | None = None
    section_id: uuid.UUID | None = None
    parent_id: uuid.UUID | None = None


@transaction.atomic
def revise_task(*, actor: AbstractBaseUser, revision: TaskRevision, origin: Origin) -> ItemResult:
    """Move, reorder, schedule and edit a task, in this order, as one change set.

    Raises:
        NotFoundError, ForbiddenError, ScopeChangeError, EncryptionEnabledError,
        InvalidValueError: see `move_tasks`, `set_parent`, `schedule_tasks`, `update_tasks`.
    """
    origin = replace(origin, is_continued=True)
    pk, named = revision.edit.task_id, revision.named
    results: list[ItemResult] = []
    if named & PLACE:
        results += _move(actor=actor, revision=revision, origin=origin)
    if "parent_id" in named:
        results.append(
            set_parent(actor=actor, task_id=pk, parent_id=revision.parent_id, origin=origin)
        )
    if "due" in named:
        results += schedule_tasks(actor=actor, ids=[pk], due=revision.due, origin=origin)
    results += update_tasks(actor=actor, edits=[revision.edit], origin=origin)
    is_changed = any(result.status != ItemStatus.UNCHANGED for result in results)
    return ItemResult(str(pk), ItemStatus.UPDATED if is_changed else ItemStatus.UNCHANGED)


def _move(*, actor: AbstractBaseUser, revision: TaskRevision, origin: Origin) -> list[ItemResult]:
    """Move the task; a section alone says where in the project, or which project, it goes."""
    pk, project_id = revision.edit.task_id, revision.project_id
    if "project_id" not in revision.named and revision.section_id is None:
        (task,) = load_tasks(actor=actor, ids=[pk])
        project_id = task.project_id
    return move_tasks(
        actor=actor,
        ids=[pk],
        project_id=project_id,
        section_id=revision.section_id,
        origin=origin,
    )
