"""Switches of the owner for single toolsets and tools."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from mcp_gateway.models.settings import GatewaySettings


class ToolPolicy(models.Model):
    """One toolset or tool that the owner has switched; without a row it is on."""

    class Kind(models.TextChoices):
        TOOLSET = "toolset", _("toolset")
        TOOL = "tool", _("tool")

    settings = models.ForeignKey(
        GatewaySettings,
        on_delete=models.CASCADE,
        related_name="policies",
        editable=False,
        verbose_name=_("settings"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=64)
    is_enabled = models.BooleanField(
        _("on"),
        default=True,
        help_text=_("While off, assistants neither see nor call it. Takes effect at once."),
    )

    class Meta:
        verbose_name = _("tool switch")
        verbose_name_plural = _("tool switches")
        constraints = (
            models.UniqueConstraint(fields=("kind", "name"), name="mcp_policy_one_per_name"),
        )

    def __str__(self) -> str:
        return self.name
