"""One task with all that belongs to it, as a result."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import Timestamp, ToolResult, UntrustedStr, make_visible
from projects_app.mcp_tools.budget import RESULT_BYTES, json_size, share_room, shorten
from projects_app.mcp_tools.shapes import TaskShape, readable, task_shape
from projects_app.mcp_tools.task_results import ZonedResult
from projects_app.models import Attachment
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.comments import CommentRow
from projects_app.selectors.detail import TaskDetail
from projects_app.selectors.people import full_name

BODY_BYTES: Final = 8_000


class CommentText(ToolResult):
    """What somebody wrote, and who; no name where the account is gone."""

    body: UntrustedStr
    author: UntrustedStr


class CommentShape(ToolResult):
    """One comment; `truncated` says that its text was cut."""

    id: UUID
    parent_id: UUID | None = None
    author_id: str | None
    author_is_you: bool
    untrusted_text: CommentText
    created_at: Timestamp
    edited_at: Timestamp | None = None
    encrypted: bool | None = None
    truncated: bool | None = None


class AttachmentText(ToolResult):
    """What a file or link is called, and where a link leads."""

    name: UntrustedStr
    mime: UntrustedStr | None = None
    url: UntrustedStr | None = None


class AttachmentShape(ToolResult):
    """A file or link without its content."""

    id: UUID
    untrusted_text: AttachmentText
    size: int | None = None
    uploaded: bool
    comment_id: UUID | None = None
    created_at: Timestamp
    encrypted: bool | None = None


class TaskDetailResult(ZonedResult):
    """One task in full; `truncated` says that not all of its lists are shown."""

    task: TaskShape
    subtasks: list[TaskShape]
    comments: list[CommentShape]
    attachments: list[AttachmentShape]
    truncated: bool | None = None


def task_detail(
    detail: TaskDetail, *, actor: AbstractBaseUser, clock: LocalClock
) -> TaskDetailResult:
    """Return a task and its subtasks, comments and attachments as a result."""
    task = task_shape(detail.task, context=detail.context, clock=clock)
    subtasks = [task_shape(row, context=detail.context, clock=clock) for row in detail.subtasks]
    newest_first = [comment_shape(row, actor=actor) for row in reversed(detail.comments)]
    attachments = [attachment_shape(each) for each in detail.attachments]
    lists: Sequence[Sequence[ToolResult]] = (subtasks, newest_first, attachments)
    shown = share_room(lists, RESULT_BYTES - json_size(task))
    is_cut = detail.has_more or any(
        len(some) < len(every) for some, every in zip(shown, lists, strict=True)
    )
    comments: list[CommentShape] = shown[1][::-1]
    known = {None, *(comment.id for comment in comments)}
    return TaskDetailResult(
        task=task,
        subtasks=shown[0],
        comments=comments,
        attachments=[each for each in shown[2] if each.comment_id in known],
        truncated=is_cut or None,
        timezone=clock.zone.key,
        today=clock.today,
        server_time=clock.now,
    )


def comment_shape(row: CommentRow, *, actor: AbstractBaseUser) -> CommentShape:
    """Return one comment as its reader sees it."""
    body = readable(row.body, is_encrypted=row.is_encrypted)
    shown = shorten(body, BODY_BYTES)
    author = full_name(
        row.author_first_name or "", row.author_last_name or "", row.author_username or ""
    )
    return CommentShape(
        id=row.id,
        parent_id=row.parent_id,
        author_id=None if row.author_id is None else str(row.author_id),
        author_is_you=row.author_id == actor.pk,
        untrusted_text=CommentText(body=shown, author=author),
        created_at=row.created_at,
        edited_at=row.edited_at,
        encrypted=row.is_encrypted or None,
        truncated=True if shown != make_visible(body) else None,
    )


def attachment_shape(attachment: Attachment) -> AttachmentShape:
    """Return what is known of a file or link."""
    hidden = attachment.is_encrypted
    return AttachmentShape(
        id=attachment.pk,
        untrusted_text=AttachmentText(
            name=readable(attachment.name, is_encrypted=hidden),
            mime=attachment.mime or None,
            url=(attachment.url and readable(attachment.url, is_encrypted=hidden)) or None,
        ),
        size=attachment.size,
        uploaded=attachment.is_uploaded,
        comment_id=attachment.comment_id,
        created_at=attachment.created_at,
        encrypted=hidden or None,
    )
