"""One task with all that belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from projects_app.models import Attachment
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.comments import CommentRow, list_attachments, list_comments
from projects_app.selectors.projects import project_facts
from projects_app.selectors.task_rows import TaskContext, TaskRow, task_context
from projects_app.selectors.tasks import get_task, list_subtasks


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDetail:
    """A task, its subtasks in the order of lists, its latest comments, its attachments.

    `has_more` says that a list was longer than the limit.
    """

    task: TaskRow
    subtasks: Sequence[TaskRow]
    comments: Sequence[CommentRow]
    attachments: Sequence[Attachment]
    context: TaskContext
    has_more: bool


def get_task_detail(
    *, actor: AbstractBaseUser, task_id: UUID, clock: LocalClock, limit: int
) -> TaskDetail:
    """Return one task with at most `limit` of each of its lists.

    Raises:
        TaskNotFoundError: no such task, or none that the actor may see.
    """
    task = get_task(actor=actor, task_id=task_id)
    more = limit + 1
    subtasks = list_subtasks(actor=actor, task_id=task_id, clock=clock, limit=more)
    comments = list_comments(actor=actor, task_id=task_id, limit=more)
    shown = comments[-limit:]
    attachments = list_attachments(
        actor=actor, task_id=task_id, comment_ids=[row.id for row in shown], limit=more
    )
    return TaskDetail(
        task=task,
        subtasks=subtasks[:limit],
        comments=shown,
        attachments=attachments[:limit],
        context=task_context([task, *subtasks[:limit]], projects=project_facts(actor)),
        has_more=max(len(subtasks), len(comments), len(attachments)) > limit,
    )
