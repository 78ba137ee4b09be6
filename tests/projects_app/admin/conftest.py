"""The owner, signed in to the admin."""

import pytest
from django.test import Client

from tests.make import make_superuser


@pytest.fixture
def owner(db):
    return make_superuser()


@pytest.fixture
def page(owner):
    """Return a browser without scripts that the owner has signed in with."""
    client = Client()
    client.force_login(owner)
    return client
