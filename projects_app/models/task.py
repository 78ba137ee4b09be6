"""Tasks, and the labels they bear."""

from django.conf import settings
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, TrashableRow, WrittenRow
from projects_app.models.due import UNDATED, Due
from projects_app.models.label import Label
from projects_app.models.project import DESCRIPTION_LENGTH, Project
from projects_app.models.section import Section
from projects_app.models.zone import ZONE_NAME_LENGTH

TITLE_LENGTH = 500
RULE_LENGTH = 500
HIGHEST_PRIORITY = 1
LOWEST_PRIORITY = 4
LONGEST_ESTIMATE_MINUTES = 100_000
OPEN = Q(completed_at__isnull=True, trashed_at__isnull=True)
DONE = Q(completed_at__isnull=False, trashed_at__isnull=True)


class Task(WrittenRow, TrashableRow, IdentifiedRow):
    """One thing to do, in a project or in its owner's inbox."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        db_index=False,  # `task_by_owner` begins with it
        related_name="owned_tasks",
        verbose_name=_("owner"),
        help_text=_("Who made the task. Without a project it is in this account's inbox."),
    )
    project = models.ForeignKey(
        Project,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="tasks",
        verbose_name=_("project"),
    )
    section = models.ForeignKey(
        Section,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tasks",
        verbose_name=_("section"),
    )
    parent = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="subtasks",
        verbose_name=_("parent task"),
    )
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    description = models.TextField(
        _("description"),
        blank=True,
        validators=[MaxLengthValidator(DESCRIPTION_LENGTH)],
        help_text=_("Markdown."),
    )
    priority = models.SmallIntegerField(
        _("priority"),
        default=LOWEST_PRIORITY,
        validators=[MinValueValidator(HIGHEST_PRIORITY), MaxValueValidator(LOWEST_PRIORITY)],
        help_text=_("1 is the highest, 4 the usual."),
    )
    due_date = models.DateField(_("due date"), null=True, blank=True)
    due_time = models.TimeField(_("due time"), null=True, blank=True)
    due_tz = models.CharField(
        _("time zone of the due time"),
        max_length=ZONE_NAME_LENGTH,
        blank=True,
        help_text=_("An IANA name. Empty: the date and time hold wherever the reader is."),
    )
    due_at = models.DateTimeField(_("due at"), null=True, blank=True, editable=False)
    due_sort = models.DateTimeField(_("due order"), default=UNDATED, editable=False)
    recurrence = models.CharField(
        _("recurrence"),
        max_length=RULE_LENGTH,
        blank=True,
        help_text=_("An RRULE of RFC 5545."),
    )
    estimate_minutes = models.PositiveIntegerField(
        _("estimate in minutes"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_ESTIMATE_MINUTES)],
    )
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="assigned_tasks",
        verbose_name=_("assignee"),
    )
    completed_at = models.DateTimeField(_("completed at"), null=True, blank=True)
    completed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("completed by"),
    )
    position = models.IntegerField(_("position"), default=0)
    created_token_id = models.BigIntegerField(
        _("created with token"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Number of the assistant token that made the task."),
    )
    labels = models.ManyToManyField(
        Label, through="projects_app.TaskLabel", related_name="tasks", verbose_name=_("labels")
    )

    class Meta:
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        constraints = [
            models.CheckConstraint(condition=~Q(title=""), name="task_title_not_empty"),
            models.CheckConstraint(
                condition=Q(priority__range=(HIGHEST_PRIORITY, LOWEST_PRIORITY)),
                name="task_priority_range",
            ),
            models.CheckConstraint(
                condition=Q(due_time__isnull=True) | Q(due_date__isnull=False),
                name="task_due_time_needs_date",
            ),
            models.CheckConstraint(
                condition=Q(due_tz="") | Q(due_time__isnull=False),
                name="task_due_tz_needs_time",
            ),
            models.CheckConstraint(
                condition=Q(due_tz="", due_at__isnull=True)
                | Q(~Q(due_tz=""), due_at__isnull=False),
                name="task_due_at_iff_tz",
            ),
            models.CheckConstraint(
                condition=Q(due_date__isnull=True, due_sort=UNDATED)
                | Q(due_date__isnull=False, due_sort__lt=UNDATED),
                name="task_due_sort_follows_date",
            ),
            models.CheckConstraint(
                condition=Q(estimate_minutes__isnull=True)
                | Q(estimate_minutes__range=(1, LONGEST_ESTIMATE_MINUTES)),
                name="task_estimate_range",
            ),
            models.CheckConstraint(
                condition=Q(section__isnull=True) | Q(project__isnull=False),
                name="task_section_needs_project",
            ),
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")),
                name="task_not_its_own_parent",
            ),
            models.CheckConstraint(
                condition=Q(completed_by__isnull=True) | Q(completed_at__isnull=False),
                name="task_completed_by_needs_at",
            ),
        ]
        indexes = [
            models.Index(
                fields=["project", "due_sort", "priority", "id"],
                condition=OPEN,
                name="task_open_by_project",
            ),
            models.Index(
                fields=["owner", "due_sort", "priority", "id"],
                condition=OPEN & Q(project__isnull=True),
                name="task_open_in_inbox",
            ),
            models.Index(
                fields=["project", "due_sort", "priority", "id"],
                condition=DONE,
                name="task_done_by_project",
            ),
            models.Index(
                fields=["owner", "due_sort", "priority", "id"],
                condition=DONE & Q(project__isnull=True),
                name="task_done_in_inbox",
            ),
            models.Index(fields=["owner", "project"], name="task_by_owner"),
            models.Index(
                fields=["due_at"], condition=OPEN & Q(due_at__isnull=False), name="task_open_pinned"
            ),
            models.Index(
                fields=["completed_at", "id"],
                condition=DONE,
                name="task_completed",
            ),
            models.Index(fields=["created_at", "id"], name="task_created"),
        ]

    def __str__(self) -> str:
        return self.readable(self.title)

    @property
    def is_completed(self) -> bool:
        """Whether the task is done."""
        return self.completed_at is not None

    @property
    def due(self) -> Due | None:
        """The due date that the columns hold; they are written with `due_columns`."""
        if self.due_date is None:
            return None
        return Due(self.due_date, self.due_time, self.due_tz or None)


class TaskLabel(models.Model):
    """One label on one task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, verbose_name=_("task"))
    label = models.ForeignKey(Label, on_delete=models.CASCADE, verbose_name=_("label"))

    class Meta:
        verbose_name = _("label of a task")
        verbose_name_plural = _("labels of tasks")
        constraints = [models.UniqueConstraint(fields=["task", "label"], name="task_label_once")]

    def __str__(self) -> str:
        return str(self.label)
