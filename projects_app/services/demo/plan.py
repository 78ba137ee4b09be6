"""What a demo row is to be, written by keys and by days from today.

Every key is made the row's id (`row_id`), so that a second run finds what the first one made.
"""

import datetime as dt
import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from projects_app.models import FieldDefinition, Membership

NAMESPACE: Final = uuid.UUID("6f1c2f0a-5d0e-4c53-9f4b-9d2f5a4e7c10")
EDITOR, VIEWER = Membership.Role.EDITOR, Membership.Role.VIEWER


def row_id(kind: str, key: str) -> uuid.UUID:
    """Return the id of the demo row that the plan calls `key`."""
    return uuid.uuid5(NAMESPACE, f"{kind}/{key}")


def ciphertext(text: str) -> str:
    """Return what stands for `text` in an encrypted account; nobody can read it back."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPlan:
    """A custom field of a project."""

    key: str
    name: str
    kind: FieldDefinition.Kind
    options: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its id: `f-` and twelve base-36 digits, as for every definition."""
        return f"f-{'demo' + self.key:0<12}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectPlan:
    """A project with its members, sections and custom fields."""

    key: str
    owner: str
    name: str
    description: str = ""
    color: str = ""
    parent: str = ""
    archived_days_ago: int | None = None
    members: Mapping[str, Membership.Role] = field(default_factory=dict)
    sections: tuple[str, ...] = ()
    fields: tuple[FieldPlan, ...] = ()
    is_encrypted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentPlan:
    """A comment on the task it is listed under, and the replies to it."""

    author: str
    body: str
    hours_ago: int
    replies: "tuple[CommentPlan, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentPlan:
    """A file of `size` bytes, or with a `url` a link, of which nothing is uploaded."""

    name: str
    url: str = ""
    mime: str = ""
    size: int | None = None
    is_uploaded: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPlan:
    """A task with everything that hangs on it; `due_in` counts days from today."""

    key: str
    title: str
    owner: str
    description: str = ""
    section: str = ""
    parent: str = ""
    priority: int = 4
    due_in: int | None = None
    time: dt.time | None = None
    tz: str | None = None
    recurrence: str = ""
    estimate: int | None = None
    assignee: str = ""
    labels: tuple[str, ...] = ()
    completed_days_ago: int | None = None
    completed_by: str = ""
    is_trashed: bool = False
    values: Mapping[str, object] = field(default_factory=dict)
    comments: tuple[CommentPlan, ...] = ()
    attachments: tuple[AttachmentPlan, ...] = ()
