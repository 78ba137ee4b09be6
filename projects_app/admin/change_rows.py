"""Changes as the admin shows them: in words, without ciphertext, with a way back."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from django.utils.text import Truncator

from mcp_gateway.registry import make_visible
from projects_app.models import Change, ChangeSet, Project, Task
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER
from projects_app.selectors.changes import author_of

TEXT_FIELDS: Final = frozenset({"name", "title", "description", "body", "text"})
VALUE_PREFIX: Final = "fields."
SHOWN_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change on the page of what it is about."""

    change: Change
    author: str
    before: str
    after: str
    restore_url: str


def change_lines(changes: Iterable[Change], *, reader: AbstractBaseUser) -> list[ChangeLine]:
    """Return changes with their objects and change sets as lines of a page."""
    return [
        ChangeLine(
            change,
            author_of(change.change_set, reader=reader),
            shown(change, change.before),
            shown(change, change.after),
            restore_url(change),
        )
        for change in changes
    ]


def restore_url(change: Change) -> str:
    """Return the page that brings the earlier value back; empty for a creation."""
    if change.action == Change.Action.CREATED:
        return ""
    return reverse("admin:projects_app_change_restore", args=[change.pk])


def change_set_url(change_set: ChangeSet) -> str:
    """Return the page of a change set."""
    return reverse("admin:projects_app_changeset_change", args=[change_set.pk])


def shown(change: Change, value: Any) -> str:
    """Return a value of history as text, or a placeholder for ciphertext."""
    if value is None:
        return ""
    is_text = change.field in TEXT_FIELDS or change.field.startswith(VALUE_PREFIX)
    if is_text and _is_encrypted(change.task or change.project):
        return ENCRYPTED_PLACEHOLDER
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return make_visible(Truncator(text).chars(SHOWN_CHARACTERS))


def _is_encrypted(row: Task | Project | None) -> bool:
    return row is not None and row.is_encrypted
