"""Labels that a call names, by name or by id."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from projects_app.errors import InvalidValueError
from projects_app.models import Label, Task, TaskLabel


class LabelBook:
    """The labels an actor can put on some tasks: their own, and on each those already there."""

    def __init__(self, *, actor: AbstractBaseUser, tasks: Sequence[Task] = ()) -> None:
        self.on_task: Mapping[uuid.UUID, set[uuid.UUID]] = _labels_of(tasks)
        shown = {pk for labels in self.on_task.values() for pk in labels}
        known = Label.objects.filter(
            Q(owner_id=actor.pk) | Q(pk__in=shown), trashed_at__isnull=True
        )
        self._own: dict[str, uuid.UUID] = {}
        self._foreign: dict[str, list[uuid.UUID]] = defaultdict(list)
        for label in known.order_by("pk"):
            for word in _words(label):
                if label.owner_id == actor.pk:
                    self._own[word] = label.pk
                else:
                    self._foreign[word].append(label.pk)

    def resolve(self, words: Iterable[str], *, task: Task, argument: str) -> set[uuid.UUID]:
        """Return the labels that the words name for the task.

        Args:
            words: names in any case, or ids.
            argument: path of the list in what the caller sent, for errors.

        Raises:
            InvalidValueError: a word names no label.
        """
        found = set()
        for position, word in enumerate(words):
            label = self._find(word.strip().casefold(), task=task)
            if label is None:
                raise InvalidValueError(
                    "There is no such label; create_label makes one.",
                    argument=f"{argument}[{position}]",
                )
            found.add(label)
        return found

    def _find(self, word: str, *, task: Task) -> uuid.UUID | None:
        if word in self._own:
            return self._own[word]
        there = self.on_task[task.pk] if self._foreign else set()
        return next((pk for pk in self._foreign.get(word, ()) if pk in there), None)


def _words(label: Label) -> list[str]:
    """Return what the label can be called: its id, and its name unless that is ciphertext."""
    return [str(label.pk)] if label.is_encrypted else [label.name.casefold(), str(label.pk)]


def _labels_of(tasks: Sequence[Task]) -> Mapping[uuid.UUID, set[uuid.UUID]]:
    found: dict[uuid.UUID, set[uuid.UUID]] = defaultdict(set)
    if tasks:
        rows = TaskLabel.objects.filter(task__in=tasks, label__trashed_at__isnull=True)
        for task, label in rows.values_list("task_id", "label_id"):
            found[task].add(label)
    return found
