"""Tasks in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from projects_app.admin.filters import DueFilter, StateFilter, TrashFilter
from projects_app.admin.recorded import RecordedRowAdmin, origin_of
from projects_app.admin.task_form import TaskForm
from projects_app.models import Task, TaskLabel
from projects_app.models.due import due_columns
from projects_app.models.recurrence import describe
from projects_app.services import by_hand


class TaskLabelInline(admin.TabularInline):
    """The labels of a task, on the task's page."""

    model = TaskLabel
    fields = ("label",)
    autocomplete_fields = ("label",)
    extra = 0


@admin.register(Task)
class TaskAdmin(RecordedRowAdmin):
    """Tasks of every account and project."""

    list_display = ("__str__", "project", "owner", "assignee", "priority", "due_text", "is_done")
    list_filter = (StateFilter, DueFilter, "priority", TrashFilter, "is_encrypted")
    list_select_related = ("project", "owner", "assignee")
    search_fields = ("title", "description")
    form = TaskForm
    written_fields = ("title", "description")
    fieldsets = (
        (None, {"fields": ("title", "description", "priority", "estimate_minutes")}),
        (_("Place"), {"fields": ("owner", "project", "section", "parent", "position", "assignee")}),
        (
            _("Due"),
            {"fields": (("due_date", "due_time", "due_tz"), "recurrence", "recurrence_text")},
        ),
        (_("Completion"), {"fields": ("completed_at", "completed_by")}),
        (
            _("State"),
            {
                "fields": (
                    "trashed_at", "is_encrypted", "created_token_id", "created_at", "updated_at",
                ),
            },
        ),
    )  # fmt: skip
    readonly_fields = (
        "recurrence_text",
        "trashed_at",
        "created_token_id",
        "created_at",
        "updated_at",
    )
    autocomplete_fields = ("owner", "project", "section", "assignee", "completed_by")
    raw_id_fields = ("parent",)
    inlines = (TaskLabelInline,)
    ordering = ("-created_at", "-id")

    def save_model(self, request: HttpRequest, obj: Task, form: Any, change: bool) -> None:  # noqa: FBT001
        """Save the task with the columns that follow from its due date."""
        for name, value in due_columns(obj.due).items():
            setattr(obj, name, value)
        super().save_model(request, obj, form, change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:  # noqa: FBT001
        """Give the task the labels that the page names, as history."""
        formset.save(commit=False)  # notes what changed, for the admin's own log
        kept = [row for row in formset.cleaned_data if row and not row.get("DELETE")]
        by_hand.set_labels(
            actor=self.actor(request),
            task=form.instance,
            labels=[row["label"].pk for row in kept],
            origin=origin_of(request),
        )

    @admin.display(description=_("due"), ordering="due_sort")
    def due_text(self, task: Task) -> str:
        """Return date, time and zone in one line."""
        if task.due_date is None:
            return ""
        time = f"{task.due_time:%H:%M}" if task.due_time else ""
        return " ".join(filter(None, [task.due_date.isoformat(), time, task.due_tz]))

    @admin.display(description=_("done"), boolean=True, ordering="completed_at")
    def is_done(self, task: Task) -> bool:
        """Return whether the task is completed."""
        return task.is_completed

    @admin.display(description=_("in words"))
    def recurrence_text(self, task: Task) -> str:
        """Return the recurrence in English."""
        try:
            return describe(task.recurrence) if task.recurrence else ""
        except ValueError as error:
            return str(error)
