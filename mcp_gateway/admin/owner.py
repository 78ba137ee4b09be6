"""Pages for the owner alone."""

import datetime as dt
from typing import Any
from uuid import uuid4

from django.contrib import admin
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime

from mcp_gateway.services.actors import is_owner


class OwnerOnlyMixin(admin.ModelAdmin):
    """A page that only the owner sees, whatever permissions other staff were given.

    Nothing can be added, changed or deleted unless the page says so.
    """

    show_facets = admin.ShowFacets.NEVER

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list under its own name."""
        title = capfirst(str(self.opts.verbose_name_plural))
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the page is listed."""
        return _is_owner(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether rows are shown."""
        return _is_owner(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows by hand."""
        return False


def actor_of(request: HttpRequest) -> AbstractUser:
    """Return the account behind a request that was let in."""
    assert isinstance(request.user, AbstractUser)  # noqa: S101  # a door before it saw to that
    return request.user


def moment(at: dt.datetime | None, *, pattern: str = "Y-m-d H:i") -> str:
    """Return a time as the lists show it: ISO 8601, short, in the site's zone."""
    return "–" if at is None else date_format(localtime(at), pattern)  # noqa: RUF001


def new_request_id() -> str:
    """Return what one deed in the admin is filed under in the audit log."""
    return uuid4().hex


def _is_owner(request: HttpRequest) -> bool:
    return request.user.is_authenticated and is_owner(request.user)
