"""Attachments in the admin."""

from django.contrib import admin

from projects_app.admin.filters import TrashFilter
from projects_app.admin.rows import TrashableRowAdmin
from projects_app.models import Attachment


@admin.register(Attachment)
class AttachmentAdmin(TrashableRowAdmin):
    """What is attached to tasks and comments."""

    list_display = ("__str__", "kind", "size", "is_uploaded", "task", "created_at")
    list_filter = ("kind", "is_uploaded", TrashFilter, "is_encrypted")
    list_select_related = ("task",)
    search_fields = ("name",)
    written_fields = ("name", "mime", "url")
    fields = (
        "name", "kind", "mime", "url", "size", "is_uploaded", "task", "comment",
        "is_encrypted", "trashed_at", "created_at",
    )  # fmt: skip
    readonly_fields = ("trashed_at", "created_at")
    raw_id_fields = ("task", "comment")
    ordering = ("-created_at", "-id")
