"""Projects and labels as results."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from mcp_gateway.registry import NoticedResult, Timestamp, ToolResult, UntrustedStr, make_visible
from projects_app.mcp_tools.budget import shorten, take_fitting
from projects_app.mcp_tools.shapes import TaskShape, readable
from projects_app.mcp_tools.task_results import NameText, ZonedResult
from projects_app.models import FieldDefinition, Label, Section
from projects_app.selectors.projects import ProjectRow

NOTE_BYTES: Final = 4_000
FIELDS_BYTES: Final = 12_000
OPTIONS_SHOWN: Final = 50
OPTION_BYTES: Final = 200


class FieldText(ToolResult):
    """What a custom field is called, and the options of a choice."""

    name: UntrustedStr
    options: list[UntrustedStr] | None = None


class FieldShape(ToolResult):
    """The definition of a custom field."""

    id: str
    type: str
    untrusted_text: FieldText


class ProjectText(ToolResult):
    """A project's name and its note in Markdown."""

    name: UntrustedStr
    description: UntrustedStr


class ProjectShape(ToolResult):
    """One project; `truncated` says that its note or its fields were cut."""

    id: UUID
    untrusted_text: ProjectText
    encrypted: bool
    color: str
    archived: bool
    parent_id: UUID | None = None
    shared: bool
    role: str
    open_count: int
    fields: list[FieldShape]
    truncated: bool | None = None


class ProjectList(NoticedResult):
    """Projects in their own order; `truncated` says that the page ends early for its size."""

    projects: list[ProjectShape]
    inbox_open_count: int
    next_cursor: str | None
    truncated: bool | None = None
    server_time: Timestamp


class ProjectSnapshot(NoticedResult):
    """The first projects; `truncated` says that there are more (list_projects pages)."""

    projects: list[ProjectShape]
    inbox_open_count: int
    truncated: bool | None = None
    server_time: Timestamp


class SectionShape(ToolResult):
    """A heading inside a project."""

    id: UUID
    untrusted_text: NameText
    encrypted: bool | None = None


class ProjectDetail(ZonedResult):
    """A project, its sections and its open tasks; `truncated`: there are more of either."""

    project: ProjectShape
    sections: list[SectionShape]
    tasks: list[TaskShape]
    truncated: bool | None = None


class LabelShape(ToolResult):
    """One label; `yours` is false for one that a colleague put on a shared task."""

    id: UUID
    untrusted_text: NameText
    color: str
    yours: bool
    encrypted: bool | None = None


class LabelList(NoticedResult):
    """Labels by name."""

    labels: list[LabelShape]
    next_cursor: str | None
    truncated: bool | None = None
    server_time: Timestamp


def project_shape(row: ProjectRow, *, note_bytes: int = NOTE_BYTES) -> ProjectShape:
    """Return one project, its note cut to `note_bytes` of JSON."""
    project = row.project
    note = readable(project.description, is_encrypted=project.is_encrypted)
    shown = shorten(note, note_bytes)
    fields = take_fitting([field_shape(each) for each in row.fields], FIELDS_BYTES)
    return ProjectShape(
        id=project.pk,
        untrusted_text=ProjectText(
            name=readable(project.name, is_encrypted=project.is_encrypted), description=shown
        ),
        encrypted=project.is_encrypted,
        color=project.color,
        archived=project.is_archived,
        parent_id=row.parent_id,
        shared=row.is_shared,
        role=row.role,
        open_count=row.open_count,
        fields=list(fields),
        truncated=shown != make_visible(note) or len(fields) < len(row.fields) or None,
    )


def field_shape(definition: FieldDefinition) -> FieldShape:
    """Return one custom field; the options of an encrypted one are not readable."""
    hidden = definition.is_encrypted
    options: Sequence[str] = () if hidden else definition.options[:OPTIONS_SHOWN]
    return FieldShape(
        id=definition.pk,
        type=definition.kind,
        untrusted_text=FieldText(
            name=readable(definition.name, is_encrypted=hidden),
            options=[shorten(option, OPTION_BYTES) for option in options] or None,
        ),
    )


def section_shape(section: Section) -> SectionShape:
    """Return one section."""
    name = readable(section.name, is_encrypted=section.is_encrypted)
    return SectionShape(
        id=section.pk,
        untrusted_text=NameText(name=name),
        encrypted=section.is_encrypted or None,
    )


def label_shape(label: Label, *, reader_id: int) -> LabelShape:
    """Return one label."""
    return LabelShape(
        id=label.pk,
        untrusted_text=NameText(name=readable(label.name, is_encrypted=label.is_encrypted)),
        color=label.color,
        yours=label.owner_id == reader_id,
        encrypted=label.is_encrypted or None,
    )
