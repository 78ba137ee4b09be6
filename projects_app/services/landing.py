"""Where tasks end up after an undo: whole families, in places that are there, seen by the same.

History knows what one task was like before; the tasks and places around it may be others now.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from projects_app.errors import NotFoundError, NotPermittedError
from projects_app.models import Change, Project, Section, Task
from projects_app.services.rights import Rights
from projects_app.services.tasks.audience import Move, refuse_scope_change
from projects_app.services.tracked import Row
from projects_app.services.unit import ChangeUnit

FIELDS: Final = frozenset({"project_id", "section_id", "parent_id", "trashed_at"})


PlaceT = TypeVar("PlaceT", Project, Section)


class Landing:
    """The tasks that a unit of work moves, puts into the trash or takes out of it.

    Args:
        unit: all is put back in it, but not saved yet.
        rows: what is put back, by id, as it is in `unit`.
        tasks: the tasks of it with those below and above them, likewise.
    """

    def __init__(
        self, unit: ChangeUnit, *, rows: Mapping[str, Row], tasks: Mapping[uuid.UUID, Task]
    ) -> None:
        self._unit = unit
        self._rows = rows
        self._tasks = tasks

    def settle(self) -> list[str]:
        """Make of the tasks what can stand; return the ids of those that needed it.

        What is below a task goes with it; a section or parent that is gone, or elsewhere now, is
        let go.
        """
        return [*self._close_families(), *self._leave_sections(), *self._leave_parents()]

    def refuse(self, rights: Rights) -> None:
        """Raise where the tasks may not be brought to where they would be.

        Raises:
            NotFoundError: a project is gone, or closed to whose rights they are.
            ForbiddenError: they only read in it.
            ScopeChangeError: other people than now would see the tasks.
            NotPermittedError: with a token: it would put tasks into the trash that it did not
                create.
        """
        self._refuse_foreign_trash()
        moves = self._moves()
        targets = {target for _, source, target in moves if target != source and target is not None}
        there = {pk for pk in self._live(Project, targets) if rights.takes_part(pk)}
        if missing := sorted(str(pk) for pk in targets - there):
            raise NotFoundError(missing, noun="project")
        rights.refuse_foreign_places((task, places) for task, *places in moves)
        refuse_scope_change([move for move in moves if move[1] != move[2]])

    def _touched(self) -> dict[uuid.UUID, dict[str, Change]]:
        """Return the first change in each field that has to do with places, by task."""
        found: dict[uuid.UUID, dict[str, Change]] = defaultdict(dict)
        for change in self._unit.changes:
            if change.kind == Change.Kind.TASK and change.field in FIELDS:
                found[uuid.UUID(change.object_id)].setdefault(change.field, change)
        return found

    def _moves(self) -> list[Move]:
        """Return where each task comes from and goes to, which may be the same."""
        moves: list[Move] = []
        for pk, changes in self._touched().items():
            task, change = self._tasks[pk], changes.get("project_id")
            if change is None:
                moves.append((task, task.project_id, task.project_id))
            else:
                moves.append((task, change.before and uuid.UUID(change.before), task.project_id))
        return moves

    def _close_families(self) -> Iterator[str]:
        children = defaultdict(list)
        for task in self._tasks.values():
            children[task.parent_id].append(task)
        waiting = [pk for pk, fields in self._touched().items() if fields.keys() - {"parent_id"}]
        while waiting:
            task = self._tasks[waiting.pop()]
            for child in children[task.pk]:
                if self._follow(child, task):
                    waiting.append(child.pk)
                    yield str(task.pk)

    def _follow(self, child: Task, parent: Task) -> bool:
        """Let a subtask go where its parent has gone; return whether it was elsewhere."""
        if child.is_trashed:
            return False
        if parent.trashed_at is not None:
            moment = parent.trashed_at.isoformat()
            return self._unit.edit(child, "trashed_at", moment, action=Change.Action.TRASHED)
        if child.project_id == parent.project_id:
            return False
        self._unit.edit(child, "section_id", parent.section_id and str(parent.section_id))
        return self._unit.edit(child, "project_id", parent.project_id and str(parent.project_id))

    def _leave_sections(self) -> Iterator[str]:
        placed = [
            self._tasks[pk]
            for pk, fields in self._touched().items()
            if fields.keys() & {"project_id", "section_id"}
        ]
        named = {task.section_id for task in placed if task.section_id is not None}
        sections = self._live(Section, named).items()
        projects = {pk: section.project_id for pk, section in sections}
        for task in placed:
            is_there = task.section_id is None or (
                task.project_id is not None and projects.get(task.section_id) == task.project_id
            )
            if not is_there and self._unit.edit(task, "section_id", None):
                yield str(task.pk)

    def _live(self, model: type[PlaceT], ids: set[uuid.UUID]) -> dict[uuid.UUID, PlaceT]:
        """Return those outside the trash, as they are once the unit is saved."""
        found = model._default_manager.in_bulk(ids) if ids else {}  # noqa: SLF001
        changed = {pk: self._rows.get(str(pk)) for pk in ids}
        found |= {pk: row for pk, row in changed.items() if isinstance(row, model)}
        return {pk: row for pk, row in found.items() if not row.is_trashed}

    def _leave_parents(self) -> Iterator[str]:
        for pk in self._touched():
            task = self._tasks[pk]
            if task.parent_id is None or task.is_trashed:
                continue
            if not self._can_be_below(task, self._tasks.get(task.parent_id)):
                self._unit.edit(task, "parent_id", None)
                yield str(pk)

    def _can_be_below(self, task: Task, parent: Task | None) -> bool:
        if parent is None or parent.is_trashed or parent.project_id != task.project_id:
            return False
        if task.project_id is None and parent.owner_id != task.owner_id:
            return False
        seen: set[uuid.UUID] = set()
        above: Task | None = parent
        while above is not None and above.pk not in seen:
            if above.pk == task.pk:
                return False
            seen.add(above.pk)
            above = self._tasks.get(above.parent_id) if above.parent_id else None
        return True

    def _refuse_foreign_trash(self) -> None:
        token_id = self._unit.origin.token_id
        if token_id is None:
            return
        foreign = [
            str(pk)
            for pk, fields in self._touched().items()
            if "trashed_at" in fields
            and self._tasks[pk].is_trashed
            and self._tasks[pk].created_token_id != token_id
        ]
        if foreign:
            raise NotPermittedError(foreign)
