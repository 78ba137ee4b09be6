"""Calling the changing tools as an assistant does, and comparing the database around it."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.db.models import Model
from django.utils import timezone

from mcp_gateway.catalog import registry
from mcp_gateway.models import (
    AccessToken,
    AuditEvent,
    AuditSeal,
    ChangingCall,
    RepeatableCall,
)
from mcp_gateway.registry import ToolError
from mcp_gateway.services.callers import Access
from mcp_gateway.services.calls import CallOutcome, call_tool
from projects_app.models import ChangeSet, Task
from projects_app.selectors.accounts import is_encrypted
from projects_app.services.origin import Origin
from projects_app.services.tasks import TaskEdit, update_tasks
from tests.make import make_field, make_label, make_project, make_section, make_task

BOOKKEEPING: Final = (AuditEvent, AuditSeal, ChangingCall, RepeatableCall, AccessToken)
"""Tables that a refusal may write to."""

CHANGING: Final = (
    *("create_tasks", "update_tasks", "complete_tasks", "reopen_tasks", "move_tasks"),
    *("schedule_tasks", "create_project", "create_label", "add_comment", "trash_tasks"),
    "undo_changes",
)

NOON: Final = dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC)


def call(access: Access, tool: str, /, **arguments: object) -> CallOutcome:
    """Call a tool through the whole pipeline."""
    return call_tool(
        registry=registry(), access=access, name=tool, arguments=arguments, request_id="r1"
    )


def answer(access: Access, tool: str, /, **arguments: object) -> Any:
    """Return the result of a call that must not be refused."""
    outcome = call(access, tool, **arguments)
    assert outcome.error is None, outcome.error.body()
    return outcome.result


def statuses(access: Access, tool: str, /, **arguments: object) -> list[tuple[str, str]]:
    """Return id and status of each item of a change."""
    return [(item.id, item.status.value) for item in answer(access, tool, **arguments).items]


def refused(access: Access, tool: str, /, **arguments: object) -> ToolError:
    """Return the error of a call, having seen that it changed nothing."""
    before = snapshot()
    outcome = call(access, tool, **arguments)
    assert outcome.error is not None
    assert outcome.result is None
    assert snapshot() == before
    return outcome.error


def snapshot(*, without: tuple[type[Model], ...] = BOOKKEEPING) -> Mapping[str, list[Any]]:
    """Return every row of every table but those of `without`."""
    return {
        model._meta.label: sorted(model._default_manager.values_list(), key=repr)
        for model in apps.get_models(include_auto_created=True)
        if model not in without
    }


def tasks_of(access: Access, count: int, **columns: Any) -> list[Task]:
    """Make tasks in the caller's inbox."""
    return [make_task(owner=access.user, **columns) for _ in range(count)]


def token_of(access: Access) -> AccessToken:
    """Return the token that the caller came with."""
    assert access.token is not None
    return access.token


def ids_of(tasks: list[Task]) -> list[str]:
    """Return the ids as clients send them."""
    return [str(task.pk) for task in tasks]


class Example:
    """A valid call of each changing tool, over as many items as asked and with a given text.

    Rows are made when the example is; nothing is left to the tool's defaults that costs queries.
    """

    def __init__(self, access: Access, *, count: int = 1, text: str = "text") -> None:
        self._access = access
        self._user: AbstractUser = access.user
        self._count = count
        self._text = text
        self._project = make_project(owner=self._user)
        self._section = make_section(project=self._project)
        self._labels = [make_label(owner=self._user) for _ in range(2)]
        self._field = make_field(project=self._project)

    def arguments(self, tool: str) -> dict[str, Any]:
        """Return what to call the tool with."""
        builders: Mapping[str, Callable[[], dict[str, object]]] = {
            "create_tasks": self._create_tasks,
            "update_tasks": self._update_tasks,
            "complete_tasks": lambda: {"ids": self._ids(recurrence="FREQ=DAILY", due=NOON.date())},
            "reopen_tasks": lambda: {"ids": self._ids(completed_at=NOON)},
            "move_tasks": lambda: {
                "ids": self._ids(project=None),
                "section_id": str(self._section.pk),
            },
            "schedule_tasks": lambda: {"ids": self._ids(), "due": {"date": "2026-10-16"}},
            "create_project": lambda: {"name": self._text, "color": "#00ff00"},
            "create_label": lambda: {"name": self._text, "color": "#00ff00"},
            "add_comment": lambda: {"task_id": self._ids()[0], "body": self._text},
            "trash_tasks": lambda: {"ids": self._own_ids()},
            "undo_changes": lambda: {"call_id": self._call_id()},
        }
        return builders[tool]()

    def _task(self, **columns: Any) -> Task:
        return make_task(owner=self._user, **({"project": self._project} | columns))

    def _ids(self, **columns: object) -> list[str]:
        return ids_of([self._task(**columns) for _ in range(self._count)])

    def _own_ids(self) -> list[str]:
        token = self._access.token
        return self._ids(created_token_id=token and token.pk)

    def _names(self) -> list[str]:
        return [label.name for label in self._labels]

    def _create_tasks(self) -> dict[str, object]:
        parent = self._task()
        item = {
            "title": self._text,
            "description": self._text,
            "section_id": str(self._section.pk),
            "parent_id": str(parent.pk),
            "priority": 2,
            "due": {"date": "2026-10-16", "time": "09:30", "tz": "Europe/Rome"},
            "labels": self._names(),
            "estimate_minutes": 30,
            "recurrence": "every week",
            "fields": [{"id": self._field.pk, "value": self._text}],
        }
        return {"items": [item] * self._count}

    def _update_tasks(self) -> dict[str, object]:
        update = {
            "title": self._text,
            "description": self._text,
            "priority": 1,
            "labels": self._names(),
            "estimate_minutes": 30,
            "recurrence": "every week",
            "fields": {self._field.pk: self._text},
        }
        return {"updates": [{"id": pk} | update for pk in self._ids()]}

    def _call_id(self) -> str:
        """Return a call of the caller's token that changed so many tasks."""
        token = self._access.token
        origin = Origin(
            call_id=uuid4(),
            now=timezone.now(),
            source=ChangeSet.Source.ASSISTANT,
            token_id=token.pk if token else None,
            token_name=token.name if token else "",
        )
        columns = {"priority": 1} if is_encrypted(self._user) else {"title": f"{self._text} again"}
        edits = [TaskEdit(task_id=UUID(pk), columns=columns) for pk in self._ids()]
        update_tasks(actor=self._user, edits=edits, origin=origin)
        return str(origin.call_id)
