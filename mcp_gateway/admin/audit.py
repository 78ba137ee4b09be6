"""The audit log: read, filtered and exported, never edited."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from mcp_gateway.admin.owner import OwnerOnlyMixin, actor_of, moment, new_request_id
from mcp_gateway.catalog import registry
from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit

PAGES_AHEAD: Final = 10
MAX_PAGE: Final = 1_000
CHANGELIST: Final = "mcp_gateway_auditevent_changelist"


class ToolFilter(admin.SimpleListFilter):
    """By tool; the choices come from the registry, not from the rows."""

    title = _("tool")
    parameter_name = "tool"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        """Return the tools of the site."""
        return [(name, name) for name in registry().tools]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEvent]
    ) -> QuerySet[AuditEvent]:
        """Return the events of the chosen tool."""
        return queryset.filter(tool=self.value()) if self.value() else queryset


class NearbyPaginator(Paginator):
    """Pages of a table too long to count: it looks no further than a few pages ahead.

    `reach` is the number of rows after which it stops counting.
    """

    reach: int = 0

    @cached_property
    def count(self) -> int:
        """The number of rows, or `reach` where there are more."""
        rows: QuerySet[AuditEvent] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[: self.reach].count()


class UncountedList(ChangeList):
    """A list that does not tell how many rows there are without the filter."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the page; the count is the paginator's, which is not exact for long lists."""
        super().get_results(request)
        self.full_result_count = self.result_count


@admin.register(AuditEvent)
class AuditEventAdmin(OwnerOnlyMixin, admin.ModelAdmin):
    """The whole log, newest first; superusers read it and no more."""

    list_display = ("time", "kind", "result", "actor_name", "token_name", "tool", "item_count")
    list_display_links = ("time",)
    list_filter = ("outcome", "at", "kind", ToolFilter)
    list_per_page = 50
    show_full_result_count = False
    sortable_by = ()
    search_fields = ("actor_name", "token_name")
    search_help_text = _("Name of an account or a token")
    actions = None

    @admin.display(description=_("time"))
    def time(self, event: AuditEvent) -> str:
        """Return when it happened, to the second."""
        return moment(event.at, pattern="Y-m-d H:i:s")

    @admin.display(description=_("outcome"))
    def result(self, event: AuditEvent) -> str:
        """Return the outcome and, where there is one, its reason."""
        outcome = event.get_outcome_display()
        return f"{outcome}: {event.reason}" if event.reason else outcome

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[UncountedList]:
        """Return the list that counts nothing it does not show."""
        return UncountedList

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEvent]:
        """Return the events that the account may see."""
        return audit.visible_events(actor_of(request))

    def get_paginator(
        self, request: HttpRequest, queryset: Any, per_page: int, *args: Any, **kwargs: Any
    ) -> NearbyPaginator:
        """Return a paginator that counts some pages past the one asked for."""
        wanted = request.GET.get(PAGE_VAR, "1")
        page = int(wanted) if wanted.isdecimal() and len(wanted) < len(str(MAX_PAGE)) + 1 else 1
        paginator = NearbyPaginator(queryset, per_page)
        paginator.reach = (min(page, MAX_PAGE) + PAGES_AHEAD) * per_page
        return paginator

    def get_urls(self) -> list[URLPattern]:
        """Add the export."""
        view = self.admin_site.admin_view(self.export_view)
        return [
            path("export/<str:form>/", view, name="mcp_gateway_auditevent_export"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the log, with exports of what the filter shows."""
        filters = request.GET.copy()
        filters.pop(PAGE_VAR, None)
        context = {"export_query": filters.urlencode()}
        return super().changelist_view(request, context | (extra_context or {}))

    def export_view(self, request: HttpRequest, form: str) -> HttpResponseBase:
        """Stream every event that the filter shows; the export itself is recorded."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if form not in list(audit.ExportForm):
            return HttpResponse(status=404)
        try:
            events = self.get_changelist_instance(request).queryset
        except IncorrectLookupParameters:
            return HttpResponseRedirect(reverse(f"admin:{CHANGELIST}"))
        lines = audit.export_events(
            actor=actor_of(request),
            events=events,
            form=audit.ExportForm(form),
            request_id=new_request_id(),
        )
        kind = "text/csv" if form == audit.ExportForm.CSV else "application/jsonl"
        response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="audit.{form}"'
        return response
