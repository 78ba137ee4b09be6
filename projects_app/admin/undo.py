"""Undoing calls from the list of change sets, and what the owner is told of it."""

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mcp_gateway.registry import make_visible
from projects_app.errors import ChangedSinceError, DomainError
from projects_app.models import ChangeSet
from projects_app.selectors.naming import name_objects
from projects_app.undoing import Undone, UndoRequest, undo_in_person

CONFIRM: Final = "admin/projects_app/changeset/undo.html"
MOST_NAMED: Final = 20


class UndoActions(admin.ModelAdmin):
    """Two actions: one that stops at later changes, and one that asks and then does not."""

    actions: Any = ("undo_selected", "undo_selected_by_force")

    def has_undo_permission(self, request: HttpRequest) -> bool:
        """Whoever sees the list may try; whose calls may be undone is for the service to say."""
        return bool(self.has_view_permission(request))

    @admin.action(description=_("Undo the selected calls"), permissions=("undo",))
    def undo_selected(self, request: HttpRequest, queryset: QuerySet[ChangeSet]) -> None:
        """Undo all of them or none."""
        self._undo(request, queryset, is_forced=False)

    @admin.action(
        description=_("Undo the selected calls, whatever happened since"), permissions=("undo",)
    )
    def undo_selected_by_force(
        self, request: HttpRequest, queryset: QuerySet[ChangeSet]
    ) -> HttpResponse | None:
        """Show what later changes would be overwritten, and undo once that is confirmed."""
        if request.POST.get("post"):
            self._undo(request, queryset, is_forced=True)
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": _("Undo whatever happened since?"),
            "opts": self.model._meta,
            "sets": queryset,
            "conflicts": _rehearse(request, queryset),
            "action_checkbox_name": helpers.ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, CONFIRM, context)

    def _undo(
        self, request: HttpRequest, queryset: QuerySet[ChangeSet], *, is_forced: bool
    ) -> None:
        try:
            undone = undo_in_person(_asked(request, queryset, is_forced=is_forced))
        except DomainError as error:
            self.message_user(request, refusal_text(error), messages.ERROR)
            return
        self.message_user(request, _success_text(undone), messages.SUCCESS)


def refusal_text(error: DomainError) -> str:
    """Return why nothing was changed, with the names of the things it is about."""
    found = [pk for key in ("items", "ids") for pk in _listed(error.details.get(key))]
    names = named(found)
    text = f"{error.message} {', '.join(names)}" if names else error.message
    if len(found) > MOST_NAMED:
        text = f"{text}, …"
    return _("Nothing was changed: %(reason)s") % {"reason": text}


def named(ids: Sequence[str]) -> list[str]:
    """Return the titles of the first of the things, or the ids of those that have none."""
    titles = name_objects([pk for pk in ids[:MOST_NAMED] if _is_uuid(pk)])
    return [f"“{make_visible(titles[pk])}”" if pk in titles else pk for pk in ids[:MOST_NAMED]]


def _asked(
    request: HttpRequest,
    queryset: QuerySet[ChangeSet],
    *,
    is_forced: bool = False,
    is_rehearsal: bool = False,
) -> UndoRequest:
    actor: Any = request.user
    return UndoRequest(
        actor=actor,
        auditor=actor,
        call_ids=list(queryset.order_by("-created_at", "-pk").values_list("pk", flat=True)),
        is_forced=is_forced,
        is_rehearsal=is_rehearsal,
        request_id=uuid4().hex,
    )


def _rehearse(request: HttpRequest, queryset: QuerySet[ChangeSet]) -> list[str]:
    """Return the names of what somebody has changed since."""
    try:
        undo_in_person(_asked(request, queryset, is_rehearsal=True))
    except ChangedSinceError as error:
        return named(_listed(error.details.get("items")))
    except DomainError:
        return []
    return []


def _success_text(undone: Undone) -> str:
    count = undone.changed_count
    return ngettext("%d thing is as before.", "%d things are as before.", count) % count


def _listed(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, Collection) else []


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
