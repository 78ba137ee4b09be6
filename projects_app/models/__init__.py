"""The tables of the work itself: projects, tasks, what hangs on them, and their history."""

from projects_app.models.account import Account
from projects_app.models.attachment import Attachment
from projects_app.models.change import Change, ChangeSet
from projects_app.models.comment import Comment
from projects_app.models.field import FieldDefinition, FieldValue
from projects_app.models.label import Label
from projects_app.models.project import Membership, Project
from projects_app.models.section import Section
from projects_app.models.task import Task, TaskLabel

__all__ = [
    "Account",
    "Attachment",
    "Change",
    "ChangeSet",
    "Comment",
    "FieldDefinition",
    "FieldValue",
    "Label",
    "Membership",
    "Project",
    "Section",
    "Task",
    "TaskLabel",
]
