"""Filters of the list of change sets: by account and by token."""

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import admin
from django.db.models import Max, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from projects_app.models import ChangeSet

MOST_CHOICES: Final = 50
MAX_DIGITS: Final = 18


class RecentFilter(admin.SimpleListFilter):
    """A filter whose choices are those of the latest change sets, with the names of then."""

    number_field = ""
    name_field = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        """Offer the most recent ones."""
        sets = ChangeSet.objects.order_by().exclude(**{self.number_field: None})
        latest = sets.values_list(self.number_field).annotate(
            at=Max("created_at"), name=Max(self.name_field)
        )
        return [
            (str(number), f"{name} ({number})")
            for number, _at, name in latest.order_by("-at")[:MOST_CHOICES]
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ChangeSet]) -> QuerySet[ChangeSet]:
        """Keep the sets of the choice made."""
        value = self.value() or ""
        if not value.isdecimal() or len(value) > MAX_DIGITS:
            return queryset
        return queryset.filter(**{self.number_field: int(value)})


class ActorFilter(RecentFilter):
    """By the account that acted."""

    title = _("account")
    parameter_name = "by"
    number_field = "actor_id"
    name_field = "actor_name"


class TokenFilter(RecentFilter):
    """By the assistant's token."""

    title = _("token")
    parameter_name = "token"
    number_field = "token_id"
    name_field = "token_name"
