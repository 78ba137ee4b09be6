"""Sections: the headings inside a project."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import IdentifiedRow, TrashableRow, WrittenRow
from projects_app.models.project import Project


class Section(WrittenRow, TrashableRow, IdentifiedRow):
    """A named group of tasks in one project."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="sections", verbose_name=_("project")
    )
    name = models.CharField(_("name"), max_length=200)
    position = models.IntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="section_name_not_empty"),
        ]
        indexes = [models.Index(fields=["project", "position", "id"], name="section_order")]

    def __str__(self) -> str:
        return self.readable(self.name)
