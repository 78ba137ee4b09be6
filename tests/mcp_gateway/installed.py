"""The app whose tools behave in every way, for the tests that ask for it."""

from collections.abc import Iterator

import pytest

from mcp_gateway.catalog import registry
from tests.mcp_gateway.api.conftest import FIXTURE_APP


@pytest.fixture
def fixture_tools(settings) -> Iterator[None]:
    """Install the app for one test."""
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, FIXTURE_APP]
    registry.cache_clear()
    yield
    registry.cache_clear()
