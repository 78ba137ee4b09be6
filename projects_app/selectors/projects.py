"""Reading projects, their sections and their custom fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from projects_app.errors import NotFoundError
from projects_app.models import FieldDefinition, Membership, Project, Section, Task
from projects_app.models.due import UNDATED
from projects_app.models.task import OPEN
from projects_app.selectors.matching import id_begins


class ProjectFacts(NamedTuple):
    """What a task's reader needs of its project."""

    id: UUID
    name: str
    is_encrypted: bool
    is_archived: bool
    is_shared: bool


class ProjectPosition(NamedTuple):
    """Where one project stands in the list."""

    position: int
    id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRow:
    """One project as its reader sees it."""

    project: Project
    role: str
    is_shared: bool
    parent_id: UUID | None
    open_count: int
    fields: Sequence[FieldDefinition]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectPage:
    """A part of the list of projects, and whether more comes after it."""

    rows: Sequence[ProjectRow]
    inbox_open_count: int
    has_more: bool


def visible_projects(actor: AbstractBaseUser) -> QuerySet[Project]:
    """Return the projects the actor belongs to, archived ones too, those in the trash not."""
    return Project.objects.filter(trashed_at__isnull=True, memberships__user_id=actor.pk)


def project_facts(actor: AbstractBaseUser) -> Mapping[UUID, ProjectFacts]:
    """Return what is to be known of every visible project, by id, in their own order."""
    rows = (
        visible_projects(actor)
        .annotate(put_away=Q(archived_at__isnull=False), is_shared=_has_others(actor))
        .order_by("position", "id")
        .values_list("id", "name", "is_encrypted", "put_away", "is_shared")
    )
    return {row[0]: ProjectFacts(*row) for row in rows}


def list_projects(
    *,
    actor: AbstractBaseUser,
    include_archived: bool = False,
    after: ProjectPosition | None = None,
    limit: int,
) -> ProjectPage:
    """Return the first `limit` projects after a position, in their own order."""
    projects = visible_projects(actor)
    if not include_archived:
        projects = projects.filter(archived_at__isnull=True)
    if after is not None:
        projects = projects.filter(
            Q(position__gt=after.position) | Q(position=after.position, id__gt=after.id)
        )
    rows = _project_rows(actor, projects.order_by("position", "id")[: limit + 1])
    return ProjectPage(
        rows=rows[:limit], inbox_open_count=count_inbox(actor), has_more=len(rows) > limit
    )


def complete_project_ids(*, actor: AbstractBaseUser, typed: str, limit: int) -> list[str]:
    """Return ids of visible projects that begin with `typed`, or whose name does."""
    named = Q(name__istartswith=typed, is_encrypted=False) | id_begins(typed)
    found = visible_projects(actor).filter(named, archived_at__isnull=True)
    return [str(pk) for pk in found.order_by("position", "id").values_list("pk", flat=True)[:limit]]


def get_project(*, actor: AbstractBaseUser, project_id: UUID) -> ProjectRow:
    """Return one project.

    Raises:
        NotFoundError: no such project, or none that the actor may see.
    """
    rows = _project_rows(actor, visible_projects(actor).filter(pk=project_id))
    if not rows:
        raise NotFoundError([str(project_id)], noun="project")
    return rows[0]


def visible_sections(actor: AbstractBaseUser) -> QuerySet[Section]:
    """Return the sections of visible projects."""
    return Section.objects.filter(trashed_at__isnull=True, project__in=visible_projects(actor))


def list_sections(*, actor: AbstractBaseUser, project_id: UUID, limit: int) -> Sequence[Section]:
    """Return the first sections of a project in their own order."""
    sections = visible_sections(actor).filter(project_id=project_id)
    return list(sections.order_by("position", "id")[:limit])


def count_open(project_ids: Sequence[UUID]) -> Mapping[UUID, int]:
    """Return how many open tasks there are in each project that has some."""
    open_tasks = Task.objects.filter(OPEN, project_id__in=project_ids)
    return dict(open_tasks.order_by().values_list("project_id").annotate(count=Count("pk")))


def count_inbox(actor: AbstractBaseUser) -> int:
    """Return how many open tasks are in the actor's inbox."""
    # True of every task: it has SQLite count in the index of open ones, not by looking at each.
    is_sorted = Q(due_sort__lte=UNDATED)
    return Task.objects.filter(OPEN, is_sorted, project__isnull=True, owner_id=actor.pk).count()


def list_fields(project_ids: Sequence[UUID]) -> Mapping[UUID, list[FieldDefinition]]:
    """Return the live custom fields of each project, in their own order."""
    found: dict[UUID, list[FieldDefinition]] = {pk: [] for pk in project_ids}
    definitions = FieldDefinition.objects.filter(
        project_id__in=project_ids, trashed_at__isnull=True
    )
    for definition in definitions.order_by("position", "id"):
        found[definition.project_id].append(definition)
    return found


def _project_rows(actor: AbstractBaseUser, projects: QuerySet[Project]) -> Sequence[ProjectRow]:
    mine = visible_projects(actor).order_by().values("pk")
    found = list(
        projects.annotate(
            role=F("memberships__role"),
            is_shared=_has_others(actor),
            sees_parent=Q(parent__in=mine),
        )
    )
    ids = [project.pk for project in found]
    counts, fields = count_open(ids), list_fields(ids)
    return [
        ProjectRow(
            project=project,
            role=project.role,
            is_shared=project.is_shared,
            parent_id=project.parent_id if project.sees_parent else None,
            open_count=counts.get(project.pk, 0),
            fields=fields[project.pk],
        )
        for project in found
    ]


def _has_others(actor: AbstractBaseUser) -> Exists:
    others = Membership.objects.filter(project_id=OuterRef("pk")).exclude(user_id=actor.pk)
    return Exists(others)
