"""Labels in the admin."""

from django.contrib import admin

from projects_app.admin.filters import TrashFilter
from projects_app.admin.recorded import RecordedRowAdmin
from projects_app.models import Label


@admin.register(Label)
class LabelAdmin(RecordedRowAdmin):
    """The labels of each account."""

    list_display = ("__str__", "color", "owner", "trashed_at")
    list_filter = (TrashFilter, "is_encrypted")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    written_fields = ("name",)
    fields = ("name", "color", "owner", "is_encrypted", "trashed_at", "created_at")
    readonly_fields = ("trashed_at", "created_at")
    autocomplete_fields = ("owner",)
    ordering = ("owner_id", "name", "id")
