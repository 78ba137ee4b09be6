"""One project with what is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser

from projects_app.models import Section
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.projects import ProjectRow, get_project, list_sections
from projects_app.selectors.task_query import TaskQuery
from projects_app.selectors.tasks import TaskPage, list_tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectContents:
    """A project, its sections and its open tasks; `has_more` than the limit of either."""

    project: ProjectRow
    sections: Sequence[Section]
    tasks: TaskPage
    has_more: bool


def get_project_contents(
    *, actor: AbstractBaseUser, project_id: UUID, clock: LocalClock, limit: int
) -> ProjectContents:
    """Return one project, archived or not, with at most `limit` sections and open tasks.

    Raises:
        NotFoundError: no such project, or none that the actor may see.
    """
    project = get_project(actor=actor, project_id=project_id)
    sections = list_sections(actor=actor, project_id=project_id, limit=limit + 1)
    tasks = list_tasks(
        actor=actor, query=TaskQuery(project_id=project_id), clock=clock, limit=limit
    )
    return ProjectContents(
        project=project,
        sections=sections[:limit],
        tasks=tasks,
        has_more=tasks.has_more or len(sections) > limit,
    )
