"""Bringing back single things: an earlier value out of history, tasks out of the trash."""

import uuid
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from projects_app.errors import ForbiddenError, NotFoundError
from projects_app.models import Change, Task
from projects_app.selectors.changes import visible_changes
from projects_app.selectors.roles import list_roles, may_edit
from projects_app.services.board import Board
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import ItemResult, ItemStatus, refuse_repeats
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def restore_value(*, actor: AbstractBaseUser, change_id: int, origin: Origin) -> bool:
    """Set a field back to what it held before one change, whatever happened since.

    Returns:
        Whether that changed anything.

    Raises:
        NotFoundError: no such change, or none that the actor may read.
        ForbiddenError: the actor may not change the object.
    """
    change = visible_changes(actor).filter(pk=change_id).first()
    if change is None:
        raise NotFoundError([str(change_id)], noun="change")
    board = Board([change])
    board.refuse_readers(actor)
    unit = ChangeUnit(actor=actor, origin=origin)
    is_changed = board.put_back(change, unit)
    unit.save()
    return is_changed


@transaction.atomic
def restore_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], origin: Origin
) -> list[ItemResult]:
    """Take tasks out of the trash; a subtask whose parent stays there becomes top-level.

    Raises:
        InvalidValueError: an id stands twice.
        NotFoundError: some are unknown, or somebody else's.
        ForbiddenError: the actor only reads in the project of some.
    """
    refuse_repeats(ids, argument="ids[{}]")
    roles = list_roles(actor)
    rows = Task.objects.filter(
        Q(project__isnull=True, owner_id=actor.pk) | Q(project__in=list(roles)), pk__in=ids
    )
    found = {task.pk: task for task in rows.select_for_update(of=("self",))}
    missing = [str(pk) for pk in ids if pk not in found]
    if missing:
        raise NotFoundError(missing)
    forbidden = [str(pk) for pk in ids if not may_edit(found[pk], actor=actor, roles=roles)]
    if forbidden:
        raise ForbiddenError(forbidden)
    unit = ChangeUnit(actor=actor, origin=origin)
    live = _live_parents(list(found.values())) | set(found)
    results = [
        ItemResult(str(pk), _restore(unit, found[pk], has_parent=found[pk].parent_id in live))
        for pk in ids
    ]
    unit.save()
    return results


def _restore(unit: ChangeUnit, task: Task, *, has_parent: bool) -> ItemStatus:
    if not task.is_trashed:
        return ItemStatus.UNCHANGED
    unit.edit(task, "trashed_at", None, action=Change.Action.RESTORED)
    if not has_parent:
        unit.edit(task, "parent_id", None)
    return ItemStatus.UPDATED


def _live_parents(tasks: Sequence[Task]) -> set[uuid.UUID]:
    parents = {task.parent_id for task in tasks if task.parent_id is not None}
    return set(
        Task.objects.filter(pk__in=parents, trashed_at__isnull=True).values_list("pk", flat=True)
    )
