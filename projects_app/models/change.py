"""History: who changed what, with which assistant, and what was there before."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from projects_app.models.project import Project
from projects_app.models.task import Task


class ChangeSet(models.Model):
    """All changes of one call or request, undone together."""

    class Source(models.TextChoices):
        """Where the changes came from."""

        ASSISTANT = "assistant", _("Assistant")
        PERSON = "person", _("Person")
        UNDO = "undo", _("Undo")
        SYSTEM = "system", _("System")

    id = models.UUIDField(
        _("call"), primary_key=True, help_text=_("The id of the call, as its answer named it.")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="change_sets",
        verbose_name=_("account"),
    )
    actor_name = models.CharField(_("account's name then"), max_length=150, blank=True)
    token_id = models.BigIntegerField(_("token"), null=True, blank=True)
    token_name = models.CharField(_("token's name then"), max_length=100, blank=True)
    tool = models.CharField(_("tool"), max_length=64, blank=True)
    source = models.CharField(_("source"), max_length=10, choices=Source)
    undoes = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="undone_by",
        verbose_name=_("undoes"),
    )
    request_id = models.CharField(_("request"), max_length=64, blank=True)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("change set")
        verbose_name_plural = _("change sets")
        indexes = [
            models.Index(fields=["token_id", "created_at"], name="change_set_by_token"),
            models.Index(fields=["created_at", "id"], name="change_set_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.tool or self.get_source_display()} ({self.created_at:%Y-%m-%d %H:%M})"


class Change(models.Model):
    """What one change set did to one field of one object."""

    class Kind(models.TextChoices):
        """The kind of object that changed."""

        PROJECT = "project", _("Project")
        MEMBERSHIP = "membership", _("Member")
        SECTION = "section", _("Section")
        TASK = "task", _("Task")
        LABEL = "label", _("Label")
        COMMENT = "comment", _("Comment")
        ATTACHMENT = "attachment", _("Attachment")
        FIELD_DEFINITION = "field_definition", _("Custom field")
        FIELD_VALUE = "field_value", _("Custom field value")

    class Action(models.TextChoices):
        """What happened to it."""

        CREATED = "created", _("Created")
        UPDATED = "updated", _("Updated")
        COMPLETED = "completed", _("Completed")
        OCCURRENCE_COMPLETED = "occurrence_completed", _("Occurrence completed")
        REOPENED = "reopened", _("Reopened")
        TRASHED = "trashed", _("Moved to the trash")
        RESTORED = "restored", _("Restored")

    change_set = models.ForeignKey(
        ChangeSet, on_delete=models.CASCADE, related_name="changes", verbose_name=_("change set")
    )
    position = models.PositiveIntegerField(_("position"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    object_id = models.CharField(_("object"), max_length=64)
    task = models.ForeignKey(
        Task,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="changes",
        verbose_name=_("task"),
    )
    project = models.ForeignKey(
        Project,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="changes",
        verbose_name=_("project"),
    )
    action = models.CharField(_("action"), max_length=20, choices=Action)
    field = models.CharField(_("field"), max_length=64, blank=True)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        constraints = [
            models.UniqueConstraint(fields=["change_set", "position"], name="change_order"),
        ]
        indexes = [models.Index(fields=["kind", "object_id", "id"], name="change_by_object")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.object_id}: {self.get_action_display()}"
