"""Filters of the lists: the trash, and the states and due dates of tasks."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class QueryFilter(admin.SimpleListFilter):
    """A filter whose choices are conditions."""

    def conditions(self) -> Mapping[str, tuple[Any, Q]]:
        """Return the label and the condition of each choice."""
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        """Offer the choices in their order."""
        return [(value, label) for value, (label, _condition) in self.conditions().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        """Keep the rows of the choice made; an unknown choice keeps all."""
        _label, condition = self.conditions().get(self.value() or "", ("", Q()))
        return queryset.filter(condition)


class TrashFilter(QueryFilter):
    """Leaves out what is in the trash until it is asked for."""

    title = _("trash")
    parameter_name = "trash"

    def conditions(self) -> Mapping[str, tuple[Any, Q]]:
        """Offer the trash alone or everything."""
        return {
            "only": (_("In the trash"), Q(trashed_at__isnull=False)),
            "all": (_("Everything"), Q()),
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        """Keep the live rows unless another choice was made."""
        if self.value() not in self.conditions():
            return queryset.filter(trashed_at__isnull=True)
        return super().queryset(request, queryset)

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Call the first choice by what it shows."""
        first, *rest = super().choices(changelist)
        yield {**first, "display": _("Not in the trash")}
        yield from rest


class StateFilter(QueryFilter):
    """Parts open tasks from completed ones."""

    title = _("state")
    parameter_name = "state"

    def conditions(self) -> Mapping[str, tuple[Any, Q]]:
        """Offer open and completed."""
        return {
            "open": (_("Open"), Q(completed_at__isnull=True)),
            "completed": (_("Completed"), Q(completed_at__isnull=False)),
        }


class ArchiveFilter(QueryFilter):
    """Parts current projects from archived ones."""

    title = _("archive")
    parameter_name = "archive"

    def conditions(self) -> Mapping[str, tuple[Any, Q]]:
        """Offer current and archived."""
        return {
            "current": (_("Current"), Q(archived_at__isnull=True)),
            "archived": (_("Archived"), Q(archived_at__isnull=False)),
        }


class DueFilter(QueryFilter):
    """Finds tasks by how near their date is, on the calendar of UTC."""

    title = _("due")
    parameter_name = "due"

    def conditions(self) -> Mapping[str, tuple[Any, Q]]:
        """Offer the usual spans."""
        today = timezone.now().date()
        week = today + dt.timedelta(days=7)
        return {
            "overdue": (_("Overdue"), Q(due_date__lt=today, completed_at__isnull=True)),
            "today": (_("Today"), Q(due_date=today)),
            "week": (_("Next 7 days"), Q(due_date__gt=today, due_date__lte=week)),
            "none": (_("No date"), Q(due_date__isnull=True)),
        }
