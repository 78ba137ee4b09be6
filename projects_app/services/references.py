"""What history's values refer to, as far as it is still there.

A row that was deleted for good leaves its id in history alone. Elsewhere the database has put
null in its place, and so does this, so that old values compare with present ones.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.contrib.auth import get_user_model

from projects_app.models import Change, Label, Project, Section
from projects_app.services.tracked import LABELS, Json

USERS: Final = frozenset({"assignee_id", "completed_by_id"})
Kind = Change.Kind


class References:
    """The people, sections, projects and labels that the values of some changes name.

    Args:
        changes: all whose values will be looked at.
        labels: further labels, those on the tasks now.
    """

    def __init__(self, changes: Iterable[Change], *, labels: Iterable[uuid.UUID]) -> None:
        named = _named(changes)
        users = named[Kind.MEMBERSHIP]
        self._users: set[Json] = (
            set(get_user_model().objects.filter(pk__in=users).values_list("pk", flat=True))
            if users
            else set()
        )
        self._links: set[Json] = set()
        for kind, model in ((Kind.SECTION, Section), (Kind.PROJECT, Project)):
            if named[kind]:
                found = model.objects.filter(pk__in=named[kind])
                self._links.update(map(str, found.values_list("pk", flat=True)))
        wanted = named[Kind.LABEL] | set(map(str, labels))
        rows = Label.objects.filter(pk__in=wanted).values_list("pk", "trashed_at") if wanted else ()
        self.labels: Mapping[uuid.UUID, bool] = {pk: trashed is None for pk, trashed in rows}
        """The labels that there are, and whether they are outside the trash."""

    def known(self, change: Change, value: Json) -> Json:
        """Return a value of the changed field without what is no longer there.

        Labels in the trash count as gone, because tasks do not show them.
        """
        if value is None:
            return None
        if change.field == LABELS:
            return sorted(pk for pk in value if self.labels.get(uuid.UUID(pk)))
        if change.field in USERS:
            return value if value in self._users else None
        kind = _link_kind(change)
        return value if kind is None or value in self._links else None


def _named(changes: Iterable[Change]) -> dict[Kind, set[Json]]:
    named: dict[Kind, set[Json]] = defaultdict(set)
    for change in changes:
        values: Sequence[Json] = [
            value for value in (change.before, change.after) if value is not None
        ]
        if change.field == LABELS:
            named[Kind.LABEL].update(pk for value in values for pk in value)
        elif change.field in USERS:
            named[Kind.MEMBERSHIP].update(values)
        elif (kind := _link_kind(change)) is not None:
            named[kind].update(values)
    return named


def _link_kind(change: Change) -> Kind | None:
    """Return what the field's value is the id of, where the database may put null for it."""
    if change.kind == Kind.TASK and change.field == "section_id":
        return Kind.SECTION
    if change.kind == Kind.PROJECT and change.field == "parent_id":
        return Kind.PROJECT
    return None
