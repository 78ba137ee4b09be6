"""The endpoint, turned on, over an app whose tools behave in every way."""

import itertools
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AbstractUser

from mcp_gateway.catalog import registry
from mcp_gateway.models import AgentAccess, GatewaySettings
from mcp_gateway.registry import Scope
from mcp_gateway.services.tokens import NewToken, issue_token
from tests.make import make_user
from tests.mcp_gateway.api.assistant import Assistant

FIXTURE_APP = "tests.mcp_gateway.fixture_app"

_addresses = itertools.count(1)


@pytest.fixture(autouse=True)
def fixture_app(settings) -> Iterator[None]:
    """Install the app."""
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, FIXTURE_APP]
    registry.cache_clear()
    yield
    registry.cache_clear()


@pytest.fixture
def owner_settings(db) -> GatewaySettings:
    """The owner's settings: assistants may read and change."""
    row, _ = GatewaySettings.objects.update_or_create(
        pk=GatewaySettings.singleton_instance_id,
        defaults={"enabled": True, "writes_enabled": True},
    )
    return row


@pytest.fixture
def fresh_address() -> str:
    """A client address that no other test has used up the budget of."""
    number = next(_addresses)
    return f"10.1.{number // 250}.{number % 250 + 1}"


@pytest.fixture
def hire(owner_settings, fresh_address) -> Callable[..., Assistant]:
    """Make an assistant with a token of its own, of a member who allows changes."""

    def make(
        *,
        scope: Scope = Scope.AGENT,
        user: AbstractUser | None = None,
        toolsets: list[str] | None = None,
        writes_allowed: bool = True,
    ) -> Assistant:
        user = user or make_user()
        AgentAccess.objects.update_or_create(
            user_id=user.pk, defaults={"writes_allowed": writes_allowed}
        )
        new = NewToken(user=user, name="tests", scope=scope, toolsets=toolsets)
        issued = issue_token(actor=user, new=new, registry=registry())
        return Assistant(secret=issued.secret, address=fresh_address)

    return make


@pytest.fixture
def assistant(hire: Callable[..., Assistant]) -> Assistant:
    """An assistant that may do everything an assistant can be allowed to do."""
    made: Assistant = hire()
    return made
