"""What a person may do in which project."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser

from projects_app.models import Membership, Task

WRITING_ROLES = frozenset({Membership.Role.OWNER, Membership.Role.EDITOR})


def list_roles(
    actor: AbstractBaseUser, *, with_trashed: bool = False
) -> Mapping[uuid.UUID, Membership.Role]:
    """Return the actor's role in every project they belong to.

    Args:
        with_trashed: also of projects that are in the trash.
    """
    rows = Membership.objects.filter(user_id=actor.pk)
    if not with_trashed:
        rows = rows.filter(project__trashed_at__isnull=True)
    return {pk: Membership.Role(role) for pk, role in rows.values_list("project_id", "role")}


class Part(NamedTuple):
    """The actor's part in a project, and whether its text is ciphertext."""

    role: Membership.Role
    is_encrypted: bool


def list_parts(actor: AbstractBaseUser) -> Mapping[uuid.UUID, Part]:
    """Return the actor's part in every project they belong to, but those in the trash."""
    rows = Membership.objects.filter(user_id=actor.pk, project__trashed_at__isnull=True)
    found = rows.values_list("project_id", "role", "project__is_encrypted")
    return {pk: Part(Membership.Role(role), is_encrypted) for pk, role, is_encrypted in found}


def may_edit(
    task: Task, *, actor: AbstractBaseUser, roles: Mapping[uuid.UUID, Membership.Role]
) -> bool:
    """Whether the actor may change this task: their own inbox, or a project they write in."""
    if task.project_id is None:
        return bool(task.owner_id == actor.pk)
    return roles.get(task.project_id) in WRITING_ROLES
