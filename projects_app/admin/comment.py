"""Comments in the admin."""

from django.contrib import admin

from projects_app.admin.filters import TrashFilter
from projects_app.admin.parents import ParentForm
from projects_app.admin.recorded import RecordedRowAdmin
from projects_app.models import Comment


@admin.register(Comment)
class CommentAdmin(RecordedRowAdmin):
    """What people and assistants said about tasks."""

    list_display = ("__str__", "author", "task", "created_at", "trashed_at")
    list_filter = (TrashFilter, "is_encrypted")
    list_select_related = ("author", "task")
    search_fields = ("body", "author__username")
    form = ParentForm
    written_fields = ("body",)
    fields = (
        "body", "task", "author", "parent", "is_encrypted",
        "created_token_id", "trashed_at", "edited_at", "created_at",
    )  # fmt: skip
    readonly_fields = ("created_token_id", "trashed_at", "edited_at", "created_at")
    autocomplete_fields = ("author",)
    raw_id_fields = ("task", "parent")
    ordering = ("-created_at", "-id")
