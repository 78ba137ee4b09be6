"""Changing calls of every kind, each with rows of its own, and what each leaves behind."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, cycle, islice
from typing import Any, Final

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
        token: the assistant's who makes it.
        item_count: how many items it is about.
        done: finds the rows that are as the call leaves them: none before, all after.
        touched: ids of the rows that the call changes and that were there before it.
    """

    tool: str
    arguments: Mapping[str, object]
    token: AccessToken
    item_count: int
    done: QuerySet[Any]
    touched: tuple[str, ...] = ()

    @property
    def request_id(self) -> str:
        """The client's id of the call, or nothing where the tool takes none."""
        return str(self.arguments.get("client_request_id", ""))


def seeded(seed: int) -> random.Random:
    """Return chances that are the same on every run."""
    return random.Random(seed)  # noqa: S311


class DeedMaker:
    """Makes calls of one token, the rows they need included."""

    def __init__(self, token: AccessToken, *, chance: random.Random) -> None:
        self._token = token
        self._chance = chance
        self._numbers = count(1)
        project = make_project(owner=token.user)
        self._makers: Mapping[str, Callable[[str, list[Task]], Deed]] = {
            "create_tasks": self._create_tasks,
            "update_tasks": self._update_tasks,
            "complete_tasks": self._by_ids("complete_tasks", {"completed_at__isnull": False}),
            "reopen_tasks": self._by_ids("reopen_tasks", {"completed_at": None}),
            "move_tasks": self._by_ids(
                "move_tasks", {"project": project}, project_id=str(project.pk)
            ),
            "schedule_tasks": self._by_ids(
                "schedule_tasks", {"due_date": "2026-10-16"}, due={"date": "2026-10-16"}
            ),
            "trash_tasks": self._by_ids("trash_tasks", {"trashed_at__isnull": False}),
            "create_project": self._by_name("create_project", Project),
            "create_label": self._by_name("create_label", Label),
            "add_comment": self._add_comment,
        }

    def make(self, tools: Sequence[str]) -> list[Deed]:
        """Return a call of each tool, with the rows that it needs."""
        names = [f"{self._token.pk}-{next(self._numbers)}." for _ in tools]
        sizes = [self._chance.randint(1, MOST_ITEMS) for _ in tools]
        planned = list(zip(tools, names, sizes, strict=True))
        rows = Task.objects.bulk_create(
            self._task(tool, name) for tool, name, size in planned for _ in range(size)
        )
        tasks = iter(rows)
        return [self._makers[tool](name, list(islice(tasks, size))) for tool, name, size in planned]

    def make_of_every_kind(self, most: int) -> list[Deed]:
        """Return so many calls, in no order, of every tool as often as of any other."""
        tools = list(islice(cycle(TOOLS), most))
        self._chance.shuffle(tools)
        return self.make(tools)

    def _task(self, tool: str, name: str) -> Task:
        is_completed = tool == "reopen_tasks"
        return Task(
            owner_id=self._token.user_id,
            title=f"before {name}",
            completed_at=timezone.now() if is_completed else None,
            completed_by_id=self._token.user_id if is_completed else None,
            created_token_id=self._token.pk,
        )

    def _by_ids(
        self, tool: str, done: Mapping[str, object], **arguments: object
    ) -> Callable[[str, list[Task]], Deed]:
        def make(_name: str, tasks: list[Task]) -> Deed:
            ids = _ids(tasks)
            return Deed(
                tool=tool,
                arguments={"ids": ids, **arguments},
                token=self._token,
                item_count=len(ids),
                done=Task.objects.filter(pk__in=ids, **done),
                touched=tuple(ids),
            )

        return make

    def _update_tasks(self, name: str, tasks: list[Task]) -> Deed:
        ids = _ids(tasks)
        return Deed(
            tool="update_tasks",
            arguments={"updates": [{"id": pk, "title": name, "priority": 1} for pk in ids]},
            token=self._token,
            item_count=len(ids),
            done=Task.objects.filter(pk__in=ids, title=name, priority=1),
            touched=tuple(ids),
        )

    def _create_tasks(self, name: str, tasks: list[Task]) -> Deed:
        return Deed(
            tool="create_tasks",
            arguments={"items": [{"title": name}] * len(tasks), "client_request_id": name},
            token=self._token,
            item_count=len(tasks),
            done=Task.objects.filter(title=name),
        )

    def _by_name(
        self, tool: str, model: type[Project | Label]
    ) -> Callable[[str, list[Task]], Deed]:
        def make(name: str, _tasks: list[Task]) -> Deed:
            return Deed(
                tool=tool,
                arguments={"name": name, "client_request_id": name},
                token=self._token,
                item_count=1,
                done=model._default_manager.filter(name=name),
            )

        return make

    def _add_comment(self, name: str, tasks: list[Task]) -> Deed:
        return Deed(
            tool="add_comment",
            arguments={"task_id": str(tasks[0].pk), "body": name},
            token=self._token,
            item_count=1,
            done=Comment.objects.filter(body=name),
        )


def _ids(tasks: Sequence[Task]) -> list[str]:
    return [str(task.pk) for task in tasks]
