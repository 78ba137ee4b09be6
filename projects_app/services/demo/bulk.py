"""Tasks in any number, to see how the site does with them."""

import itertools
from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.utils import timezone

from projects_app.errors import DomainError
from projects_app.models import Task, TaskLabel
from projects_app.services.demo.bulk_places import Places, find_places
from projects_app.services.demo.bulk_task import bulk_id, bulk_task
from projects_app.services.insertion import insert_rows

BATCH_SIZE: Final = 20_000
"""Tasks a transaction: with fewer, SQLite writes the pages of the indexes over and over."""


class DemoMissingError(DomainError):
    """There is no demo project to put tasks into."""

    code = "demo_missing"


def seed_bulk_tasks(
    *, count: int, progress: Callable[[int], None], batch_size: int = BATCH_SIZE
) -> int:
    """Fill the demo up to `count` bulk tasks, and return how many were added.

    They are spread over the demo's people and current projects. The nth task has the same id on
    every run, so that a second run adds nothing and an interrupted one goes on where it stopped.
    `progress` is called after each batch with the number of tasks that are there. A batch is a
    transaction; memory does not grow with `count`.

    Raises:
        DemoMissingError: `seed_demo` never ran here.
    """
    places = find_places()
    if not places.all:
        raise DemoMissingError("There is no demo project yet: seed the demo first.")
    present = _present(count)
    progress(present)
    now = timezone.now().replace(microsecond=0)
    numbers = iter(range(present, count))
    done = present
    while batch := list(itertools.islice(numbers, batch_size)):
        _insert([bulk_task(number, places=places, now=now) for number in batch], places)
        done += len(batch)
        progress(done)
    return done - present


def _present(count: int) -> int:
    """Return how many of the first `count` tasks are there, which were added in order."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if Task.objects.filter(pk=bulk_id(middle)).exists():
            low = middle + 1
        else:
            high = middle
    return low


@transaction.atomic
def _insert(tasks: list[Task], places: Places) -> None:
    insert_rows(tasks)
    labels = ((task, places.label_for(task.owner_id, task.position)) for task in tasks)
    insert_rows([TaskLabel(task=task, label_id=label_id) for task, label_id in labels if label_id])
