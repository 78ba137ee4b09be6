"""Bringing back single things: an earlier value out of history, tasks out of the trash."""

import uuid
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from projects_app.errors import InvalidValueError, NotFoundError
from projects_app.models import Change, Task
from projects_app.selectors.changes import visible_changes
from projects_app.selectors.roles import list_roles
from projects_app.services.locking import lock_rows
from projects_app.services.origin import Origin
from projects_app.services.rights import is_site_owner
from projects_app.services.secrecy import refuse_readable_text
from projects_app.services.tasks.items import ItemResult, ItemStatus, pick_editable, refuse_repeats
from projects_app.services.tracked import linked_fields
from projects_app.services.undo import put_back, save_restored
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def restore_value(*, actor: AbstractBaseUser, change_id: int, origin: Origin) -> bool:
    """Set a field back to what it held before one change, whatever happened since.

    Fields that only make sense together, such as project and section, come back together. What
    is below a task goes with it; a section or parent that is gone is let go.

    Returns:
        Whether that changed anything.

    Raises:
        NotFoundError: no such change, or none that the actor may read (the owner of the site
            all); the project that a task would return to is gone or closed to the actor.
        InvalidValueError: it is a creation, before which there was nothing.
        ForbiddenError: the actor may not change the object.
        ScopeChangeError: other people than now would see the task.
        EncryptionEnabledError: readable text would return into an encrypted account or row.
        ChangedSinceError: a name that would return is taken.
    """
    readable = Change.objects.all() if is_site_owner(actor) else visible_changes(actor)
    change = readable.filter(pk=change_id).first()
    if change is None:
        raise NotFoundError([str(change_id)], noun="change")
    if change.action == Change.Action.CREATED:
        raise InvalidValueError("There was nothing before it.", argument="change_id")
    changes = list(
        Change.objects.filter(
            change_set_id=change.change_set_id,
            kind=change.kind,
            object_id=change.object_id,
            field__in=linked_fields(change),
        ).order_by("-pk")
    )
    unit = ChangeUnit(actor=actor, origin=origin)
    board = put_back(changes, unit=unit, is_forced=True)
    refuse_readable_text(unit, board=board, accounts={actor.pk})
    save_restored(unit)
    return bool(unit.changes)


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
    tasks = pick_editable(ids, lock_rows(rows), actor=actor, roles=roles)
    unit = ChangeUnit(actor=actor, origin=origin)
    parents = _live_parents(tasks) | {task.pk: task for task in tasks}
    results = [ItemResult(str(task.pk), _restore(unit, task, parents=parents)) for task in tasks]
    unit.save()
    return results


def _restore(unit: ChangeUnit, task: Task, *, parents: Mapping[uuid.UUID, Task]) -> ItemStatus:
    if not task.is_trashed:
        return ItemStatus.UNCHANGED
    unit.take_out(task)
    parent = parents.get(task.parent_id) if task.parent_id else None
    if parent is None or parent.project_id != task.project_id:
        unit.edit(task, "parent_id", None)
    return ItemStatus.UPDATED


def _live_parents(tasks: Sequence[Task]) -> dict[uuid.UUID, Task]:
    parents = {task.parent_id for task in tasks if task.parent_id is not None}
    return Task.objects.filter(trashed_at__isnull=True).in_bulk(parents)
