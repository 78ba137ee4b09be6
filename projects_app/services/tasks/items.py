"""The tasks that a call names: found, locked, allowed; and what came of each."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError
from projects_app.models import Membership, Task
from projects_app.selectors.roles import list_roles, may_edit
from projects_app.selectors.tasks import visible_tasks
from projects_app.services.locking import lock_rows
from projects_app.services.tasks.families import load_descendants, lock_families


class ItemStatus(StrEnum):
    """What a call did to one item."""

    CREATED = "created"
    UPDATED = "updated"
    COMPLETED = "completed"
    OCCURRENCE_COMPLETED = "occurrence_completed"
    REOPENED = "reopened"
    MOVED = "moved"
    SCHEDULED = "scheduled"
    TRASHED = "trashed"
    UNCHANGED = "unchanged"
    ALREADY_COMPLETED = "already_completed"
    ALREADY_OPEN = "already_open"
    EXISTS = "exists"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item's id and what became of it."""

    id: str
    status: ItemStatus


def load_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], argument: str = "ids[{}]"
) -> list[Task]:
    """Return the tasks in the order asked, locked, all of them the actor's to change.

    Args:
        argument: how the caller spells the id at a position, for errors.

    Raises:
        InvalidValueError: an id stands twice.
        NotFoundError: some are unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in the project of some.
    """
    refuse_repeats(ids, argument=argument)
    rows = list(lock_rows(visible_tasks(actor).filter(pk__in=ids)))
    return pick_editable(ids, rows, actor=actor, roles=list_roles(actor))


def pick_editable(
    ids: Sequence[uuid.UUID],
    rows: Iterable[Task],
    *,
    actor: AbstractBaseUser,
    roles: Mapping[uuid.UUID, Membership.Role],
) -> list[Task]:
    """Return those of `rows` that the ids name, in their order, all of them the actor's to change.

    Raises:
        NotFoundError: some are not among the rows.
        ForbiddenError: the actor only reads in the project of some.
    """
    found = {task.pk: task for task in rows}
    missing = [str(pk) for pk in ids if pk not in found]
    if missing:
        raise NotFoundError(missing)
    forbidden = [str(pk) for pk in ids if not may_edit(found[pk], actor=actor, roles=roles)]
    if forbidden:
        raise ForbiddenError(forbidden)
    return [found[pk] for pk in ids]


def load_families(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID]
) -> tuple[list[Task], list[Task]]:
    """Return the tasks as `load_tasks` does, and the live tasks below them at any depth.

    Raises:
        InvalidValueError, NotFoundError, ForbiddenError: see `load_tasks`.
    """
    family = lock_families(ids)
    tasks = load_tasks(actor=actor, ids=ids)
    return tasks, load_descendants(tasks, family=family)


def refuse_repeats(ids: Sequence[uuid.UUID], *, argument: str) -> None:
    """Raise InvalidValueError for the first id that stands a second time."""
    seen: set[uuid.UUID] = set()
    for position, pk in enumerate(ids):
        if pk in seen:
            raise InvalidValueError("This task is named twice.", argument=argument.format(position))
        seen.add(pk)
