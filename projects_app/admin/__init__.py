"""The work itself in Django's admin: one module a model, the history to read only."""

from projects_app.admin.account import AccountAdmin
from projects_app.admin.attachment import AttachmentAdmin
from projects_app.admin.change import ChangeAdmin, ChangeSetAdmin
from projects_app.admin.comment import CommentAdmin
from projects_app.admin.field import FieldDefinitionAdmin, FieldValueAdmin
from projects_app.admin.label import LabelAdmin
from projects_app.admin.membership import MembershipAdmin
from projects_app.admin.project import ProjectAdmin
from projects_app.admin.section import SectionAdmin
from projects_app.admin.task import TaskAdmin

__all__ = [
    "AccountAdmin",
    "AttachmentAdmin",
    "ChangeAdmin",
    "ChangeSetAdmin",
    "CommentAdmin",
    "FieldDefinitionAdmin",
    "FieldValueAdmin",
    "LabelAdmin",
    "MembershipAdmin",
    "ProjectAdmin",
    "SectionAdmin",
    "TaskAdmin",
]
