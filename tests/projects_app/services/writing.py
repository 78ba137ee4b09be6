"""Calling services as a person or an assistant, and comparing the database around a call."""

import datetime as dt
import itertools
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import pytest
from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.db import transaction

from projects_app.errors import DomainError
from projects_app.models import (
    ChangeSet,
    Comment,
    FieldValue,
    Label,
    Membership,
    Project,
    Task,
    TaskLabel,
)
from projects_app.selectors.changes import list_calls_of_token
from projects_app.services.origin import Origin
from projects_app.services.tasks import ItemResult, TaskEdit, update_tasks
from projects_app.services.undo import UndoneItem, undo_calls
from tests.make import make_project, make_user

ErrorT = TypeVar("ErrorT", bound=DomainError)

NOON: Final = dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC)
TOKEN: Final = 7
STAMPS: Final = frozenset({"created_at", "updated_at"})

_seconds = itertools.count()


def person(now: dt.datetime | None = None) -> Origin:
    """Return the origin of one thing done by hand, a second after the one before."""
    return Origin(
        call_id=uuid.uuid4(),
        now=now or NOON + dt.timedelta(seconds=next(_seconds)),
        source=ChangeSet.Source.PERSON,
    )


def assistant(token_id: int = TOKEN) -> Origin:
    """Return the origin of one call of an assistant, a second after the one before."""
    return Origin(
        call_id=uuid.uuid4(),
        now=NOON + dt.timedelta(seconds=next(_seconds)),
        source=ChangeSet.Source.ASSISTANT,
        tool="tool",
        token_id=token_id,
        token_name="Desk",
    )


def undo_of(actor: AbstractUser, *origins: Origin, **options: Any) -> list[UndoneItem]:
    """Undo these calls as the actor, by hand unless `origin` says otherwise."""
    options.setdefault("origin", person())
    return undo_calls(actor=actor, call_ids=[origin.call_id for origin in origins], **options)


def undo_token_calls(
    *,
    actor: AbstractUser,
    token_id: int,
    since: dt.datetime,
    origin: Origin,
    is_forced: bool = False,
) -> list[UndoneItem]:
    """Undo all calls of a token since a moment, as the routes and the command do."""
    calls = list_calls_of_token(actor=actor, token_id=token_id, since=since)
    return undo_calls(actor=actor, call_ids=calls, origin=origin, is_forced=is_forced)


def edit(
    actor: AbstractUser, task: Task, *, origin: Origin | None = None, **columns: object
) -> Origin:
    """Change columns of one task; return where the change came from."""
    origin = origin or person()
    update_tasks(actor=actor, edits=[TaskEdit(task_id=task.pk, columns=columns)], origin=origin)
    return origin


def refused(error: type[ErrorT], deed: Callable[..., object], /, **arguments: Any) -> ErrorT:
    """Return what the deed is refused with, having seen that it changed nothing at all."""
    before = snapshot()
    arguments.setdefault("origin", person())
    with pytest.raises(error) as caught, transaction.atomic():
        deed(**arguments)
    assert type(caught.value) is error
    assert snapshot() == before
    return caught.value


def snapshot() -> Mapping[str, list[Any]]:
    """Return every row of every table."""
    return {
        model._meta.label: sorted(model._default_manager.values_list(), key=repr)
        for model in apps.get_models(include_auto_created=True)
    }


def live_content() -> Mapping[str, list[Any]]:
    """Return all that is outside the trash, without the moments of saving."""
    found: dict[str, list[Any]] = {}
    for model in (Project, Label, Task, Comment):
        columns = [f.attname for f in model._meta.concrete_fields if f.name not in STAMPS]
        rows = model._default_manager.filter(trashed_at__isnull=True).order_by("pk")
        found[model.__name__] = list(rows.values_list(*columns))
    labels = TaskLabel.objects.filter(task__trashed_at__isnull=True, label__trashed_at__isnull=True)
    found["labels"] = sorted(labels.values_list("task", "label"))
    values = FieldValue.objects.filter(task__trashed_at__isnull=True)
    columns = ["task", "definition", "text", "number", "checkbox", "date"]
    found["values"] = sorted(
        (row for row in values.values_list(*columns) if row[2:] != ("", None, None, None)), key=repr
    )
    return found


def statuses(results: Sequence[ItemResult]) -> list[str]:
    """Return what became of each item."""
    return [result.status.value for result in results]


def undone(items: Sequence[UndoneItem]) -> dict[str, bool]:
    """Return which objects an undo was about, and whether each had to be changed."""
    return {item.object_id: item.is_changed for item in items}


class Team:
    """A shared project with an owner, an editor and a viewer, and a stranger outside it."""

    def __init__(self) -> None:
        self.owner = make_user()
        self.editor = make_user()
        self.viewer = make_user()
        self.stranger = make_user()
        self.members = {
            self.editor: Membership.Role.EDITOR,
            self.viewer: Membership.Role.VIEWER,
        }
        self.project = self.another_project()

    def another_project(self) -> Project:
        """Make a project shared with the same people."""
        return make_project(owner=self.owner, members=self.members)
