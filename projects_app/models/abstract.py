"""What the rows of several tables share."""

import uuid
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ENCRYPTED_PLACEHOLDER: Final = "Encrypted item"


class StampedRow(models.Model):
    """A row that knows when it was made and last saved (aware, UTC)."""

    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)

    class Meta:
        abstract = True


class IdentifiedRow(StampedRow):
    """A stamped row whose id says nothing about its age or its neighbours."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


class TrashableRow(models.Model):
    """A row that goes to the trash before it goes for good."""

    trashed_at = models.DateTimeField(_("in the trash since"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_trashed(self) -> bool:
        """Whether the row counts as deleted."""
        return self.trashed_at is not None


class WrittenRow(models.Model):
    """A row that carries text people wrote.

    With `is_encrypted` every such column holds ciphertext that only the account's own devices
    can read: the site keeps it and never shows it.
    """

    is_encrypted = models.BooleanField(
        _("encrypted"),
        default=False,
        help_text=_("The text is ciphertext. The site holds no key and shows a placeholder."),
    )

    class Meta:
        abstract = True

    def readable(self, text: str) -> str:
        """Return `text`, a column of this row, or a placeholder where it is ciphertext."""
        return ENCRYPTED_PLACEHOLDER if self.is_encrypted else text
