"""Who can see a task, and that moving it does not change that."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from projects_app.errors import ScopeChangeError
from projects_app.models import Membership, Task

Move = tuple[Task, uuid.UUID | None, uuid.UUID | None]
"""A task, and the projects (None: the inbox) it goes from and to."""


def refuse_scope_change(moves: Sequence[Move]) -> None:
    """Raise unless each task is seen by the same people in both places; at most one query.

    Raises:
        ScopeChangeError: it names the tasks for which that is not so.
    """
    if not moves:
        return
    audiences = _audiences(pk for _, *projects in moves for pk in projects if pk is not None)

    def audience(project_id: uuid.UUID | None, owner_id: int) -> frozenset[int]:
        return frozenset({owner_id}) if project_id is None else audiences[project_id]

    changed = [
        str(task.pk)
        for task, source, target in moves
        if audience(source, task.owner_id) != audience(target, task.owner_id)
    ]
    if changed:
        raise ScopeChangeError(changed)


def _audiences(projects: Iterable[uuid.UUID]) -> Mapping[uuid.UUID, frozenset[int]]:
    members: dict[uuid.UUID, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(project__in=set(projects))
    for project, user in rows.values_list("project_id", "user_id"):
        members[project].add(user)
    return defaultdict(frozenset, {pk: frozenset(users) for pk, users in members.items()})
