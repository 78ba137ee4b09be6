"""Which tasks a list is to hold."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from projects_app.errors import InvalidValueError
from projects_app.models import Task, TaskLabel
from projects_app.models.task import DONE, OPEN
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import due_between, with_due_key
from projects_app.selectors.labels import LabelChoice
from projects_app.selectors.matching import contains


class View(StrEnum):
    """A list with a name of its own."""

    ALL = "all"
    INBOX = "inbox"
    TODAY = "today"
    UPCOMING = "upcoming"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskQuery:
    """What a list of tasks is to hold; everything that is given must hold.

    Args:
        view: the inbox alone; what is due today or earlier; or what is due later.
        project_id: tasks of this project, which may be archived.
        label: name or id of a label.
        priority: 1 (highest) to 4.
        due_from: first day, in the reader's zone.
        due_to: last day.
        completed_after: completed tasks alone, from this moment on.
        completed_before: completed tasks alone, before this moment.
        include_completed: completed tasks as well as open ones.
        words: text that title or description contains; never matches ciphertext.
    """

    view: View = View.ALL
    project_id: UUID | None = None
    label: str | None = None
    priority: int | None = None
    due_from: dt.date | None = None
    due_to: dt.date | None = None
    completed_after: dt.datetime | None = None
    completed_before: dt.datetime | None = None
    include_completed: bool = False
    words: str | None = None

    def __post_init__(self) -> None:
        if self.view is View.INBOX and self.project_id is not None:
            raise InvalidValueError(
                "A project's tasks are not in the inbox; leave out one of the two.",
                argument="project_id",
            )
        if self.due_from and self.due_to and self.due_from > self.due_to:
            raise InvalidValueError("due_from lies after due_to.", argument="due_from")
        after, before = self.completed_after, self.completed_before
        if after and before and after > before:
            raise InvalidValueError(
                "completed_after lies after completed_before.", argument="completed_after"
            )

    @property
    def is_about_completion(self) -> bool:
        """Whether it asks for tasks completed in a span of time."""
        return self.completed_after is not None or self.completed_before is not None

    def select(
        self, tasks: QuerySet[Task], *, clock: LocalClock, label: LabelChoice | None
    ) -> QuerySet[Task]:
        """Return those of `tasks` that it asks for, open or not, with the alias `due_key`."""
        found = with_due_key(tasks, clock).filter(self._due(clock), self._text(), _labelled(label))
        return found if self.priority is None else found.filter(priority=self.priority)

    @property
    def states(self) -> Sequence[Q]:
        """The states it asks for, one condition each: they exclude one another."""
        if self.is_about_completion:
            return (DONE & self._completion(),)
        return (OPEN, DONE) if self.include_completed else (OPEN,)

    def _due(self, clock: LocalClock) -> Q:
        first, last = self.due_from, self.due_to
        if self.view is View.TODAY:
            last = min(last or clock.today, clock.today)
        elif self.view is View.UPCOMING:
            tomorrow = clock.today + dt.timedelta(days=1)
            first = max(first or tomorrow, tomorrow)
        return due_between(first, last, clock)

    def _completion(self) -> Q:
        within = Q()
        if self.completed_after is not None:
            within &= Q(completed_at__gte=self.completed_after)
        if self.completed_before is not None:
            within &= Q(completed_at__lt=self.completed_before)
        return within

    def _text(self) -> Q:
        if self.words is None:
            return Q()
        found = contains("title", self.words) | contains("description", self.words)
        return Q(is_encrypted=False) & found


def _labelled(label: LabelChoice | None) -> Q:
    if label is None:
        return Q()
    bearing = TaskLabel.objects.filter(label_id=label.id)
    if label.is_rare:
        return Q(pk__in=bearing.values("task_id"))
    return Q(Exists(bearing.filter(task_id=OuterRef("pk"))))
