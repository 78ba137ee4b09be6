"""Reading comments and attachments."""

import datetime as dt
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import FilteredRelation, Q, QuerySet

from projects_app.models import Attachment, Comment
from projects_app.selectors.tasks import visible_tasks


class CommentRow(NamedTuple):
    """One comment and what its author is called."""

    id: UUID
    parent_id: UUID | None
    author_id: int | None
    author_first_name: str | None
    author_last_name: str | None
    author_username: str | None
    body: str
    is_encrypted: bool
    created_at: dt.datetime
    edited_at: dt.datetime | None


def visible_comments(actor: AbstractBaseUser) -> QuerySet[Comment]:
    """Return the comments on visible tasks."""
    return Comment.objects.filter(trashed_at__isnull=True, task__in=visible_tasks(actor))


def list_comments(*, actor: AbstractBaseUser, task_id: UUID, limit: int) -> list[CommentRow]:
    """Return the latest `limit` comments on a task, the oldest of them first."""
    latest = (
        visible_comments(actor)
        .filter(task_id=task_id)
        .annotate(
            live_parent=FilteredRelation("parent", condition=Q(parent__trashed_at__isnull=True))
        )
        .order_by("-created_at", "-id")
        .values_list(
            *("id", "live_parent__id", "author_id", "author__first_name", "author__last_name"),
            *("author__username", "body", "is_encrypted", "created_at", "edited_at"),
        )[:limit]
    )
    return [CommentRow(*values) for values in reversed(latest)]


def visible_attachments(actor: AbstractBaseUser) -> QuerySet[Attachment]:
    """Return the attachments of visible tasks, but not those of comments in the trash."""
    return Attachment.objects.filter(
        Q(comment__isnull=True) | Q(comment__trashed_at__isnull=True),
        trashed_at__isnull=True,
        task__in=visible_tasks(actor),
    )


def list_attachments(
    *, actor: AbstractBaseUser, task_id: UUID, comment_ids: Collection[UUID], limit: int
) -> list[Attachment]:
    """Return the first `limit` attachments of a task and of the comments named."""
    on_shown = Q(comment__isnull=True) | Q(comment_id__in=comment_ids)
    attachments = visible_attachments(actor).filter(on_shown, task_id=task_id)
    return list(attachments.order_by("created_at", "id")[:limit])
