"""The form of a task: its due date as a whole, its recurrence as a rule."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from projects_app.admin.parents import ParentForm
from projects_app.models.due import Due
from projects_app.models.recurrence import to_rule


class TaskForm(ParentForm):
    """A task as its owner edits it; `due_at` and `due_sort` follow from what is entered."""

    def clean_recurrence(self) -> str:
        """Accept a rule or simple English, and keep the rule."""
        text: str = self.cleaned_data["recurrence"].strip()
        try:
            return to_rule(text) if text else ""
        except ValueError as error:
            raise ValidationError(str(error), code="recurrence") from error

    def clean(self) -> dict[str, Any]:
        """Check what no single field can tell."""
        data = super().clean() or self.cleaned_data
        self._check_due(data)
        section, project = data.get("section"), data.get("project")
        if section is not None and section.project_id != (project.pk if project else None):
            self.add_error("section", _("The section belongs to another project."))
        parent = data.get("parent")
        if parent is not None and parent.project_id != (project.pk if project else None):
            self.add_error("parent", _("The parent task is in another project."))
        if data.get("completed_by") and not data.get("completed_at"):
            self.add_error("completed_by", _("An open task was completed by nobody."))
        return data

    def _check_due(self, data: dict[str, Any]) -> None:
        date, time, zone = (data.get(name) for name in ("due_date", "due_time", "due_tz"))
        if date is None:
            if time is not None or zone:
                self.add_error("due_date", _("A due time or time zone needs a date."))
            return
        try:
            Due(date, time, zone or None)
        except ValueError as error:
            self.add_error("due_tz" if zone else "due_date", str(error))
