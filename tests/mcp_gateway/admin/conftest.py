"""An owner in the admin, and staff who hold every permission there is."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests.make import make_superuser, make_user
from tests.mcp_gateway.installed import fixture_tools

__all__ = ["fixture_tools"]


@pytest.fixture
def owner(db) -> Any:
    return make_superuser("owner")


@pytest.fixture
def browser(owner) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.fixture
def staff_browser(db) -> Client:
    staff: Any = make_user("staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    client = Client()
    client.force_login(staff)
    return client
