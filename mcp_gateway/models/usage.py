"""The ledger that the limits are counted from."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from mcp_gateway.models.token import AccessToken


class ChangingCall(models.Model):
    """One changing call of a token that went through, and how many items it changed.

    Written in the call's own transaction; kept for two days.
    """

    token = models.ForeignKey(
        AccessToken,
        on_delete=models.CASCADE,
        related_name="changing_calls",
        verbose_name=_("token"),
    )
    called_at = models.DateTimeField(_("time"))
    item_count = models.PositiveIntegerField(_("items"))

    class Meta:
        verbose_name = _("changing call")
        verbose_name_plural = _("changing calls")
        indexes = (models.Index(fields=("token", "called_at"), name="mcp_call_by_token"),)

    def __str__(self) -> str:
        return f"{self.token_id} {self.called_at:%Y-%m-%d %H:%M:%S}"
