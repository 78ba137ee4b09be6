"""Projects in the admin."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from projects_app.admin.filters import ArchiveFilter, TrashFilter
from projects_app.admin.membership import MemberInline, seat_owner
from projects_app.admin.parents import ParentForm
from projects_app.admin.recorded import RecordedRowAdmin, origin_of
from projects_app.models import Project
from projects_app.services import by_hand


@admin.register(Project)
class ProjectAdmin(RecordedRowAdmin):
    """Projects with their members."""

    list_display = ("__str__", "swatch", "owner", "member_count", "parent", "archived_at")
    list_filter = (ArchiveFilter, TrashFilter, "is_encrypted")
    list_select_related = ("owner", "parent")
    search_fields = ("name", "description", "owner__username")
    form = ParentForm
    written_fields = ("name", "description")
    fieldsets = (
        (None, {"fields": ("name", "description", "color", "owner", "parent", "position")}),
        (
            _("State"),
            {"fields": ("archived_at", "trashed_at", "is_encrypted", "created_at", "updated_at")},
        ),
    )
    readonly_fields = ("archived_at", "trashed_at", "created_at", "updated_at")
    autocomplete_fields = ("owner", "parent")
    inlines = (MemberInline,)
    ordering = ("position", "id")
    actions = ("archive_selected", "unarchive_selected", *RecordedRowAdmin.actions)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Project]:
        """Count the members in the same query."""
        projects: QuerySet[Project] = super().get_queryset(request)
        return projects.annotate(member_count=Count("memberships"))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001
        """Save the members, and see that the owner is one of them."""
        super().save_related(request, form, formsets, change)
        seat_owner(form.instance)

    @admin.display(description=_("members"), ordering="member_count")
    def member_count(self, project: Any) -> int:
        """Return how many people take part, the owner among them."""
        return int(project.member_count)

    @admin.display(description=_("colour"))
    def swatch(self, project: Project) -> str:
        """Show the colour itself."""
        if not project.color:
            return ""
        square = '<span style="color: {}" title="{}">&#9632;</span>'
        return format_html(square, project.color, project.color)

    @admin.action(description=_("Archive the selected"), permissions=("change",))
    def archive_selected(self, request: HttpRequest, queryset: QuerySet[Project]) -> None:
        """Put projects away; their tasks leave the lists with them."""
        count = self._archive(request, queryset, is_archived=True)
        text = ngettext("%d project archived.", "%d projects archived.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    @admin.action(description=_("Bring the selected back"), permissions=("change",))
    def unarchive_selected(self, request: HttpRequest, queryset: QuerySet[Project]) -> None:
        """Bring projects and their tasks back to the lists."""
        count = self._archive(request, queryset, is_archived=False)
        text = ngettext("%d project brought back.", "%d projects brought back.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    def _archive(
        self, request: HttpRequest, projects: QuerySet[Project], *, is_archived: bool
    ) -> int:
        return by_hand.archive_projects(
            actor=self.actor(request),
            ids=list(projects.values_list("pk", flat=True)),
            is_archived=is_archived,
            origin=origin_of(request),
        )
