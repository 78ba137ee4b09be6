"""Reading history."""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import cast

from django.contrib.auth.models import AbstractBaseUser, AbstractUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from projects_app.models import Change, ChangeSet, Task
from projects_app.selectors.roles import list_roles


def visible_changes(actor: AbstractBaseUser) -> QuerySet[Change]:
    """Return the changes the actor may read: their own, and those in their projects.

    The newest come first.
    """
    return (
        Change.objects.filter(
            Q(change_set__in=ChangeSet.objects.filter(actor_id=actor.pk).values("pk"))
            | Q(project_id__in=list(list_roles(actor)))
            | Q(task__in=Task.objects.filter(project__isnull=True, owner_id=actor.pk).values("pk"))
        )
        .select_related("change_set")
        .order_by("-change_set__created_at", "-change_set_id", "-position")
    )


def undoable_sets(actor: AbstractBaseUser) -> QuerySet[ChangeSet]:
    """Return the change sets the actor may undo: their own, and for the owner of the site all."""
    if cast(AbstractUser, actor).is_superuser:
        return ChangeSet.objects.all()
    return ChangeSet.objects.filter(actor_id=actor.pk)


def list_calls_of_token(
    *,
    actor: AbstractBaseUser,
    token_id: int,
    call_ids: Sequence[uuid.UUID] = (),
    since: dt.datetime | None = None,
) -> list[uuid.UUID]:
    """Return the ids of the token's calls that the actor may undo, newest first.

    Args:
        call_ids: only these; none given, all.
        since: the earliest moment, itself included.
    """
    sets = undoable_sets(actor).filter(token_id=token_id)
    if call_ids:
        sets = sets.filter(pk__in=call_ids)
    if since is not None:
        sets = sets.filter(created_at__gte=since)
    return list(sets.order_by("-created_at", "-pk").values_list("pk", flat=True))


def changes_of(*, kind: Change.Kind, object_id: str) -> QuerySet[Change]:
    """Return all changes of one object, a project's and task's with what is in it, newest first.

    Nobody's rights are asked: it is for whoever runs the site.
    """
    same = Q(kind=kind, object_id=object_id)
    if kind in {Change.Kind.TASK, Change.Kind.PROJECT}:
        same |= Q(**{kind: object_id})
    return Change.objects.filter(same).select_related("change_set").order_by("-pk")


def list_changed(call_id: uuid.UUID) -> list[str]:
    """Return the ids of the objects that a call changed, each once, in its order."""
    ids = Change.objects.filter(change_set_id=call_id).order_by("position")
    return list(dict.fromkeys(ids.values_list("object_id", flat=True)))


def author_of(change_set: ChangeSet, *, reader: AbstractBaseUser) -> str:
    """Return who made a change, as `reader` is to see it.

    The account's own person learns which token it was; others only that it was an assistant.
    """
    if change_set.token_id is None:
        return change_set.actor_name
    if change_set.actor_id == reader.pk:
        return gettext("AI assistant (%(token)s)") % {"token": change_set.token_name}
    return gettext("AI assistant")
