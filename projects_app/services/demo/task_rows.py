"""The rows of one planned task."""

import datetime as dt
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from django.db.models import Model

from projects_app.models import Attachment, Comment, FieldValue, Label, Task, TaskLabel
from projects_app.models.due import Due, due_columns
from projects_app.services.demo.plan import (
    CommentPlan,
    FieldPlan,
    ProjectPlan,
    TaskPlan,
    ciphertext,
    row_id,
)
from projects_app.services.demo.project_rows import section_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Who the plan's people and labels are, and when it is."""

    people: Mapping[str, int]
    labels: Mapping[tuple[str, str], Label]
    now: dt.datetime


def task_rows(
    plan: TaskPlan,
    project: ProjectPlan | None,
    *,
    setting: Setting,
    position: int,
    sections: Set[object],
) -> Iterator[Model]:
    """Yield the unsaved task and what hangs on it, each after what it refers to.

    A section that is no longer there leaves the task in its project without one.
    """
    task = _task(plan, project, setting=setting)
    task.position = position
    section_id = row_id("section", section_key(project.key, plan.section)) if project else None
    task.section_id = section_id if section_id in sections else None
    yield task
    for name in plan.labels:
        yield TaskLabel(task=task, label=setting.labels[plan.owner, name])
    for number, comment in enumerate(plan.comments):
        yield from _comments(comment, task, key=f"{plan.key}/{number}", setting=setting)
    yield from _attachments(plan, task)
    definitions = {field.key: field for field in project.fields} if project else {}
    for key, value in plan.values.items():
        yield _field_value(definitions[key], task, value=value, today=setting.now.date())


def _task(plan: TaskPlan, project: ProjectPlan | None, *, setting: Setting) -> Task:
    is_encrypted = project is not None and project.is_encrypted
    due = None
    if plan.due_in is not None:
        day = setting.now.date() + dt.timedelta(days=plan.due_in)
        due = Due(day, plan.time, plan.tz)
    task = Task(
        id=row_id("task", plan.key),
        owner_id=setting.people[plan.owner],
        project_id=row_id("project", project.key) if project else None,
        parent_id=row_id("task", plan.parent) if plan.parent else None,
        title=ciphertext(plan.title) if is_encrypted else plan.title,
        description=plan.description,
        priority=plan.priority,
        recurrence=plan.recurrence,
        estimate_minutes=plan.estimate,
        assignee_id=setting.people.get(plan.assignee),
        is_encrypted=is_encrypted,
        created_at=setting.now - dt.timedelta(days=14),
        **due_columns(due),
    )
    if plan.completed_days_ago is not None:
        task.completed_at = setting.now - dt.timedelta(days=plan.completed_days_ago)
        task.completed_by_id = setting.people[plan.completed_by]
        task.created_at = task.completed_at - dt.timedelta(days=7)
    if plan.is_trashed:
        task.trashed_at = setting.now - dt.timedelta(days=3)
    return task


def _comments(
    plan: CommentPlan,
    task: Task,
    *,
    key: str,
    setting: Setting,
    parent: Comment | None = None,
) -> Iterator[Model]:
    comment = Comment(
        id=row_id("comment", key),
        task=task,
        author_id=setting.people[plan.author],
        parent=parent,
        body=plan.body,
        created_at=setting.now - dt.timedelta(hours=plan.hours_ago),
    )
    yield comment
    for number, reply in enumerate(plan.replies):
        yield from _comments(reply, task, key=f"{key}/{number}", setting=setting, parent=comment)


def _attachments(plan: TaskPlan, task: Task) -> Iterator[Model]:
    for attachment in plan.attachments:
        yield Attachment(
            id=row_id("attachment", f"{plan.key}/{attachment.name}"),
            task=task,
            kind=Attachment.Kind.LINK if attachment.url else Attachment.Kind.FILE,
            name=attachment.name,
            url=attachment.url,
            mime=attachment.mime,
            size=attachment.size,
            is_uploaded=attachment.is_uploaded and not attachment.url,
            created_at=task.created_at,
        )


def _field_value(field: FieldPlan, task: Task, *, value: object, today: dt.date) -> FieldValue:
    row = FieldValue(
        id=row_id("field_value", f"{task.pk}/{field.key}"),
        task=task,
        definition_id=field.id,
        created_at=task.created_at,
    )
    if isinstance(value, int) and field.kind == field.kind.DATE:
        row.date = today + dt.timedelta(days=value)
    elif isinstance(value, bool):
        row.checkbox = value
    elif isinstance(value, int | float):
        row.number = value
    else:
        row.text = str(value)
    return row
