"""Labels: an account's own words for kinds of tasks."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, TrashableRow, WrittenRow
from projects_app.models.color import COLOR_LENGTH, color_is_valid, validate_color

LABEL_NAME_LENGTH = 100


class Label(WrittenRow, TrashableRow, IdentifiedRow):
    """A label of one account.

    A name is unique within its account, whatever the case; on a shared task labels of two
    accounts may bear the same name.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="labels",
        verbose_name=_("owner"),
    )
    name = models.CharField(_("name"), max_length=LABEL_NAME_LENGTH)
    color = models.CharField(
        _("colour"),
        max_length=COLOR_LENGTH,
        blank=True,
        validators=[validate_color],
        help_text=_("#rrggbb, or empty."),
    )

    class Meta:
        verbose_name = _("label")
        verbose_name_plural = _("labels")
        constraints = [
            models.UniqueConstraint(
                "owner",
                Lower("name"),
                condition=Q(trashed_at__isnull=True, is_encrypted=False),
                name="label_name_once_per_owner",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="label_name_not_empty"),
            models.CheckConstraint(condition=color_is_valid(), name="label_color_valid"),
        ]

    def __str__(self) -> str:
        return self.readable(self.name)
