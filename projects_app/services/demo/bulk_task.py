"""The nth bulk task: drawn from its number alone, so that every run draws the same."""

import datetime as dt
import hashlib
import uuid
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from projects_app.models import Task
from projects_app.models.due import Due, due_columns
from projects_app.services.demo.bulk_places import Places

VERBS: Final = ("Review", "Order", "Call about", "Draft", "Check", "Plan", "Repair", "File")
THINGS: Final = ("the invoice", "the shelf", "the report", "the tickets", "the photos", "the key")
PRIORITIES: Final = (1, 2, 2, 3, 3, 4, 4, 4, 4, 4)
DAYS_SPREAD: Final = 730
"""Due dates lie within a year to either side of today."""

Item = TypeVar("Item")
Draw = Callable[[int], int]


def bulk_id(number: int) -> uuid.UUID:
    """Return the id of the nth bulk task."""
    return uuid.UUID(bytes=_digest(number)[:16], version=4)


def bulk_task(number: int, *, places: Places, now: dt.datetime) -> Task:
    """Return the nth bulk task, unsaved.

    Two in five are completed, one in five has no date, one in four of the dated has a time and
    one in twenty of them a zone too.
    """
    draw = _drawer(number)
    place = _pick(places.all, draw)
    owner = _pick(place.people, draw)
    due = _due(draw, today=now.date())
    age = dt.timedelta(days=draw(365), seconds=draw(86_400))
    task = Task(
        id=bulk_id(number),
        owner_id=owner,
        project_id=place.project_id,
        section_id=_pick(place.section_ids, draw),
        title=f"{_pick(VERBS, draw)} {_pick(THINGS, draw)} no. {number + 1}",
        priority=_pick(PRIORITIES, draw),
        recurrence="FREQ=WEEKLY" if due and not draw(50) else "",
        estimate_minutes=None if draw(3) else 15 * (1 + draw(16)),
        assignee_id=_pick(place.people, draw) if len(place.people) > 1 and draw(2) else None,
        position=number,
        created_at=now - age,
        **due_columns(due),
    )
    if draw(5) in {0, 1}:
        task.completed_at = now - age / 2
        task.completed_by_id = owner
    return task


def _due(draw: Draw, *, today: dt.date) -> Due | None:
    if not draw(5):
        return None
    day = today + dt.timedelta(days=draw(DAYS_SPREAD) - DAYS_SPREAD // 2)
    if draw(4):
        return Due(day)
    return Due(day, dt.time(7 + draw(13), 30 * draw(2)), None if draw(20) else "Europe/Rome")


def _pick(items: Sequence[Item], draw: Draw) -> Item:
    return items[draw(len(items))]


def _drawer(number: int) -> Draw:
    """Return a function that draws a number below its argument, each time another one."""
    rest = int.from_bytes(_digest(number)[16:], "big")

    def draw(below: int) -> int:
        nonlocal rest
        rest, drawn = divmod(rest, below)
        return drawn

    return draw


def _digest(number: int) -> bytes:
    return hashlib.blake2b(number.to_bytes(8, "big"), digest_size=40).digest()
