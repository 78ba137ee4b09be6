"""Custom fields and their values in the admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from projects_app.admin.filters import TrashFilter
from projects_app.admin.rows import TrashableRowAdmin, WrittenRowAdmin
from projects_app.models import FieldDefinition, FieldValue
from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER


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

    @admin.display(description=_("value"))
    def shown_value(self, row: FieldValue) -> str:
        """Return the value as text."""
        if row.is_encrypted and row.text:
            return ENCRYPTED_PLACEHOLDER
        return "" if row.value is None else str(row.value)
