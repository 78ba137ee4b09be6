"""Reading labels."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from projects_app.errors import InvalidValueError
from projects_app.models import Label, Membership, TaskLabel
from projects_app.selectors.matching import equals
from projects_app.selectors.projects import visible_projects

RARE: Final = 2_000
"""A label on more tasks than this is looked for along the list, not the list along the label."""


class LabelPosition(NamedTuple):
    """Where one label stands in the list."""

    name: str
    id: UUID


class LabelPage(NamedTuple):
    """A part of the list of labels, and whether more comes after it."""

    labels: Sequence[Label]
    has_more: bool


class LabelChoice(NamedTuple):
    """The label a list is filtered by."""

    id: UUID
    is_rare: bool


def visible_labels(actor: AbstractBaseUser) -> QuerySet[Label]:
    """Return the actor's own labels, and those on tasks of projects they belong to."""
    shown = TaskLabel.objects.filter(
        label_id=OuterRef("pk"),
        task__trashed_at__isnull=True,
        task__project__in=visible_projects(actor),
    )
    colleagues = Membership.objects.filter(project__in=visible_projects(actor)).values("user_id")
    return Label.objects.filter(
        Q(owner_id=actor.pk) | Q(Q(owner__in=colleagues), Exists(shown)), trashed_at__isnull=True
    )


def list_labels(
    *, actor: AbstractBaseUser, after: LabelPosition | None = None, limit: int
) -> LabelPage:
    """Return the first `limit` labels after a position, by name."""
    labels = visible_labels(actor)
    if after is not None:
        labels = labels.filter(Q(name__gt=after.name) | Q(name=after.name, id__gt=after.id))
    found = list(labels.order_by("name", "id")[: limit + 1])
    return LabelPage(found[:limit], has_more=len(found) > limit)


def choose_label(*, actor: AbstractBaseUser, word: str) -> LabelChoice:
    """Return the label that `word`, an id or a name in any case, means to the actor.

    Raises:
        InvalidValueError: it means none, or labels of several accounts; names their ids.
    """
    found = list(
        visible_labels(actor)
        .filter(_named(word))
        .annotate(is_common=Exists(TaskLabel.objects.filter(label_id=OuterRef("pk"))[RARE:]))
        .order_by("id")
    )
    by_id = [label for label in found if str(label.pk) == word.lower()]
    chosen = by_id or found
    if not chosen:
        raise InvalidValueError("No label has that name or id; see list_labels.", argument="label")
    if len(chosen) > 1:
        ids = ", ".join(str(label.pk) for label in chosen)
        raise InvalidValueError(
            f"Several labels have that name; use an id: {ids}.", argument="label"
        )
    return LabelChoice(chosen[0].pk, is_rare=not chosen[0].is_common)


def _named(word: str) -> Q:
    named = equals("name", word) & Q(is_encrypted=False)
    try:
        return named | Q(pk=UUID(word))
    except ValueError:
        return named
