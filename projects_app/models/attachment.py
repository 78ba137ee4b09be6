"""Attachments of tasks and comments: what is known of a file, or a link."""

from django.core.validators import URLValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, TrashableRow, WrittenRow
from projects_app.models.comment import Comment
from projects_app.models.task import Task


class Attachment(WrittenRow, TrashableRow, IdentifiedRow):
    """A file's name, type and size, or a link; the bytes themselves are not kept here."""

    class Kind(models.TextChoices):
        """Whether bytes or an address are attached."""

        FILE = "file", _("File")
        LINK = "link", _("Link")

    task = models.ForeignKey(
        Task, on_delete=models.CASCADE, related_name="attachments", verbose_name=_("task")
    )
    comment = models.ForeignKey(
        Comment,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="attachments",
        verbose_name=_("comment"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=255)
    mime = models.CharField(_("media type"), max_length=127, blank=True)
    url = models.CharField(
        _("address"), max_length=2000, blank=True, validators=[URLValidator(["http", "https"])]
    )
    size = models.PositiveBigIntegerField(_("size in bytes"), null=True, blank=True)
    is_uploaded = models.BooleanField(_("uploaded"), default=False)

    class Meta:
        verbose_name = _("attachment")
        verbose_name_plural = _("attachments")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="attachment_name_not_empty"),
            models.CheckConstraint(
                condition=Q(Q(kind="link", size__isnull=True), ~Q(url="")) | Q(kind="file", url=""),
                name="attachment_fits_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.readable(self.name)
