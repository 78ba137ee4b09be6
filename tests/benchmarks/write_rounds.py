"""One call over fifty tasks, and the same rows written bare in one transaction, in turns.

Bare means: no gateway, no history, no audit, and the rows at hand already; the gateway looks for
them and for whether the caller may change them.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import orjson
from django.db import transaction
from django.utils import timezone

from mcp_gateway.catalog import registry
from mcp_gateway.registry import Scope
from mcp_gateway.services.callers import Access
from mcp_gateway.services.calls import call_tool
from projects_app.models import Task
from tests.make import make_user
from tests.make_gateway import enable_gateway, make_access

COUNT: Final = 50
WARM_UP_ROUNDS: Final = 3
UNREACHED: Final = {"calls_per_minute": 10_000, "items_per_day": 1_000_000}
"""Limits that the benchmark does not come near; counting is part of what is measured."""

Deed = Callable[[], object]
Effort = tuple[float, float]


def main(rounds: int) -> None:
    """Print, for each pair, the seconds and processor seconds of either side in each round."""
    enable_gateway(writes=True, **UNREACHED)
    account = make_user()
    access = make_access(user=account, scope=Scope.AGENT, writes_allowed=True)
    pairs: Mapping[str, tuple[Callable[[Access], Deed], Callable[[Access], Deed]]] = {
        "create_tasks of 50 against bulk_create": (_create, _create_bare),
        "update_tasks of 50 against bulk_update": (_update, _update_bare),
        "complete_tasks of 50 against bulk_update": (_complete, _complete_bare),
    }
    found = {name: _measure(access, *pair, rounds=rounds) for name, pair in pairs.items()}
    sys.stdout.buffer.write(orjson.dumps(found))


def _measure(
    access: Access,
    gateway: Callable[[Access], Deed],
    bare: Callable[[Access], Deed],
    *,
    rounds: int,
) -> Mapping[str, Sequence[Effort]]:
    found: dict[str, list[Effort]] = {"gateway": [], "bare": []}
    sides = [("gateway", gateway), ("bare", bare)]
    for _ in range(WARM_UP_ROUNDS):
        for _, prepare in sides:
            prepare(access)()
    for _ in range(rounds):
        sides.reverse()
        for side, prepare in sides:
            found[side].append(_effort(prepare(access)))
    return found


def _effort(deed: Deed) -> Effort:
    started, used = time.perf_counter(), time.process_time()
    deed()
    return time.perf_counter() - started, time.process_time() - used


def _call(access: Access, tool: str, **arguments: object) -> None:
    outcome = call_tool(
        registry=registry(), access=access, name=tool, arguments=arguments, request_id="bench"
    )
    if outcome.error is not None:
        raise outcome.error


def _tasks(access: Access) -> list[Task]:
    return Task.objects.bulk_create(_new_task(access, number) for number in range(COUNT))


def _new_task(access: Access, number: int) -> Task:
    now = timezone.now()
    return Task(owner_id=access.user.pk, title=f"Task {number}", created_at=now, updated_at=now)


def _create(access: Access) -> Deed:
    items = [{"title": f"Task {number}"} for number in range(COUNT)]
    return lambda: _call(access, "create_tasks", items=items)


def _create_bare(access: Access) -> Deed:
    @transaction.atomic
    def write() -> None:
        Task.objects.bulk_create([_new_task(access, number) for number in range(COUNT)])

    return write


def _update(access: Access) -> Deed:
    updates = [
        {"id": str(task.pk), "title": f"New {task.title}", "priority": 1} for task in _tasks(access)
    ]
    return lambda: _call(access, "update_tasks", updates=updates)


def _update_bare(access: Access) -> Deed:
    tasks = _tasks(access)

    @transaction.atomic
    def write() -> None:
        now = timezone.now()
        for task in tasks:
            task.title, task.priority, task.updated_at = f"New {task.title}", 1, now
        Task.objects.bulk_update(tasks, ["title", "priority", "updated_at"])

    return write


def _complete(access: Access) -> Deed:
    ids = [str(task.pk) for task in _tasks(access)]
    return lambda: _call(access, "complete_tasks", ids=ids)


def _complete_bare(access: Access) -> Deed:
    tasks = _tasks(access)

    @transaction.atomic
    def write() -> None:
        now = timezone.now()
        for task in tasks:
            task.completed_at, task.completed_by_id, task.updated_at = now, access.user.pk, now
        Task.objects.bulk_update(tasks, ["completed_at", "completed_by", "updated_at"])

    return write
