"""Calls that may be repeated safely."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from mcp_gateway.models.token import AccessToken


class RepeatableCall(models.Model):
    """A call that carried a `client_request_id`, and the result it had.

    The constraint decides which of two racing retries does the work.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("member"),
    )
    token = models.ForeignKey(
        AccessToken, on_delete=models.CASCADE, related_name="+", verbose_name=_("token")
    )
    tool = models.CharField(_("tool"), max_length=64)
    client_request_id = models.CharField(_("request id of the client"), max_length=128)
    arguments_digest = models.CharField(_("digest of the arguments"), max_length=64)
    result = models.JSONField(_("result"), default=dict, help_text=_("Ids and states only."))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("repeatable call")
        verbose_name_plural = _("repeatable calls")
        constraints = (
            models.UniqueConstraint(
                fields=("user", "token", "tool", "client_request_id"), name="mcp_repeatable_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tool} {self.created_at:%Y-%m-%d %H:%M:%S}"
