"""Switches of single toolsets and tools: one page that lists what the site offers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mcp_gateway.admin.owner import OwnerOnlyMixin, actor_of, new_request_id
from mcp_gateway.catalog import registry
from mcp_gateway.models import ToolPolicy
from mcp_gateway.registry import Effect, Registry, Tool, ToolSet
from mcp_gateway.services import settings as settings_service

Kind = ToolPolicy.Kind


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One line of the page: a tool, what it does to the world, its switch."""

    tool: Tool
    effect: str
    switch: forms.BoundField


@dataclass(frozen=True, slots=True)
class Section:
    """One toolset with its switch and its tools."""

    toolset: ToolSet
    switch: forms.BoundField
    rows: list[ToolRow]


class ToolSwitchesForm(forms.Form):
    """A box for every toolset and tool; what was not touched is left as it is by then."""

    def __init__(
        self, *args: Any, known: Registry, state: settings_service.SettingsSnapshot, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known = known
        for name, toolset in known.toolsets.items():
            self._add(Kind.TOOLSET, name, toolset.title, is_on=name not in state.toolsets_off)
        for name, tool in known.tools.items():
            self._add(Kind.TOOL, name, tool.title, is_on=name not in state.tools_off)

    def sections(self) -> Iterator[Section]:
        """Yield the toolsets in the registry's order."""
        for toolset in self.known.toolsets.values():
            rows = [
                ToolRow(tool, _effect_text(tool.effect), self[f"{Kind.TOOL.value}-{tool.name}"])
                for tool in toolset.tools.values()
            ]
            yield Section(toolset, self[f"{Kind.TOOLSET.value}-{toolset.name}"], rows)

    def switched(self) -> Iterator[tuple[ToolPolicy.Kind, str, bool]]:
        """Yield kind, name and new state of each switch that the person moved."""
        for field in self.changed_data:
            kind, _separator, name = field.partition("-")
            yield Kind(kind), name, self.cleaned_data[field]

    def _add(self, kind: ToolPolicy.Kind, name: str, title: str, *, is_on: bool) -> None:
        self.fields[f"{kind.value}-{name}"] = forms.BooleanField(
            label=title, initial=is_on, required=False, show_hidden_initial=True
        )


@admin.register(ToolPolicy)
class ToolPolicyAdmin(OwnerOnlyMixin, admin.ModelAdmin):
    """One page instead of a list of rows: without a row a tool is on."""

    def get_urls(self) -> list[URLPattern]:
        """Return the page alone: no row is edited by itself."""
        view = self.admin_site.admin_view(self.changelist_view)
        return [path("", view, name="mcp_gateway_toolpolicy_changelist")]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show every toolset and tool of the site, or save the switches."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = ToolSwitchesForm(
            request.POST if request.method == "POST" else None,
            known=registry(),
            state=settings_service.read_settings(),
        )
        if form.is_valid():
            self._save(request, form)
            return HttpResponseRedirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Tool switches"),
            "opts": self.opts,
            "sections": list(form.sections()),
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/mcp_gateway/toolpolicy/switches.html", context)

    def _save(self, request: HttpRequest, form: ToolSwitchesForm) -> None:
        request_id = new_request_id()
        with transaction.atomic():
            count = sum(
                settings_service.set_policy(
                    actor=actor_of(request),
                    kind=kind,
                    name=name,
                    is_enabled=is_enabled,
                    registry=form.known,
                    request_id=request_id,
                )
                for kind, name, is_enabled in form.switched()
            )
        text = ngettext(
            "%d switch moved; in force from the next request.",
            "%d switches moved; in force from the next request.",
            count,
        )
        self.message_user(request, text % count, messages.SUCCESS)


def _effect_text(effect: Effect) -> str:
    if effect.read_only:
        return str(_("reads"))
    if effect.destructive:
        return str(_("changes, may overwrite or remove"))
    return str(_("changes"))
