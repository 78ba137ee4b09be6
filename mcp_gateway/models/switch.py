"""The member's own switch."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AgentAccess(models.Model):
    """Whether a member lets assistants change their account; no row means no.

    Only the member turns it on; the owner may turn it off.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="agent_access",
        verbose_name=_("member"),
    )
    writes_allowed = models.BooleanField(
        _("assistants may make changes"),
        default=False,
        help_text=_(
            "Only the member can turn this on, on their own page. Turning it off stops all their "
            "assistants from making changes at once and revokes no token."
        ),
    )
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("member's switch")
        verbose_name_plural = _("members' switches")

    def __str__(self) -> str:
        return str(self.user)
