"""What the things that history is about are called."""

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from projects_app.models import Comment, Label, Project, Section, Task

NAMED: Final = (Task, Project, Section, Label, Comment)


def name_objects(ids: Collection[str]) -> Mapping[str, str]:
    """Return the titles of those objects that are there, by id; ciphertext is not shown."""
    wanted = {UUID(pk) for pk in ids}
    return {
        str(row.pk): str(row)
        for model in NAMED
        for row in model._default_manager.filter(pk__in=wanted)  # noqa: SLF001
    }
