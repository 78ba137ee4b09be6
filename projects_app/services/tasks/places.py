"""Where tasks may stand: projects, sections and parents that a call names."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.contrib.auth.models import AbstractBaseUser

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError
from projects_app.models import Section, Task
from projects_app.selectors.roles import WRITING_ROLES, Part, list_parts
from projects_app.selectors.tasks import visible_tasks
from projects_app.services.locking import lock_rows

RowT = TypeVar("RowT", Section, Task)


@dataclass(frozen=True, slots=True)
class Place:
    """A project (None is the inbox) and a section of it."""

    project_id: uuid.UUID | None
    section_id: uuid.UUID | None


class PlaceBook:
    """The projects, sections and parents a call names, read in three queries.

    Parents are locked: they must neither move nor go while a subtask is put below them.

    Raises:
        NotFoundError: one is unknown, deleted or somebody else's.
        ForbiddenError: the actor only reads in one of the projects.
    """

    def __init__(
        self,
        *,
        actor: AbstractBaseUser,
        projects: Iterable[uuid.UUID | None] = (),
        sections: Iterable[uuid.UUID | None] = (),
        parents: Iterable[uuid.UUID | None] = (),
    ) -> None:
        self._parts = list_parts(actor)
        self._sections = _by_id(sections, self._load_sections, noun="section")
        self._parents = _by_id(
            parents, lambda ids: lock_rows(visible_tasks(actor).filter(pk__in=ids)), noun="task"
        )
        named = {pk for pk in projects if pk is not None}
        missing = sorted(str(pk) for pk in named if pk not in self._parts)
        if missing:
            raise NotFoundError(missing, noun="project")
        implied: list[Section | Task] = [*self._sections.values(), *self._parents.values()]
        used = named | {row.project_id for row in implied if row.project_id is not None}
        _refuse_readers(used, self._parts)

    def find(
        self,
        *,
        project_id: uuid.UUID | None,
        section_id: uuid.UUID | None,
        parent_id: uuid.UUID | None,
        path: str,
    ) -> Place:
        """Return where a task stands that names these; section and parent imply a project.

        Raises:
            InvalidValueError: they contradict one another; it names the argument under `path`.
        """
        section = self._sections.get(section_id) if section_id else None
        parent = self._parents.get(parent_id) if parent_id else None
        if project_id is None:
            project_id = (section or parent).project_id if (section or parent) else None  # type: ignore[union-attr]
        if section is not None and section.project_id != project_id:
            raise InvalidValueError(
                "The section belongs to another project.", argument=f"{path}.section_id".lstrip(".")
            )
        if parent is not None and parent.project_id != project_id:
            raise InvalidValueError(
                "The parent task is in another project.", argument=f"{path}.parent_id".lstrip(".")
            )
        return Place(project_id, section_id)

    def is_encrypted(self, place: Place) -> bool:
        """Whether the text of the place's project is ciphertext."""
        return place.project_id is not None and self._parts[place.project_id].is_encrypted

    def _load_sections(self, ids: set[uuid.UUID]) -> Iterable[Section]:
        return Section.objects.filter(
            pk__in=ids, trashed_at__isnull=True, project__in=list(self._parts)
        )


def _by_id(
    named: Iterable[uuid.UUID | None],
    load: Callable[[set[uuid.UUID]], Iterable[RowT]],
    *,
    noun: str,
) -> dict[uuid.UUID, RowT]:
    ids = {pk for pk in named if pk is not None}
    found = {row.pk: row for row in load(ids)} if ids else {}
    missing = sorted(str(pk) for pk in ids if pk not in found)
    if missing:
        raise NotFoundError(missing, noun=noun)
    return found


def _refuse_readers(projects: Iterable[uuid.UUID], parts: Mapping[uuid.UUID, Part]) -> None:
    writable = {pk for pk, part in parts.items() if part.role in WRITING_ROLES}
    forbidden = sorted(str(pk) for pk in projects if pk not in writable)
    if forbidden:
        raise ForbiddenError(forbidden)
