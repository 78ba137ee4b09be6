"""Creating tasks."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import EncryptionEnabledError
from projects_app.models import Task
from projects_app.models.due import Due, due_columns
from projects_app.models.task import LOWEST_PRIORITY
from projects_app.selectors.accounts import is_encrypted
from projects_app.services.origin import Origin
from projects_app.services.recurrence import read_rule
from projects_app.services.tasks.fields import FieldBook
from projects_app.services.tasks.items import ItemResult, ItemStatus
from projects_app.services.tasks.labels import LabelBook
from projects_app.services.tasks.places import PlaceBook
from projects_app.services.unit import ChangeUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTask:
    """A task to be.

    Args:
        title: 1 to 500 characters.
        project_id: None for the inbox, or for the project of section or parent.
        labels: names, in any case, or ids.
        recurrence: a rule of RFC 5545, or English such as "every week".
        fields: pairs of a custom field's id and its value.
    """

    title: str
    description: str = ""
    project_id: uuid.UUID | None = None
    section_id: uuid.UUID | None = None
    parent_id: uuid.UUID | None = None
    priority: int = LOWEST_PRIORITY
    due: Due | None = None
    labels: Sequence[str] = ()
    estimate_minutes: int | None = None
    recurrence: str = ""
    fields: Sequence[tuple[str, object]] = ()


@transaction.atomic
def create_tasks(
    *, actor: AbstractBaseUser, items: Sequence[NewTask], origin: Origin
) -> list[ItemResult]:
    """Create all of the tasks, in a constant number of statements.

    Raises:
        EncryptionEnabledError: the account, or the project of one, is end-to-end encrypted.
        NotFoundError: a project, section or parent is unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in one of the projects.
        InvalidValueError: a value does not fit; it names the item by position.
    """
    if is_encrypted(actor):
        raise EncryptionEnabledError
    unit = ChangeUnit(actor=actor, origin=origin)
    tasks = _build_tasks(actor=actor, items=items, origin=origin)
    for task in tasks:
        unit.create(task)
    _label_tasks(unit, items, tasks, actor=actor)
    _fill_fields(unit, items, tasks)
    unit.save()
    return [ItemResult(str(task.pk), ItemStatus.CREATED) for task in tasks]


def _build_tasks(
    *, actor: AbstractBaseUser, items: Sequence[NewTask], origin: Origin
) -> list[Task]:
    places = PlaceBook(
        actor=actor,
        projects=[item.project_id for item in items],
        sections=[item.section_id for item in items],
        parents=[item.parent_id for item in items],
    )
    tasks = []
    for position, item in enumerate(items):
        path = f"items[{position}]"
        place = places.find(
            project_id=item.project_id,
            section_id=item.section_id,
            parent_id=item.parent_id,
            path=path,
        )
        if places.is_encrypted(place):
            raise EncryptionEnabledError
        tasks.append(
            Task(
                owner_id=actor.pk,
                title=item.title,
                description=item.description,
                project_id=place.project_id,
                section_id=place.section_id,
                parent_id=item.parent_id,
                priority=item.priority,
                **due_columns(item.due),
                recurrence=read_rule(item.recurrence, argument=f"{path}.recurrence"),
                estimate_minutes=item.estimate_minutes,
                created_token_id=origin.token_id,
                created_at=origin.now,
                updated_at=origin.now,
            )
        )
    return tasks


def _label_tasks(
    unit: ChangeUnit, items: Sequence[NewTask], tasks: Sequence[Task], *, actor: AbstractBaseUser
) -> None:
    if not any(item.labels for item in items):
        return
    book = LabelBook(actor=actor)
    for position, (item, task) in enumerate(zip(items, tasks, strict=True)):
        wanted = book.resolve(item.labels, task=task, argument=f"items[{position}].labels")
        unit.set_labels(task, before=(), after=wanted, is_new=True)


def _fill_fields(unit: ChangeUnit, items: Sequence[NewTask], tasks: Sequence[Task]) -> None:
    if not any(item.fields for item in items):
        return
    book = FieldBook(projects=[task.project_id for task in tasks])
    for position, (item, task) in enumerate(zip(items, tasks, strict=True)):
        book.apply(
            unit,
            task,
            item.fields,
            argument=f"items[{position}].fields",
            refuses_text=False,
            is_new=True,
        )
