"""Creating and changing projects."""

import uuid
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Membership, Project
from projects_app.selectors.accounts import is_encrypted
from projects_app.selectors.roles import WRITING_ROLES, list_roles
from projects_app.services.locking import lock_found, lock_rows
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
        NotFoundError, ForbiddenError: of the parent, see `refuse_unwritable`.
    """
    if is_encrypted(actor):
        raise EncryptionEnabledError
    if parent_id is not None:
        refuse_unwritable(actor=actor, project_id=parent_id)
    unit = ChangeUnit(actor=actor, origin=origin)
    project = Project(
        owner_id=actor.pk,
        name=name,
        color=color,
        parent_id=parent_id,
        position=_next_position(actor),
    )
    unit.create(project)
    unit.save()
    Membership.objects.create(project=project, user_id=actor.pk, role=Membership.Role.OWNER)
    return project


def _next_position(actor: AbstractBaseUser) -> int:
    """Return the place after all of the actor's projects."""
    own = Project.objects.filter(owner_id=actor.pk)
    last: int | None = own.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


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
    refuse_unwritable(actor=actor, project_id=project_id)
    if changes.get("parent_id") is not None:
        parent_id = uuid.UUID(changes["parent_id"])
        refuse_unwritable(actor=actor, project_id=parent_id)
        _refuse_cycle(project_id=project_id, parent_id=parent_id)
    project = get_writable_project(actor=actor, project_id=project_id)
    if {"name", "description"} & changes.keys() and (project.is_encrypted or is_encrypted(actor)):
        raise EncryptionEnabledError
    unit = ChangeUnit(actor=actor, origin=origin)
    for field, value in changes.items():
        if field == "archived_at" and value is not None and project.is_archived:
            continue  # it keeps its date
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
    unit.trash(project)
    unit.save()
    return project


def get_writable_project(*, actor: AbstractBaseUser, project_id: uuid.UUID) -> Project:
    """Return a project, locked, in which the actor may write.

    Raises:
        NotFoundError: it is unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in it.
    """
    refuse_unwritable(actor=actor, project_id=project_id)
    project = lock_rows(Project.objects.filter(pk=project_id, trashed_at__isnull=True)).first()
    if project is None:  # it went while it was waited for
        raise NotFoundError([str(project_id)], noun="project")
    return project


def refuse_unwritable(*, actor: AbstractBaseUser, project_id: uuid.UUID) -> None:
    """Raise unless the actor may write in the project.

    Raises:
        NotFoundError, ForbiddenError: see `get_writable_project`.
    """
    role = list_roles(actor).get(project_id)
    if role is None:
        raise NotFoundError([str(project_id)], noun="project")
    if role not in WRITING_ROLES:
        raise ForbiddenError([str(project_id)])


def _refuse_cycle(*, project_id: uuid.UUID, parent_id: uuid.UUID) -> None:
    """Raise where the parent is the project or below it.

    All projects above the parent are locked: whoever moves one of them has to wait, and will
    find the cycle then.
    """
    lock_found(Project.objects.all(), lambda: {project_id, *_list_above(parent_id)})
    if project_id in _list_above(parent_id):
        raise InvalidValueError("A project cannot be below itself.", argument="parent_id")


def _list_above(project_id: uuid.UUID) -> list[uuid.UUID]:
    """Return the project and all above it, once each even where they form a cycle."""
    parents = dict(Project.objects.values_list("pk", "parent_id"))
    found: list[uuid.UUID] = []
    above: uuid.UUID | None = project_id
    while above in parents:
        found.append(above)
        above = parents.pop(above)
    return found
