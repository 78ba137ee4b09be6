"""The form by which an owner makes a token for an assistant of their own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from mcp_gateway.catalog import registry
from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope
from mcp_gateway.services import tokens as token_service


class NewTokenForm(forms.Form):
    """What a new token is to be."""

    name = forms.CharField(
        label=_("Name"),
        max_length=token_service.MAX_NAME_LENGTH,
        help_text=_("The assistant that gets it; shown in history and audit log."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("Scope"),
        choices=AccessToken.ScopeChoice.choices,
        initial=Scope.READ,
        widget=forms.RadioSelect,
        help_text=_(
            "Changes also need both switches: the one in the assistant settings and your own."
        ),
    )
    toolsets = forms.MultipleChoiceField(
        label=_("Toolsets"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: the default ones."),
    )
    expires_in_days = forms.IntegerField(
        label=_("Days until it expires"),
        required=False,
        min_value=1,
        max_value=token_service.MAX_DAYS,
        help_text=_("Empty: it lasts until it is revoked."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, toolset.title) for name, toolset in registry().toolsets.items()]
        self.fields["toolsets"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["toolsets"]

    def new_token(self, user: Any) -> token_service.NewToken:
        """Return what was asked for, for the account `user`."""
        return token_service.NewToken(
            user=user,
            name=self.cleaned_data["name"],
            scope=Scope(self.cleaned_data["scope"]),
            toolsets=self.cleaned_data.get("toolsets") or None,
            expires_in_days=self.cleaned_data["expires_in_days"],
        )
