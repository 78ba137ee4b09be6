"""History a page at a time, the newest changes first."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from projects_app.models import Change, FieldValue
from projects_app.selectors.changes import visible_changes

VALUE_PREFIX: Final = "fields."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeQuery:
    """Which changes are asked for; None asks for any.

    Args:
        token_name: changes of the reader's own tokens of that name; nobody learns the names of
            other people's.
        since: the earliest moment, itself included.
        until: the moment before which they were made.
    """

    task_id: UUID | None = None
    project_id: UUID | None = None
    token_name: str | None = None
    since: dt.datetime | None = None
    until: dt.datetime | None = None

    def condition(self, reader: AbstractBaseUser) -> Q:
        """Return what holds for every change that is asked for."""
        wanted = Q()
        if self.token_name is not None:
            wanted &= Q(change_set__actor_id=reader.pk, change_set__token_name=self.token_name)
        named = {
            "task_id": self.task_id,
            "project_id": self.project_id,
            "change_set__created_at__gte": self.since,
            "change_set__created_at__lt": self.until,
        }
        return wanted & Q(**{name: value for name, value in named.items() if value is not None})


class ChangePosition(NamedTuple):
    """Where one change stands in the list."""

    at: dt.datetime
    call_id: UUID
    position: int

    @property
    def rest(self) -> Q:
        """What holds for the changes after it."""
        return (
            Q(change_set__created_at__lt=self.at)
            | Q(change_set__created_at=self.at, change_set_id__lt=self.call_id)
            | Q(change_set_id=self.call_id, position__lt=self.position)
        )


def list_changes(
    *,
    actor: AbstractBaseUser,
    query: ChangeQuery,
    limit: int,
    after: ChangePosition | None = None,
) -> Sequence[Change]:
    """Return the first `limit` changes after a position, each with its change set."""
    changes = visible_changes(actor).filter(query.condition(actor))
    if after is not None:
        changes = changes.filter(after.rest)
    return list(changes[:limit])


def encrypted_values(changes: Iterable[Change]) -> Collection[tuple[UUID, str]]:
    """Return the task and field of those changes whose values are ciphertext; one query."""
    tasks = {
        change.task_id
        for change in changes
        if change.task_id is not None and change.field.startswith(VALUE_PREFIX)
    }
    found = FieldValue.objects.filter(task_id__in=tasks, is_encrypted=True)
    return {
        (task_id, f"{VALUE_PREFIX}{definition_id}")
        for task_id, definition_id in found.values_list("task_id", "definition_id")
    }
