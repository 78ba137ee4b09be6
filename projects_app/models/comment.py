"""Comments on tasks, and replies to them."""

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, TrashableRow, WrittenRow
from projects_app.models.task import Task

BODY_LENGTH = 20_000


class Comment(WrittenRow, TrashableRow, IdentifiedRow):
    """What somebody said about a task; it outlives the account of its author."""

    task = models.ForeignKey(
        Task, on_delete=models.CASCADE, related_name="comments", verbose_name=_("task")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="comments",
        verbose_name=_("author"),
    )
    parent = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="replies",
        verbose_name=_("in reply to"),
    )
    body = models.TextField(
        _("text"), validators=[MaxLengthValidator(BODY_LENGTH)], help_text=_("Markdown.")
    )
    edited_at = models.DateTimeField(_("edited at"), null=True, blank=True)
    created_token_id = models.BigIntegerField(
        _("created with token"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Number of the assistant token that made the comment."),
    )

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        constraints = [
            models.CheckConstraint(condition=~Q(body=""), name="comment_body_not_empty"),
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")),
                name="comment_not_its_own_parent",
            ),
        ]
        indexes = [models.Index(fields=["task", "created_at", "id"], name="comment_order")]

    def __str__(self) -> str:
        return Truncator(self.readable(self.body)).chars(60)
