"""The assistant settings: one form, the toggles first."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from solo.admin import SingletonModelAdmin

from mcp_gateway.admin.owner import OwnerOnlyMixin, actor_of, new_request_id
from mcp_gateway.catalog import registry
from mcp_gateway.conf import gateway_settings
from mcp_gateway.models import GatewaySettings
from mcp_gateway.services import settings as settings_service
from mcp_gateway.services.errors import InvalidValueError


class OriginsField(forms.CharField):
    """A list of origins, written one a line."""

    widget = forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})

    def prepare_value(self, value: object) -> object:
        """Return the lines to show."""
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: object) -> Any:
        """Return the list that the lines hold, empty ones left out."""
        if isinstance(value, list):
            return value
        return str(value or "").split()


class GatewaySettingsForm(forms.ModelForm):
    """The settings; what the person did not touch is left as it is by then.

    Every field carries the value that was on the page, so that two owners who edit at the same
    time never turn back each other's switches.
    """

    allowed_origins = OriginsField(
        label=_("Further allowed origins"),
        required=False,
        help_text=_("Web pages that may call the endpoint, one a line: https://app.example.com"),
    )

    class Meta:
        model = GatewaySettings
        fields = (
            "enabled",
            "writes_enabled",
            "items_per_call",
            "calls_per_minute",
            "items_per_day",
            "reads_per_minute",
            "allowed_origins",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changes: dict[str, object] = {}
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        """Check what was changed as the service will."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        changes = {name: values[name] for name in self.changed_data if name in values}
        try:
            self.changes = settings_service.checked_changes(changes, registry())
        except InvalidValueError as error:
            self.add_error(error.field, error.message)
        return values


@admin.register(GatewaySettings)
class GatewaySettingsAdmin(OwnerOnlyMixin, SingletonModelAdmin):
    """One page; a change is in force from the next request."""

    form = GatewaySettingsForm
    change_form_template = "admin/mcp_gateway/gatewaysettings/change_form.html"
    fieldsets = (
        (None, {"fields": ("enabled", "writes_enabled")}),
        (
            _("Limits"),
            {
                "classes": ("collapse",),
                "description": _("They stop a runaway assistant. In force from the next request."),
                "fields": (
                    "items_per_call",
                    "calls_per_minute",
                    "items_per_day",
                    "reads_per_minute",
                ),
            },
        ),
        (_("Web pages"), {"classes": ("collapse",), "fields": ("allowed_origins",)}),
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The owner changes the settings."""
        return self.has_view_permission(request, obj)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the page, with what the site itself fixes."""
        settings_service.read_settings()  # makes the row from the presets, once
        config = gateway_settings()
        context = {
            "title": _("Assistant settings"),
            "subtitle": None,
            "endpoint_url": config.endpoint_url,
            "is_read_only_site": config.read_only,
            "show_save_and_continue": False,
        }
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    def save_model(
        self,
        request: HttpRequest,
        obj: GatewaySettings,
        form: Any,
        change: bool,  # noqa: FBT001  # Django's hook
    ) -> None:
        """Hand the changes to the service, which audits them."""
        settings_service.change_settings(
            actor=actor_of(request),
            changes=form.changes,
            registry=registry(),
            request_id=new_request_id(),
        )

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponseRedirect:
        """Stay on the page, so that the new state is seen."""
        self.message_user(request, _("Saved; in force from the next request."), messages.SUCCESS)
        return HttpResponseRedirect(request.path)
