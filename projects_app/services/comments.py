"""Writing comments. Nothing here notifies anybody."""

import uuid

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Comment
from projects_app.selectors.accounts import is_encrypted
from projects_app.selectors.comments import visible_comments
from projects_app.services.locking import lock_rows
from projects_app.services.origin import Origin
from projects_app.services.tasks.items import load_tasks
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def add_comment(
    *,
    actor: AbstractBaseUser,
    task_id: uuid.UUID,
    body: str,
    parent_id: uuid.UUID | None = None,
    origin: Origin,
) -> Comment:
    """Add a comment to a task, or a reply to one of its comments.

    Raises:
        EncryptionEnabledError: the account or the task is end-to-end encrypted.
        NotFoundError, ForbiddenError: see `load_tasks`.
        InvalidValueError: the parent is no live comment of the task.
    """
    (task,) = load_tasks(actor=actor, ids=[task_id], argument="task_id")
    if task.is_encrypted or is_encrypted(actor):
        raise EncryptionEnabledError
    if parent_id is not None and not _is_live(parent_id, task_id=task_id):
        raise InvalidValueError("The task has no such comment.", argument="parent_id")
    unit = ChangeUnit(actor=actor, origin=origin)
    comment = Comment(
        task=task,
        author_id=actor.pk,
        parent_id=parent_id,
        body=body,
        created_token_id=origin.token_id,
        created_at=origin.now,
    )
    unit.create(comment)
    unit.save()
    return comment


@transaction.atomic
def edit_comment(
    *, actor: AbstractBaseUser, comment_id: uuid.UUID, body: str, origin: Origin
) -> Comment:
    """Change what one's own comment says.

    Raises:
        NotFoundError: it is unknown, deleted or on a task the actor does not see.
        ForbiddenError: somebody else wrote it.
        EncryptionEnabledError: the comment or the account is end-to-end encrypted.
    """
    comment = _get_own_comment(actor=actor, comment_id=comment_id)
    if comment.is_encrypted or is_encrypted(actor):
        raise EncryptionEnabledError
    unit = ChangeUnit(actor=actor, origin=origin)
    if unit.edit(comment, "body", body):
        unit.edit(comment, "edited_at", origin.now.isoformat())
    unit.save()
    return comment


@transaction.atomic
def trash_comment(*, actor: AbstractBaseUser, comment_id: uuid.UUID, origin: Origin) -> Comment:
    """Put one's own comment into the trash.

    Raises:
        NotFoundError, ForbiddenError: see `edit_comment`.
    """
    comment = _get_own_comment(actor=actor, comment_id=comment_id)
    unit = ChangeUnit(actor=actor, origin=origin)
    unit.trash(comment)
    unit.save()
    return comment


def _is_live(comment_id: uuid.UUID, *, task_id: uuid.UUID) -> bool:
    return Comment.objects.filter(pk=comment_id, task_id=task_id, trashed_at__isnull=True).exists()


def _get_own_comment(*, actor: AbstractBaseUser, comment_id: uuid.UUID) -> Comment:
    found = visible_comments(actor).filter(pk=comment_id)
    comment = found.first()
    if comment is None:
        raise NotFoundError([str(comment_id)], noun="comment")
    if comment.author_id != actor.pk:
        raise ForbiddenError([str(comment_id)])
    load_tasks(actor=actor, ids=[comment.task_id], argument="task_id")
    comment = lock_rows(found.select_related("task")).first()
    if comment is None:  # it went while the task was waited for
        raise NotFoundError([str(comment_id)], noun="comment")
    return comment
