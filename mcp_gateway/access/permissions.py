"""Who may use a REST view."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from mcp_gateway.registry import Scope
from mcp_gateway.services.callers import Access


class IsOwner(BasePermission):
    """The owner of the site, by session or full token."""

    message = _("Only the owner of the site may do this.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller is a superuser in person."""
        return _is_person(request) and bool(request.user.is_superuser)


class FullAccess(BasePermission):
    """A person: a session or a full token, for reading as for writing."""

    message = _("This needs a session or a token of scope full.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether no assistant's token is used."""
        return _is_person(request)


class ReadAccess(BasePermission):
    """Everybody may read, assistants while the owner allows them; only a person may write."""

    message = _("This token may only read.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the method reads, or a person writes."""
        if _is_person(request):
            return True
        return request.method in SAFE_METHODS and _may_assist(request)


class CallerAccess(BasePermission):
    """A person, or an assistant while the owner allows them; the tools' gates decide the rest."""

    message = _("The owner of this site has not allowed assistants.")

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may call tools at all."""
        return _is_person(request) or _may_assist(request)


def _is_person(request: Request) -> bool:
    return isinstance(request.auth, Access) and request.auth.scope is Scope.FULL


def _may_assist(request: Request) -> bool:
    return isinstance(request.auth, Access) and request.auth.settings.enabled
