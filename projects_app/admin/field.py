"""Custom fields and their values in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from projects_app.admin.filters import TrashFilter
from projects_app.admin.recorded import origin_of
from projects_app.admin.rows import TrashableRowAdmin, WrittenRowAdmin
from projects_app.models import FieldDefinition, FieldValue
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER
from projects_app.services import by_hand


@admin.register(FieldDefinition)
class FieldDefinitionAdmin(TrashableRowAdmin):
    """The custom fields of each project."""

    list_display = ("__str__", "kind", "project", "position", "id", "trashed_at")
    list_filter = ("kind", TrashFilter, "is_encrypted")
    list_select_related = ("project",)
    search_fields = ("name", "=id", "project__name")
    written_fields = ("name", "options")
    fields = (
        "name", "kind", "options", "project", "position",
        "is_encrypted", "trashed_at", "created_at",
    )  # fmt: skip
    readonly_fields = ("trashed_at", "created_at")
    autocomplete_fields = ("project",)
    ordering = ("project_id", "position", "id")


@admin.register(FieldValue)
class FieldValueAdmin(WrittenRowAdmin):
    """What tasks hold in their custom fields."""

    list_display = ("definition", "shown_value", "task", "updated_at")
    list_filter = ("definition__kind", "is_encrypted")
    list_select_related = ("definition", "task")
    search_fields = ("text", "definition__name")
    written_fields = ("text",)
    fields = ("definition", "task", "text", "number", "checkbox", "date", "is_encrypted")
    autocomplete_fields = ("definition",)
    raw_id_fields = ("task",)
    ordering = ("-created_at", "-id")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Let a value stay with its task and field."""
        fixed = () if obj is None else ("definition", "task")
        return (*super().get_readonly_fields(request, obj), *fixed)

    def save_model(self, request: HttpRequest, obj: FieldValue, form: Any, change: bool) -> None:  # noqa: FBT001
        """Save the value as a change of its task."""
        actor: Any = request.user
        by_hand.set_value(actor=actor, row=obj, origin=origin_of(request))

    @admin.display(description=_("value"))
    def shown_value(self, row: FieldValue) -> str:
        """Return the value as text."""
        if row.is_encrypted and row.text:
            return ENCRYPTED_PLACEHOLDER
        return "" if row.value is None else str(row.value)
