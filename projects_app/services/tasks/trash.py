"""Putting tasks into the trash."""

import uuid
from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import NotPermittedError
from projects_app.models import Task
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import ItemResult, ItemStatus, load_families
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def trash_tasks(
    *, actor: AbstractBaseUser, ids: Sequence[uuid.UUID], origin: Origin
) -> list[ItemResult]:
    """Put all of the tasks into the trash, and what is below them.

    With a token, only tasks that the same token created, subtasks included.

    Raises:
        NotPermittedError: somebody else made one of them.
        InvalidValueError, NotFoundError, ForbiddenError: see `load_tasks`.
    """
    tasks, below = load_families(actor=actor, ids=ids)
    _refuse_foreign([*tasks, *below], origin=origin)
    unit = ChangeUnit(actor=actor, origin=origin)
    for task in {task.pk: task for task in [*tasks, *below]}.values():
        unit.trash(task)
    unit.save()
    return [ItemResult(str(task.pk), ItemStatus.TRASHED) for task in tasks]


def _refuse_foreign(tasks: Sequence[Task], *, origin: Origin) -> None:
    if origin.token_id is None:
        return
    foreign = {str(task.pk): None for task in tasks if task.created_token_id != origin.token_id}
    if foreign:
        raise NotPermittedError(list(foreign))
