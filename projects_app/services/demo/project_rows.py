"""The rows of one planned project."""

import datetime as dt
from collections.abc import Iterator, Mapping

from django.db.models import Model

from projects_app.models import FieldDefinition, Membership, Project, Section
from projects_app.services.demo.plan import ProjectPlan, ciphertext, row_id


def section_key(project_key: str, name: str) -> str:
    """Return the key of a section, which its name is only in its project."""
    return f"{project_key}/{name}"


def project_rows(
    plan: ProjectPlan, *, position: int, people: Mapping[str, int], now: dt.datetime
) -> Iterator[Model]:
    """Yield the unsaved project and what it consists of, each after what it refers to."""
    age = dt.timedelta(days=120 if plan.archived_days_ago is not None else 30)
    project = Project(
        id=row_id("project", plan.key),
        owner_id=people[plan.owner],
        name=_text(plan, plan.name),
        description=plan.description,
        color=plan.color,
        parent_id=row_id("project", plan.parent) if plan.parent else None,
        position=position,
        is_encrypted=plan.is_encrypted,
        created_at=now - age,
    )
    if plan.archived_days_ago is not None:
        project.archived_at = now - dt.timedelta(days=plan.archived_days_ago)
    yield project
    roles = {plan.owner: Membership.Role.OWNER, **plan.members}
    for person, role in roles.items():
        yield Membership(
            project=project, user_id=people[person], role=role, created_at=project.created_at
        )
    yield from _sections(plan, project)
    yield from _fields(plan, project)


def _sections(plan: ProjectPlan, project: Project) -> Iterator[Model]:
    for position, name in enumerate(plan.sections):
        yield Section(
            id=row_id("section", section_key(plan.key, name)),
            project=project,
            name=_text(plan, name),
            position=position,
            is_encrypted=plan.is_encrypted,
            created_at=project.created_at,
        )


def _fields(plan: ProjectPlan, project: Project) -> Iterator[Model]:
    for position, field in enumerate(plan.fields):
        yield FieldDefinition(
            id=field.id,
            project=project,
            name=field.name,
            kind=field.kind,
            options=list(field.options),
            position=position,
            created_at=project.created_at,
        )


def _text(plan: ProjectPlan, text: str) -> str:
    return ciphertext(text) if plan.is_encrypted else text
