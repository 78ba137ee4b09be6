"""What an account has beyond Django's user."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import StampedRow
from projects_app.models.zone import ZONE_NAME_LENGTH, get_zone


def validate_zone(name: str) -> None:
    """Refuse a name that is no IANA time zone."""
    try:
        get_zone(name)
    except ValueError as error:
        raise ValidationError(str(error), code="zone") from error


class Account(StampedRow):
    """Settings of one user's account; a user without a row has the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="account",
        verbose_name=_("user"),
    )
    is_encrypted = models.BooleanField(
        _("end-to-end encryption"),
        default=False,
        help_text=_("New text of this account is encrypted on its own devices."),
    )
    timezone = models.CharField(
        _("time zone"),
        max_length=ZONE_NAME_LENGTH,
        blank=True,
        validators=[validate_zone],
        help_text=_("An IANA name such as Europe/Rome. Empty means UTC."),
    )

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def __str__(self) -> str:
        return str(self.user)
