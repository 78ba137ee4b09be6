"""Labels that a call names, by name or by id."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from projects_app.errors import InvalidValueError
from projects_app.models import Label, Task, TaskLabel


class LabelBook:
    """The labels an actor can put on some tasks: their own, and those already there."""

    def __init__(self, *, actor: AbstractBaseUser, tasks: Sequence[Task] = ()) -> None:
        self.on_task: Mapping[uuid.UUID, set[uuid.UUID]] = _labels_of(tasks)
        shown = {pk for labels in self.on_task.values() for pk in labels}
        known = Label.objects.filter(
            Q(owner_id=actor.pk) | Q(pk__in=shown), trashed_at__isnull=True
        )
        self._names: dict[str, uuid.UUID] = {}
        self._ids: dict[str, uuid.UUID] = {}
        for label in sorted(known, key=lambda label: label.owner_id != actor.pk):
            self._ids[str(label.pk)] = label.pk
            if not label.is_encrypted:
                self._names.setdefault(label.name.casefold(), label.pk)

    def resolve(self, words: Iterable[str], *, argument: str) -> set[uuid.UUID]:
        """Return the labels that the words name.

        Args:
            words: names in any case, or ids.
            argument: path of the list in what the caller sent, for errors.

        Raises:
            InvalidValueError: a word names no label.
        """
        found = set()
        for position, word in enumerate(words):
            label = self._ids.get(word.lower()) or self._names.get(word.strip().casefold())
            if label is None:
                raise InvalidValueError(
                    "There is no such label; create_label makes one.",
                    argument=f"{argument}[{position}]",
                )
            found.add(label)
        return found


def _labels_of(tasks: Sequence[Task]) -> Mapping[uuid.UUID, set[uuid.UUID]]:
    found: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    if tasks:
        rows = TaskLabel.objects.filter(task__in=tasks, label__trashed_at__isnull=True)
        for task, label in rows.values_list("task_id", "label_id"):
            found[task].add(label)
    return found
