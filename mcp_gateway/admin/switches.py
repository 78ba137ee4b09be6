"""The members' own switches: an owner may turn one off, and nobody turns one on here."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mcp_gateway.admin.owner import OwnerOnlyMixin, actor_of, new_request_id
from mcp_gateway.models import AgentAccess
from mcp_gateway.services import switches


@admin.register(AgentAccess)
class AgentAccessAdmin(OwnerOnlyMixin, admin.ModelAdmin):
    """Members who ever used their switch; everyone else's is off."""

    list_display = ("user", "writes_allowed", "changed_at")
    list_select_related = ("user",)
    list_filter = ("writes_allowed",)
    search_fields = ("user__username",)
    ordering = ("user__username",)
    fields = ("user", "writes_allowed", "changed_at")
    readonly_fields = ("user", "changed_at")
    actions = ("turn_off_selected",)

    def has_change_permission(self, request: HttpRequest, obj: AgentAccess | None = None) -> bool:
        """A switch that is off cannot be changed here."""
        return self.has_view_permission(request) and (obj is None or obj.writes_allowed)

    @admin.action(description=_("Turn off for the selected members"), permissions=("change",))
    def turn_off_selected(self, request: HttpRequest, queryset: QuerySet[AgentAccess]) -> None:
        """Stop the assistants of these members from making changes, at once."""
        count = sum(_turn_off(request, row) for row in queryset.select_related("user"))
        text = ngettext("%d switch turned off.", "%d switches turned off.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    def save_model(
        self,
        request: HttpRequest,
        obj: AgentAccess,
        form: Any,
        change: bool,  # noqa: FBT001  # Django's hook
    ) -> None:
        """Turn the switch off where its box was cleared."""
        if not obj.writes_allowed:
            _turn_off(request, obj)


def _turn_off(request: HttpRequest, row: AgentAccess) -> bool:
    return switches.set_writes_allowed(
        actor=actor_of(request),
        user=row.user,
        allowed=False,
        request_id=new_request_id(),
    )
