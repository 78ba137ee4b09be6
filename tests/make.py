"""Rows for tests: typed builders, every argument optional.

What is left out is made up: an owner, a project, a name that is not in use yet.
"""

import datetime as dt
import itertools
import uuid
from collections.abc import Mapping, Sequence

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from projects_app.models import (
    Account,
    Attachment,
    Change,
    ChangeSet,
    Comment,
    FieldDefinition,
    FieldValue,
    Label,
    Membership,
    Project,
    Section,
    Task,
    TaskLabel,
)
from projects_app.models.due import Due, due_columns

_numbers = itertools.count(1)


def make_user(username: str = "", **columns: object) -> AbstractUser:
    """Make an active user without a usable password."""
    user = get_user_model()(username=username or f"user{next(_numbers)}", **columns)
    user.set_unusable_password()
    user.save()
    return user


def make_superuser(username: str = "") -> AbstractUser:
    """Make an owner of the site."""
    return make_user(username, is_staff=True, is_superuser=True)


def make_account(
    *, user: AbstractUser | None = None, is_encrypted: bool = False, timezone: str = ""
) -> Account:
    """Make the account settings of a user."""
    return Account.objects.create(
        user_id=(user or make_user()).pk, is_encrypted=is_encrypted, timezone=timezone
    )


def make_project(
    *,
    owner: AbstractUser | None = None,
    members: Mapping[AbstractUser, Membership.Role] | None = None,
    name: str = "",
    **columns: object,
) -> Project:
    """Make a project with its owner's membership, and those of `members` beside it."""
    owner = owner or make_user()
    project = Project.objects.create(
        owner_id=owner.pk, name=name or f"Project {next(_numbers)}", **columns
    )
    roles = {owner: Membership.Role.OWNER, **(members or {})}
    for user, role in roles.items():
        Membership.objects.create(project=project, user_id=user.pk, role=role)
    return project


def make_section(*, project: Project | None = None, name: str = "", **columns: object) -> Section:
    """Make a section of a project."""
    return Section.objects.create(
        project=project or make_project(), name=name or f"Section {next(_numbers)}", **columns
    )


def make_label(*, owner: AbstractUser | None = None, name: str = "", **columns: object) -> Label:
    """Make a label of an account."""
    return Label.objects.create(
        owner_id=(owner or make_user()).pk, name=name or f"label{next(_numbers)}", **columns
    )


def make_task(
    *,
    owner: AbstractUser | None = None,
    project: Project | None = None,
    title: str = "",
    due: Due | dt.date | None = None,
    labels: Sequence[Label] = (),
    **columns: object,
) -> Task:
    """Make an open task: in `project`, which its owner then made it for, or in the inbox.

    A bare date is a floating due date.
    """
    if isinstance(due, dt.date):
        due = Due(due)
    task = Task.objects.create(
        owner_id=(owner or (project.owner if project else make_user())).pk,
        project=project,
        title=title or f"Task {next(_numbers)}",
        **due_columns(due),
        **columns,
    )
    TaskLabel.objects.bulk_create(TaskLabel(task=task, label=label) for label in labels)
    return task


def make_comment(
    *,
    task: Task | None = None,
    author: AbstractUser | None = None,
    body: str = "",
    **columns: object,
) -> Comment:
    """Make a comment, by the task's owner unless `author` says otherwise."""
    task = task or make_task()
    return Comment.objects.create(
        task=task,
        author_id=(author or task.owner).pk,
        body=body or f"Comment {next(_numbers)}",
        **columns,
    )


def make_attachment(
    *,
    task: Task | None = None,
    kind: Attachment.Kind = Attachment.Kind.FILE,
    name: str = "",
    url: str = "",
    **columns: object,
) -> Attachment:
    """Make an attachment: an uploaded file of 1,024 bytes, or a link."""
    if kind == Attachment.Kind.LINK:
        defaults: dict[str, object] = {"url": url or "https://example.com/"}
    else:
        defaults = {"mime": "text/plain", "size": 1024, "is_uploaded": True, "url": url}
    return Attachment.objects.create(
        task=task or make_task(),
        kind=kind,
        name=name or f"attachment{next(_numbers)}",
        **(defaults | columns),
    )


def make_field(
    *,
    project: Project | None = None,
    kind: FieldDefinition.Kind = FieldDefinition.Kind.TEXT,
    name: str = "",
    **columns: object,
) -> FieldDefinition:
    """Make a custom field; a choice offers "one" and "two" unless `options` says otherwise."""
    if kind == FieldDefinition.Kind.CHOICE:
        columns.setdefault("options", ["one", "two"])
    return FieldDefinition.objects.create(
        project=project or make_project(),
        kind=kind,
        name=name or f"Field {next(_numbers)}",
        **columns,
    )


def make_field_value(
    value: str | float | bool | dt.date | None = None,
    *,
    task: Task | None = None,
    definition: FieldDefinition | None = None,
    **columns: object,
) -> FieldValue:
    """Make a value in the column of its definition's kind; None is a cleared value."""
    project = (definition.project if definition else None) or (task.project if task else None)
    definition = definition or make_field(project=project)
    column = {"number": "number", "checkbox": "checkbox", "date": "date"}.get(
        definition.kind, "text"
    )
    if value is not None:
        columns[column] = value
    return FieldValue.objects.create(
        task=task or make_task(project=definition.project), definition=definition, **columns
    )


def make_change_set(
    *, actor: AbstractUser | None = None, changes: Sequence[Change] = (), **columns: object
) -> ChangeSet:
    """Make a change set with unsaved `changes` in their order, by a person unless it says so."""
    actor = actor or make_user()
    columns.setdefault("source", ChangeSet.Source.PERSON)
    columns.setdefault("id", uuid.uuid4())
    change_set = ChangeSet.objects.create(
        actor_id=actor.pk, actor_name=actor.get_username(), **columns
    )
    for position, change in enumerate(changes):
        change.change_set = change_set
        change.position = position
        change.save()
    return change_set


def make_change(*, task: Task | None = None, **columns: object) -> Change:
    """Make a change set of one change: the title of `task`, unless `columns` say otherwise."""
    task = task or make_task()
    defaults: dict[str, object] = {
        "kind": Change.Kind.TASK,
        "object_id": str(task.pk),
        "task": task,
        "project": task.project,
        "action": Change.Action.UPDATED,
        "field": "title",
        "before": "Before",
        "after": task.title,
    }
    change = Change(**(defaults | columns))
    make_change_set(actor=task.owner, changes=[change])
    return change
