"""Commands as an operator runs them, over an app whose tools behave in every way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO

import orjson
import pytest
from django.core.management import call_command

from mcp_gateway.catalog import registry

FIXTURE_APP = "tests.mcp_gateway.fixture_app"


@dataclass(frozen=True)
class Output:
    """What a command wrote: data to stdout, talk to stderr."""

    stdout: str
    stderr: str

    @property
    def json(self) -> object:
        """The data as JSON."""
        return orjson.loads(self.stdout)

    @property
    def lines(self) -> list[str]:
        """The data as lines."""
        return self.stdout.splitlines()


@pytest.fixture(autouse=True)
def fixture_app(settings) -> Iterator[None]:
    """Install the app, and no other with tools."""
    others = [name for name in settings.INSTALLED_APPS if name != "projects_app"]
    settings.INSTALLED_APPS = [*others, FIXTURE_APP]
    registry.cache_clear()
    yield
    registry.cache_clear()


@pytest.fixture
def run(db) -> Callable[..., Output]:
    """Run a command and return what it wrote."""

    def run_command(*words: str) -> Output:
        stdout, stderr = StringIO(), StringIO()
        call_command(*words, stdout=stdout, stderr=stderr, no_color=True)
        return Output(stdout.getvalue(), stderr.getvalue())

    return run_command
