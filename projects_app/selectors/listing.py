"""One page of a list of tasks, read by index where there is one for the order."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from django.db.models import Q, QuerySet

from projects_app.models import Task
from projects_app.models.due import UNDATED
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import INDEX_ORDER, KEY_ORDER, Position, after, up_to
from projects_app.selectors.scope import MOST_PARTS, Scope, merge_first


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list of tasks.

    Args:
        tasks: what the list may hold, with the alias `due_key`.
        states: conditions that exclude one another; the tasks of one stream each.
        scope: where from.
        clock: whose zone the order holds in.
        is_narrow: whether the conditions leave so few tasks that sorting them is quickest.
    """

    tasks: QuerySet[Task]
    states: Sequence[Q]
    scope: Scope
    clock: LocalClock
    is_narrow: bool

    def page(self, position: Position | None, count: int) -> QuerySet[Task]:
        """Return the first `count` tasks after `position`, in the list's order."""
        if self.scope.part_count == 0:
            return Task.objects.none()
        rest = self.tasks if position is None else self.tasks.filter(after(position, self.clock))
        if self.is_narrow or self.scope.part_count * len(self.states) > MOST_PARTS:
            return self._sorted(rest, count)
        merged = self._merged(rest, count)
        if self.clock.is_utc or (position is not None and position.due_key == UNDATED):
            return merged
        return self._sorted(self._candidates(rest, merged, count), count)

    def _candidates(
        self, rest: QuerySet[Task], merged: QuerySet[Task], count: int
    ) -> QuerySet[Task]:
        """Return a few of the `rest` that hold the first ones of the due order.

        When the index order has fewer than `count` tasks left, these are they.
        """
        keys = [Position(*key) for key in merged.values_list(*INDEX_ORDER)]
        if len(keys) < count:
            return rest.filter(pk__in=[key.id for key in keys])
        return rest.filter(up_to(keys[-1], self.clock))

    def _merged(self, tasks: QuerySet[Task], count: int) -> QuerySet[Task]:
        streams = [tasks.filter(state) for state in self.states]
        return merge_first(streams, scope=self.scope, count=count)

    def _sorted(self, tasks: QuerySet[Task], count: int) -> QuerySet[Task]:
        any_state = reduce(operator.or_, self.states)
        return tasks.filter(any_state, self.scope.condition).order_by(*KEY_ORDER)[:count]
