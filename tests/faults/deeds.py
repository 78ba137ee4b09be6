"""Changing calls of every kind, each with rows of its own, and what each leaves behind."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet
from django.utils import timezone

from mcp_gateway.models import AccessToken
from projects_app.models import Comment, Label, Project, Task
from tests.make import make_project

MOST_ITEMS: Final = 5
REPEATABLE: Final = ("create_tasks", "create_project", "create_label")
CHANGES_OF_AN_ITEM: Final[Mapping[str, int]] = {
    "create_tasks": 1,
    "update_tasks": 2,
    "complete_tasks": 2,
    "reopen_tasks": 2,
    "move_tasks": 1,
    "schedule_tasks": 1,
    "trash_tasks": 1,
    "create_project": 1,
    "create_label": 1,
    "add_comment": 1,
}
"""How many rows of history each item of a call makes."""

TOOLS: Final = tuple(CHANGES_OF_AN_ITEM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One call and its traces.

    Args:
        item_count: how many items it is about.
        done: finds the rows that are as the call leaves them: none before, all after.
        touched: ids of the rows that the call changes and that were there before it.
    """

    tool: str
    arguments: Mapping[str, object]
    item_count: int
    done: QuerySet[Any]
    touched: tuple[str, ...] = ()

    @property
    def request_id(self) -> str:
        """The client's id of the call, or nothing where the tool takes none."""
        return str(self.arguments.get("client_request_id", ""))


class DeedMaker:
    """Makes calls for one account and token, the rows they need included."""

    def __init__(self, *, user: AbstractUser, token: AccessToken, chance: random.Random) -> None:
        self._user = user
        self._token = token
        self._chance = chance
        self._elsewhere = make_project(owner=user)
        self._makers: Mapping[str, Callable[[str, list[Task]], Deed]] = {
            "create_tasks": self._create_tasks,
            "update_tasks": self._update_tasks,
            "complete_tasks": lambda _, tasks: self._by_ids(
                "complete_tasks", tasks, {"completed_at__isnull": False}
            ),
            "reopen_tasks": lambda _, tasks: self._by_ids(
                "reopen_tasks", tasks, {"completed_at": None}
            ),
            "move_tasks": lambda _, tasks: self._by_ids(
                "move_tasks",
                tasks,
                {"project": self._elsewhere},
                project_id=str(self._elsewhere.pk),
            ),
            "schedule_tasks": lambda _, tasks: self._by_ids(
                "schedule_tasks",
                tasks,
                {"due_date": "2026-10-16"},
                due={"date": "2026-10-16"},
            ),
            "trash_tasks": lambda _, tasks: self._by_ids(
                "trash_tasks", tasks, {"trashed_at__isnull": False}
            ),
            "create_project": lambda name, _: self._create_one("create_project", Project, name),
            "create_label": lambda name, _: self._create_one("create_label", Label, name),
            "add_comment": self._add_comment,
        }

    def make(self, count: int) -> list[Deed]:
        """Return so many calls, in no order, of every kind as often as of any other."""
        tools = [TOOLS[number % len(TOOLS)] for number in range(count)]
        self._chance.shuffle(tools)
        sizes = [self._chance.randint(1, MOST_ITEMS) for _ in tools]
        done_at = {"reopen_tasks": timezone.now()}
        rows = Task.objects.bulk_create(
            Task(
                owner_id=self._user.pk,
                title=f"before {number}",
                completed_at=done_at.get(tool),
                completed_by_id=self._user.pk if tool in done_at else None,
                created_token_id=self._token.pk,
            )
            for number, (tool, size) in enumerate(zip(tools, sizes, strict=True))
            for _ in range(size)
        )
        tasks = iter(rows)
        return [
            self._makers[tool](f"deed {number}.", list(islice(tasks, size)))
            for number, (tool, size) in enumerate(zip(tools, sizes, strict=True))
        ]

    def _by_ids(
        self, tool: str, tasks: list[Task], done: Mapping[str, object], **arguments: object
    ) -> Deed:
        ids = [str(task.pk) for task in tasks]
        return Deed(
            tool=tool,
            arguments={"ids": ids, **arguments},
            item_count=len(ids),
            done=Task.objects.filter(pk__in=ids, **done),
            touched=tuple(ids),
        )

    def _update_tasks(self, name: str, tasks: list[Task]) -> Deed:
        ids = [str(task.pk) for task in tasks]
        return Deed(
            tool="update_tasks",
            arguments={"updates": [{"id": pk, "title": name, "priority": 1} for pk in ids]},
            item_count=len(ids),
            done=Task.objects.filter(pk__in=ids, title=name, priority=1),
            touched=tuple(ids),
        )

    def _create_tasks(self, name: str, tasks: list[Task]) -> Deed:
        return Deed(
            tool="create_tasks",
            arguments={"items": [{"title": name}] * len(tasks), "client_request_id": name},
            item_count=len(tasks),
            done=Task.objects.filter(title=name),
        )

    def _create_one(self, tool: str, model: type[Project | Label], name: str) -> Deed:
        return Deed(
            tool=tool,
            arguments={"name": name, "client_request_id": name},
            item_count=1,
            done=model._default_manager.filter(name=name),
        )

    def _add_comment(self, name: str, tasks: list[Task]) -> Deed:
        return Deed(
            tool="add_comment",
            arguments={"task_id": str(tasks[0].pk), "body": name},
            item_count=1,
            done=Comment.objects.filter(body=name),
        )
