"""Tokens: listed without their secrets, made for oneself, revoked, never deleted."""

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from mcp_gateway.admin.new_token import NewTokenForm
from mcp_gateway.admin.owner import OwnerOnlyMixin, actor_of, moment, new_request_id
from mcp_gateway.catalog import registry
from mcp_gateway.conf import gateway_settings
from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope
from mcp_gateway.services import tokens as token_service
from mcp_gateway.services.errors import InvalidValueError
from mcp_gateway.services.token_text import masked

CHANGELIST: Final = "admin:mcp_gateway_accesstoken_changelist"


class StateFilter(admin.SimpleListFilter):
    """By whether the token still opens anything."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:
        """Return the states."""
        return [("valid", _("valid")), ("expired", _("expired")), ("revoked", _("revoked"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AccessToken]
    ) -> QuerySet[AccessToken]:
        """Return the tokens in the chosen state."""
        is_unrevoked = Q(revoked_at__isnull=True)
        is_expired = Q(expires_at__isnull=False, expires_at__lte=timezone.now())
        conditions = {
            "valid": is_unrevoked & ~is_expired,
            "expired": is_unrevoked & is_expired,
            "revoked": ~is_unrevoked,
        }
        condition = conditions.get(self.value() or "")
        return queryset.filter(condition) if condition else queryset


@admin.register(AccessToken)
class AccessTokenAdmin(OwnerOnlyMixin, admin.ModelAdmin):
    """Every token of the site; the secret is nowhere, the digest is not shown."""

    list_display = ("name", "user", "short_scope", "masked_secret", "state", "used", "expires")
    list_select_related = ("user",)
    list_filter = ("scope", StateFilter)
    list_per_page = 50
    search_fields = ("name", "user__username")
    search_help_text = _("Name of a token or an account")
    ordering = ("-created_at", "-pk")
    fields = (
        "name",
        "user",
        "scope",
        "toolsets",
        "masked_secret",
        "state",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )
    readonly_fields = fields
    actions = ("revoke_selected",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The owner makes tokens of their own account, by the service."""
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A token can be revoked, in bulk too; its page changes nothing."""
        return obj is None and self.has_view_permission(request)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Refuse to search by digest: addresses of pages end up in logs."""
        return not lookup.startswith("digest") and super().lookup_allowed(lookup, value, request)

    def get_urls(self) -> list[URLPattern]:
        """Add the page that revokes one token."""
        view = self.admin_site.admin_view(self.revoke_view)
        return [
            path("<int:token_id>/revoke/", view, name="mcp_gateway_accesstoken_revoke"),
            *super().get_urls(),
        ]

    @admin.display(description=_("scope"), ordering="scope")
    def short_scope(self, token: AccessToken) -> str:
        """Return the scope by its code."""
        return token.scope

    @admin.display(description=_("last used"), ordering="last_used_at")
    def used(self, token: AccessToken) -> str:
        """Return when it was last used."""
        return moment(token.last_used_at)

    @admin.display(description=_("expires"), ordering="expires_at")
    def expires(self, token: AccessToken) -> str:
        """Return when it expires."""
        return moment(token.expires_at)

    @admin.display(description=_("token"))
    def masked_secret(self, token: AccessToken) -> str:
        """Return prefix and last four characters."""
        return masked(Scope(token.scope), token.last_four)

    @admin.display(description=_("state"))
    def state(self, token: AccessToken) -> Any:
        """Return whether the token opens anything, and else why not."""
        if token.is_revoked:
            return _("revoked")
        if token.is_expired:
            return _("expired")
        return _("valid") if token.user.is_active else _("account inactive")

    @admin.action(description=_("Revoke the selected tokens"), permissions=("change",))
    def revoke_selected(
        self, request: HttpRequest, queryset: QuerySet[AccessToken]
    ) -> HttpResponse | None:
        """Ask first; then revoke, in force from the next request."""
        if request.POST.get("post"):
            self._revoke(request, queryset.select_related("user"))
            return None
        return self._ask_to_revoke(request, queryset.select_related("user"))

    def revoke_view(self, request: HttpRequest, token_id: int) -> HttpResponse:
        """Ask whether to revoke one token, and do it on the answer."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        tokens = AccessToken.objects.select_related("user").filter(pk=token_id)
        if not tokens:
            raise Http404
        if request.method != "POST":
            return self._ask_to_revoke(request, tokens)
        self._revoke(request, tokens)
        return HttpResponseRedirect(reverse(CHANGELIST))

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Make a token for the owner's own account and show its secret this once."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = NewTokenForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                issued = token_service.issue_token(
                    actor=actor_of(request),
                    new=form.new_token(request.user),
                    registry=registry(),
                    request_id=new_request_id(),
                )
            except InvalidValueError as error:
                form.add_error(error.field, error.message)
            else:
                return self._created(request, issued)
        return self._page(request, "new_token", title=_("Add token"), **_form_parts(form))

    def _created(self, request: HttpRequest, issued: token_service.IssuedToken) -> HttpResponse:
        response = self._page(
            request,
            "token_created",
            title=_("Token created"),
            token=issued.token,
            secret=issued.secret,
            endpoint_url=gateway_settings().endpoint_url,
        )
        response["Cache-Control"] = "no-store"
        return response

    def _ask_to_revoke(
        self, request: HttpRequest, tokens: QuerySet[AccessToken]
    ) -> TemplateResponse:
        return self._page(
            request,
            "revoke",
            title=_("Revoke tokens?"),
            tokens=[(token, self.masked_secret(token)) for token in tokens],
            action_checkbox_name=helpers.ACTION_CHECKBOX_NAME,
        )

    def _revoke(self, request: HttpRequest, tokens: Iterable[AccessToken]) -> None:
        request_id = new_request_id()
        count = sum(
            token_service.revoke_token(
                actor=actor_of(request),
                token=token,
                request_id=request_id,
            )
            for token in tokens
        )
        text = ngettext("%d token revoked.", "%d tokens revoked.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    def _page(self, request: HttpRequest, name: str, **context: Any) -> TemplateResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/mcp_gateway/accesstoken/{name}.html", context)


def _form_parts(form: NewTokenForm) -> dict[str, Any]:
    fieldsets = ((None, {"fields": tuple(form.fields)}),)
    return {"form": form, "adminform": helpers.AdminForm(form, fieldsets, {})}  # type: ignore[arg-type]
