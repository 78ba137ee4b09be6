"""History in the admin: to read, never to edit."""

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from projects_app.admin.rows import ReadOnlyAdmin
from projects_app.models import Change, ChangeSet, Project, Task
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER

TEXT_FIELDS = frozenset({"name", "title", "description", "body", "text"})
SHOWN = ("shown_before", "shown_after")


class ShownValues:
    """The two values of a change as text, without ciphertext."""

    @admin.display(description=_("before"))
    def shown_before(self, change: Change) -> str:
        """Return what was there before."""
        return _shown(change, change.before)

    @admin.display(description=_("after"))
    def shown_after(self, change: Change) -> str:
        """Return what is there since."""
        return _shown(change, change.after)


class ChangeInline(ShownValues, admin.TabularInline):
    """The changes of one call, on its page."""

    model = Change
    fields = ("kind", "object_id", "action", "field", *SHOWN)
    readonly_fields = fields
    ordering = ("position",)
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Read the objects along with their changes."""
        return super().get_queryset(request).select_related("task", "project")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds history by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes history by hand."""
        return False


@admin.register(ChangeSet)
class ChangeSetAdmin(ReadOnlyAdmin):
    """Who changed something, by which call, and all that it changed."""

    list_display = ("created_at", "actor_name", "source", "tool", "token_name", "undoes")
    list_filter = ("source", "tool", "created_at")
    list_select_related = ("undoes",)
    search_fields = ("actor_name", "token_name", "tool", "request_id")
    fields = (
        "id", "created_at", "actor", "actor_name", "source", "tool",
        "token_id", "token_name", "request_id", "undoes",
    )  # fmt: skip
    inlines = (ChangeInline,)
    ordering = ("-created_at", "-id")


@admin.register(Change)
class ChangeAdmin(ShownValues, ReadOnlyAdmin):
    """Single changes; searched by the id of what changed."""

    list_display = ("change_set", "kind", "object_id", "action", "field", *SHOWN)
    list_filter = ("kind", "action")
    list_select_related = ("change_set", "task", "project")
    search_fields = ("object_id",)
    fields = (
        "change_set", "position", "kind", "object_id", "task", "project",
        "action", "field", *SHOWN
    )  # fmt: skip
    ordering = ("-id",)


def _shown(change: Change, value: Any) -> str:
    if value is None:
        return ""
    if change.field in TEXT_FIELDS and _is_encrypted(change.task or change.project):
        return ENCRYPTED_PLACEHOLDER
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _is_encrypted(row: Task | Project | None) -> bool:
    return row is not None and row.is_encrypted
