"""The owner's settings: one row."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from solo.models import SingletonModel

ITEMS_PER_CALL = 50
CALLS_PER_MINUTE = 30
ITEMS_PER_DAY = 1_000
READS_PER_MINUTE = 600


class GatewaySettings(SingletonModel):
    """What the owner allows assistants to do on this site; in force from the next request."""

    enabled = models.BooleanField(
        _("allow AI assistants"),
        default=False,
        help_text=_(
            "Assistants can read with a token of their own. While off, the endpoint answers 404 "
            "to everyone. Takes effect at once."
        ),
    )
    writes_enabled = models.BooleanField(
        _("AI assistants may make changes"),
        default=False,
        help_text=_(
            "Members may then allow changes for their own account, and create tokens for "
            "assistants that make them. While off, every change is refused. Takes effect at once."
        ),
    )
    items_per_call = models.PositiveIntegerField(
        _("items a call"),
        default=ITEMS_PER_CALL,
        validators=[MinValueValidator(1), MaxValueValidator(1_000)],
        help_text=_("How many items one changing call may name."),
    )
    calls_per_minute = models.PositiveIntegerField(
        _("changing calls a minute"),
        default=CALLS_PER_MINUTE,
        validators=[MinValueValidator(1), MaxValueValidator(10_000)],
        help_text=_("For each token."),
    )
    items_per_day = models.PositiveIntegerField(
        _("changed items a day"),
        default=ITEMS_PER_DAY,
        validators=[MinValueValidator(1), MaxValueValidator(1_000_000)],
        help_text=_("For each token and UTC day."),
    )
    reads_per_minute = models.PositiveIntegerField(
        _("requests a minute"),
        default=READS_PER_MINUTE,
        validators=[MinValueValidator(1), MaxValueValidator(100_000)],
        help_text=_("For each token; counts every request, so that a runaway loop ends."),
    )
    allowed_origins = models.JSONField(
        _("further allowed origins"),
        default=list,
        blank=True,
        help_text=_('Web pages that may call the endpoint, such as ["https://app.example.com"].'),
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("assistant settings")
        verbose_name_plural = _("assistant settings")

    def __str__(self) -> str:
        return str(_("Assistant settings"))
