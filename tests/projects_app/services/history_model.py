"""What a few people should see, kept in plain Python beside the database.

It knows who is in which project, what each task is like, and what each call changed, and nothing
of how the services go about it.
"""

import copy
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from projects_app.errors import (
    ChangedSinceError,
    DomainError,
    ForbiddenError,
    NotFoundError,
    NotPermittedError,
    ScopeChangeError,
)

Refusal = type[DomainError] | None


class Spot(NamedTuple):
    """Where a task is: in a project, perhaps in a section, or in somebody's inbox."""

    project: uuid.UUID | None
    section: uuid.UUID | None = None


@dataclass
class Item:
    """A task as it should be."""

    owner: int
    spot: Spot
    token: int | None
    title: str
    parent: uuid.UUID | None = None
    priority: int = 4
    due: dt.date | None = None
    is_daily: bool = False
    done: tuple[dt.datetime, int] | None = None
    trashed: dt.datetime | None = None


@dataclass
class Remark:
    """A comment as it should be."""

    author: int
    task: uuid.UUID
    trashed: dt.datetime | None = None


class Effect(NamedTuple):
    """What one call did to one field; None is the creation of the object."""

    object_id: uuid.UUID
    field: str | None
    before: Any
    after: Any


@dataclass
class Call:
    """One call that changed something."""

    id: uuid.UUID
    actor: int
    effects: list[Effect]


@dataclass
class Model:
    """All that there is, and every call so far, the oldest first.

    Args:
        roles: by project and person: owner, editor or viewer.
    """

    roles: dict[uuid.UUID, dict[int, str]]
    items: dict[uuid.UUID, Item] = field(default_factory=dict)
    remarks: dict[uuid.UUID, Remark] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)

    def role(self, person: int, spot: Spot, owner: int) -> str | None:
        """Return what the person may do there."""
        if spot.project is None:
            return "owner" if person == owner else None
        return self.roles[spot.project].get(person)

    def sees(self, person: int, pk: uuid.UUID) -> bool:
        """Whether the person sees the task."""
        item = self.items[pk]
        return item.trashed is None and self.role(person, item.spot, item.owner) is not None

    def visible(self, person: int) -> dict[uuid.UUID, Item]:
        """Return the tasks that the person sees."""
        return {pk: item for pk, item in self.items.items() if self.sees(person, pk)}

    def visible_remarks(self, person: int) -> set[uuid.UUID]:
        """Return the comments that the person sees."""
        found = self.remarks.items()
        return {pk for pk, it in found if it.trashed is None and self.sees(person, it.task)}

    def refusal(self, person: int, ids: Sequence[uuid.UUID]) -> Refusal:
        """Return why the person may not change the tasks."""
        if not all(self.sees(person, pk) for pk in ids):
            return NotFoundError
        items = [self.items[pk] for pk in ids]
        if any(self.role(person, item.spot, item.owner) == "viewer" for item in items):
            return ForbiddenError
        return None

    def spot_refusal(self, person: int, spot: Spot) -> Refusal:
        """Return why the person may not put anything there."""
        role = self.role(person, spot, person)
        if role is None:
            return NotFoundError
        return ForbiddenError if role == "viewer" else None

    def family(self, ids: Sequence[uuid.UUID]) -> list[uuid.UUID]:
        """Return the tasks and what is below them, outside the trash."""
        found = list(ids)
        for pk in found:
            below = (k for k, it in self.items.items() if it.parent == pk and it.trashed is None)
            found += [child for child in below if child not in found]
        return found

    def move_refusal(self, person: int, ids: Sequence[uuid.UUID], spot: Spot) -> Refusal:
        """Return why the person may not move the tasks there."""
        refusal = self.refusal(person, ids) or self.spot_refusal(person, spot)
        if refusal is not None:
            return refusal
        moving = [pk for pk in ids if self.items[pk].spot != spot]
        for pk in self.family(moving):
            item = self.items[pk]
            if self._audience(item.spot, item.owner) != self._audience(spot, item.owner):
                return ScopeChangeError
        return None

    def move(self, ids: Sequence[uuid.UUID], spot: Spot) -> None:
        """Move the tasks and what is below them."""
        moving = [pk for pk in ids if self.items[pk].spot != spot]
        carried = self.family(moving)
        for pk in moving:
            parent = self.items[pk].parent
            stays = parent is None or parent in carried or self.items[parent].spot == spot
            self.items[pk].parent = parent if stays else None
        for pk in carried:
            self.items[pk].spot = spot

    def trash_refusal(self, person: int, ids: Sequence[uuid.UUID], token: int | None) -> Refusal:
        """Return why the person, or their token, may not trash the tasks."""
        refusal = self.refusal(person, ids)
        if refusal is None and token is not None:
            made = {self.items[pk].token for pk in self.family(ids)}
            return NotPermittedError if made - {token} else None
        return refusal

    def changed_by(self, before: "Model") -> list[Effect]:
        """Return what is other than it was in `before`."""
        return [
            *_differences(before.items, self.items),
            *_differences(before.remarks, self.remarks),
        ]

    def copy(self) -> "Model":
        """Return the state as it is now, to compare with later."""
        return copy.deepcopy(self)

    def undo_refusal(self, person: int, call: Call) -> Refusal:
        """Return why the call cannot be undone, as far as single fields can tell."""
        if person != call.actor:
            return NotFoundError
        for effect in reversed(call.effects):
            if effect.field is None:
                continue
            if getattr(self._object(effect), effect.field) not in (effect.before, effect.after):
                return ChangedSinceError
        return None

    def undo(self, call: Call, now: dt.datetime) -> None:
        """Put back what the call changed."""
        for effect in reversed(call.effects):
            found = self._object(effect)
            if effect.field is None:
                found.trashed = found.trashed or now
            elif getattr(found, effect.field) == effect.after:
                setattr(found, effect.field, effect.before)

    def _object(self, effect: Effect) -> Item | Remark:
        return self.items.get(effect.object_id) or self.remarks[effect.object_id]

    def _audience(self, spot: Spot, owner: int) -> set[int]:
        return {owner} if spot.project is None else set(self.roles[spot.project])


def _differences(before: dict[uuid.UUID, Any], after: dict[uuid.UUID, Any]) -> Iterator[Effect]:
    for pk, now in after.items():
        if pk not in before:
            yield Effect(pk, None, None, None)
            continue
        for column in fields(now):
            old, new = getattr(before[pk], column.name), getattr(now, column.name)
            if old != new:
                yield Effect(pk, column.name, old, new)
