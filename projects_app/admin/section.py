"""Sections in the admin."""

from django.contrib import admin

from projects_app.admin.filters import TrashFilter
from projects_app.admin.recorded import RecordedRowAdmin
from projects_app.models import Section


@admin.register(Section)
class SectionAdmin(RecordedRowAdmin):
    """The headings inside projects."""

    list_display = ("__str__", "project", "position", "trashed_at")
    list_filter = (TrashFilter, "is_encrypted")
    list_select_related = ("project",)
    search_fields = ("name", "project__name")
    written_fields = ("name",)
    fields = ("name", "project", "position", "is_encrypted", "trashed_at", "created_at")
    readonly_fields = ("trashed_at", "created_at")
    autocomplete_fields = ("project",)
    ordering = ("project_id", "position", "id")
