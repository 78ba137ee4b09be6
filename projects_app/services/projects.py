"""Creating and changing projects."""

import uuid
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Change, Membership, Project
from projects_app.selectors.accounts import is_encrypted
from projects_app.selectors.roles import WRITING_ROLES, list_roles
from projects_app.services.origin import Origin
from projects_app.services.tracked import Json
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def create_project(
    *,
    actor: AbstractBaseUser,
    name: str,
    color: str = "",
    parent_id: uuid.UUID | None = None,
    origin: Origin,
) -> Project:
    """Create a personal project of the actor.

    Args:
        color: `#rrggbb` or empty, checked by the caller.

    Raises:
        EncryptionEnabledError: the account is end-to-end encrypted.
        NotFoundError, ForbiddenError: of the parent, see `get_writable_project`.
    """
    if is_encrypted(actor):
        raise EncryptionEnabledError
    if parent_id is not None:
        get_writable_project(actor=actor, project_id=parent_id)
    unit = ChangeUnit(actor=actor, origin=origin)
    project = Project(owner_id=actor.pk, name=name, color=color, parent_id=parent_id)
    unit.create(project)
    unit.save()
    Membership.objects.create(project=project, user_id=actor.pk, role=Membership.Role.OWNER)
    return project


@transaction.atomic
def update_project(
    *,
    actor: AbstractBaseUser,
    project_id: uuid.UUID,
    changes: Mapping[str, Json],
    origin: Origin,
) -> Project:
    """Change a project's fields.

    Args:
        changes: any of name, description, color, parent_id, archived_at, position in
            history's form, checked for type and bounds by the caller.

    Raises:
        EncryptionEnabledError: readable text for an encrypted account or project.
        InvalidValueError: the new parent is the project itself or below it.
        NotFoundError, ForbiddenError: see `get_writable_project`.
    """
    project = get_writable_project(actor=actor, project_id=project_id)
    if {"name", "description"} & changes.keys() and (project.is_encrypted or is_encrypted(actor)):
        raise EncryptionEnabledError
    if changes.get("parent_id") is not None:
        _refuse_cycle(actor=actor, project=project, parent_id=uuid.UUID(changes["parent_id"]))
    unit = ChangeUnit(actor=actor, origin=origin)
    for field, value in changes.items():
        unit.edit(project, field, value)
    unit.save()
    return project


@transaction.atomic
def trash_project(*, actor: AbstractBaseUser, project_id: uuid.UUID, origin: Origin) -> Project:
    """Put a project into the trash, and with it, unseen until it is restored, what it holds.

    Raises:
        NotFoundError, ForbiddenError: only its owner may.
    """
    project = get_writable_project(actor=actor, project_id=project_id)
    if project.owner_id != actor.pk:
        raise ForbiddenError([str(project_id)])
    unit = ChangeUnit(actor=actor, origin=origin)
    now = origin.now.isoformat()
    unit.edit(project, "trashed_at", now, action=Change.Action.TRASHED)
    unit.save()
    return project


def get_writable_project(*, actor: AbstractBaseUser, project_id: uuid.UUID) -> Project:
    """Return a project, locked, in which the actor may write.

    Raises:
        NotFoundError: it is unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in it.
    """
    role = list_roles(actor).get(project_id)
    if role is None:
        raise NotFoundError([str(project_id)], noun="project")
    if role not in WRITING_ROLES:
        raise ForbiddenError([str(project_id)])
    return Project.objects.select_for_update().get(pk=project_id)


def _refuse_cycle(*, actor: AbstractBaseUser, project: Project, parent_id: uuid.UUID) -> None:
    get_writable_project(actor=actor, project_id=parent_id)
    parents = dict(Project.objects.values_list("pk", "parent_id"))
    above: uuid.UUID | None = parent_id
    while above is not None:
        if above == project.pk:
            raise InvalidValueError("A project cannot be below itself.", argument="parent_id")
        above = parents.pop(above, None)
