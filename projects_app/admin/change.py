"""History in the admin: read, undone and restored, never edited."""

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from projects_app.admin.change_filters import ActorFilter, TokenFilter
from projects_app.admin.change_rows import change_set_url, restore_url, shown
from projects_app.admin.rows import ReadOnlyAdmin
from projects_app.admin.undo import UndoActions, refusal_text
from projects_app.errors import DomainError
from projects_app.models import Change, ChangeSet
from projects_app.services.origin import Origin
from projects_app.services.restore import restore_value

SHOWN: Final = ("shown_before", "shown_after", "restore_link")
CONFIRM: Final = "admin/projects_app/change/restore.html"


class ShownValues:
    """The two values of a change as text, without ciphertext, and the way back."""

    @admin.display(description=_("before"))
    def shown_before(self, change: Change) -> str:
        """Return what was there before."""
        return shown(change, change.before)

    @admin.display(description=_("after"))
    def shown_after(self, change: Change) -> str:
        """Return what is there since."""
        return shown(change, change.after)

    @admin.display(description=_("earlier value"))
    def restore_link(self, change: Change) -> str:
        """Link to the page that brings the earlier value back."""
        url = restore_url(change)
        return format_html('<a href="{}">{}</a>', url, gettext("Restore")) if url else ""


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
class ChangeSetAdmin(UndoActions, ReadOnlyAdmin):
    """Who changed something, by which call, and all that it changed."""

    list_display = ("created_at", "actor_name", "source", "tool", "token_name", "undoes")
    list_filter = ("source", "tool", TokenFilter, ActorFilter, "created_at")
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

    def get_urls(self) -> list[URLPattern]:
        """Add the page that restores an earlier value."""
        view = self.admin_site.admin_view(self.restore_view)
        return [
            path("<int:change_id>/restore/", view, name="projects_app_change_restore"),
            *super().get_urls(),
        ]

    def restore_view(self, request: HttpRequest, change_id: int) -> HttpResponse:
        """Ask whether to bring the value before a change back, and do it on POST."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        change = self.get_queryset(request).filter(pk=change_id).first()
        if change is None:
            raise Http404
        if request.method == "POST":
            self._restore(request, change)
            return HttpResponseRedirect(change_set_url(change.change_set))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Restore the earlier value?"),
            "opts": self.model._meta,
            "change": change,
            "before": shown(change, change.before),
            "change_set_url": change_set_url(change.change_set),
        }
        return TemplateResponse(request, CONFIRM, context)

    def _restore(self, request: HttpRequest, change: Change) -> None:
        actor: Any = request.user
        origin = Origin.person(tool="admin")
        try:
            is_changed = restore_value(actor=actor, change_id=change.pk, origin=origin)
        except DomainError as error:
            self.message_user(request, refusal_text(error), messages.ERROR)
            return
        text = _("The earlier value is back.") if is_changed else _("It was so already.")
        self.message_user(request, text, messages.SUCCESS)
