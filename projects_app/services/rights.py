"""Whether a person may change what some changes were about, for undoing and restoring them."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AbstractUser

from projects_app.errors import ForbiddenError
from projects_app.models import Change, Comment, Membership, Project, Section, Task
from projects_app.selectors.roles import WRITING_ROLES, list_roles, may_edit
from projects_app.services.tracked import Row

Roles = Mapping[UUID, Membership.Role]


def refuse_foreign_rows(
    changes: Sequence[Change], *, rows: Mapping[str, Row], actor: AbstractBaseUser
) -> None:
    """Raise unless the actor may change every row; the owner of the site may change all.

    The same rules hold as for changing the rows directly: a project is put into the trash by its
    owner alone, a comment changed by who wrote it, a label by whose it is.

    Args:
        rows: by id, those that are still there.

    Raises:
        ForbiddenError: it names the rows.
    """
    if is_site_owner(actor):
        return
    roles = list_roles(actor, with_trashed=True)
    ending = {change.object_id for change in changes if _is_about_trash(change)}
    forbidden = [
        pk
        for pk, row in rows.items()
        if not _may_change(row, actor=actor, roles=roles, ending=ending)
    ]
    if forbidden:
        raise ForbiddenError(forbidden)


def is_site_owner(actor: AbstractBaseUser) -> bool:
    """Whether the actor may undo what anybody did."""
    return cast(AbstractUser, actor).is_superuser


def _may_change(
    row: Row, *, actor: AbstractBaseUser, roles: Roles, ending: Collection[str]
) -> bool:
    match row:
        case Task():
            return may_edit(row, actor=actor, roles=roles)
        case Project():
            role = roles.get(row.pk)
            return role == Membership.Role.OWNER or (
                role in WRITING_ROLES and str(row.pk) not in ending
            )
        case Section():
            return roles.get(row.project_id) in WRITING_ROLES
        case Comment():
            is_author = row.author_id == actor.pk
            return is_author and may_edit(row.task, actor=actor, roles=roles)
        case _:
            return bool(row.owner_id == actor.pk)


def _is_about_trash(change: Change) -> bool:
    return change.action == Change.Action.CREATED or change.field == "trashed_at"
