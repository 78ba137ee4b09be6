"""Projects and who takes part in them."""

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, StampedRow, TrashableRow, WrittenRow
from projects_app.models.color import COLOR_LENGTH, color_is_valid, validate_color

PROJECT_NAME_LENGTH = 200
DESCRIPTION_LENGTH = 100_000


class Project(WrittenRow, TrashableRow, IdentifiedRow):
    """A list of tasks.

    Every project has a membership of its owner; with a second member it is *shared*.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="owned_projects",
        verbose_name=_("owner"),
    )
    members = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        through="projects_app.Membership",
        related_name="projects",
        verbose_name=_("members"),
    )
    name = models.CharField(_("name"), max_length=PROJECT_NAME_LENGTH)
    description = models.TextField(
        _("description"),
        blank=True,
        validators=[MaxLengthValidator(DESCRIPTION_LENGTH)],
        help_text=_("Markdown."),
    )
    color = models.CharField(
        _("colour"),
        max_length=COLOR_LENGTH,
        blank=True,
        validators=[validate_color],
        help_text=_("#rrggbb, or empty."),
    )
    parent = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="children",
        verbose_name=_("parent project"),
    )
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    position = models.IntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("project")
        verbose_name_plural = _("projects")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="project_name_not_empty"),
            models.CheckConstraint(condition=color_is_valid(), name="project_color_valid"),
            models.CheckConstraint(
                condition=Q(parent__isnull=True) | ~Q(parent=F("id")),
                name="project_not_its_own_parent",
            ),
        ]
        indexes = [models.Index(fields=["position", "id"], name="project_order")]

    def __str__(self) -> str:
        return self.readable(self.name)

    @property
    def is_archived(self) -> bool:
        """Whether the project is put away: kept, but out of the lists."""
        return self.archived_at is not None


class Membership(StampedRow):
    """One person's part in one project."""

    class Role(models.TextChoices):
        """What a member may do: all, change the content, or read."""

        OWNER = "owner", _("Owner")
        EDITOR = "editor", _("Editor")
        VIEWER = "viewer", _("Viewer")

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("project")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="memberships",
        verbose_name=_("user"),
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.EDITOR)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="membership_once"),
            models.UniqueConstraint(
                fields=["project"], condition=Q(role="owner"), name="membership_one_owner"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "editor", "viewer"]), name="membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
