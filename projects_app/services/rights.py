"""Whether a person may change what some changes were about, for undoing and restoring them."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import cast

from django.contrib.auth.models import AbstractBaseUser, AbstractUser

from projects_app.errors import ForbiddenError
from projects_app.models import Change, Comment, Membership, Project, Section, Task
from projects_app.selectors.roles import WRITING_ROLES, list_roles
from projects_app.services.tracked import Row


class Rights:
    """What one person may change; the owner of the site may undo what anybody did, in person.

    The same rules hold as for changing the rows directly: a project is put into the trash by its
    owner alone, a comment changed by who wrote it, a label by whose it is. One query.

    Args:
        is_assistant: whether an assistant's token acts: it never has more than the account's
            role in a project, the owner's account included.
    """

    def __init__(self, actor: AbstractBaseUser, *, is_assistant: bool) -> None:
        self._actor = actor
        self._may_all = is_site_owner(actor) and not is_assistant
        self._roles = {} if self._may_all else list_roles(actor, with_trashed=True)

    def refuse_foreign_rows(self, changes: Sequence[Change], *, rows: Mapping[str, Row]) -> None:
        """Raise unless the actor may change every row.

        Args:
            changes: what is to be put back.
            rows: by id, those that are still there.

        Raises:
            ForbiddenError: it names the rows.
        """
        ending = {change.object_id for change in changes if _is_about_trash(change)}
        forbidden = [pk for pk, row in rows.items() if not self._may_change(row, ending=ending)]
        if forbidden and not self._may_all:
            raise ForbiddenError(forbidden)

    def refuse_foreign_places(
        self, places: Iterable[tuple[Task, Collection[uuid.UUID | None]]]
    ) -> None:
        """Raise unless the actor may write in the projects (None: the inbox) of each task.

        Raises:
            ForbiddenError: it names the tasks.
        """
        forbidden = [
            str(task.pk)
            for task, projects in places
            if not all(self._may_write(task, project) for project in projects)
        ]
        if forbidden and not self._may_all:
            raise ForbiddenError(forbidden)

    def takes_part(self, project_id: uuid.UUID) -> bool:
        """Whether the actor is a member of the project."""
        return self._may_all or project_id in self._roles

    def _may_write(self, task: Task, project_id: uuid.UUID | None) -> bool:
        if project_id is None:
            return bool(task.owner_id == self._actor.pk)
        return self._roles.get(project_id) in WRITING_ROLES

    def _may_change(self, row: Row, *, ending: Collection[str]) -> bool:
        match row:
            case Task():
                return self._may_write(row, row.project_id)
            case Project():
                role = self._roles.get(row.pk)
                is_owner = role == Membership.Role.OWNER
                return is_owner or (role in WRITING_ROLES and str(row.pk) not in ending)
            case Section():
                return self._roles.get(row.project_id) in WRITING_ROLES
            case Comment():
                is_author = row.author_id == self._actor.pk
                return is_author and self._may_write(row.task, row.task.project_id)
            case _:
                return bool(row.owner_id == self._actor.pk)


def is_site_owner(actor: AbstractBaseUser) -> bool:
    """Whether the actor may undo what anybody did."""
    return cast(AbstractUser, actor).is_superuser


def _is_about_trash(change: Change) -> bool:
    return change.action == Change.Action.CREATED or change.field == "trashed_at"
