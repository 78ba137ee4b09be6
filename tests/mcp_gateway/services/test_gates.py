"""The whole table of gates: site, owner, member, scope, tool, toolset."""

import itertools
from typing import NamedTuple

import pytest

from mcp_gateway.models import ToolPolicy
from mcp_gateway.registry import Scope
from mcp_gateway.services import gates
from mcp_gateway.services.callers import Access, personal_access
from mcp_gateway.services.gates import Gate
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import enable_gateway, make_access, make_agent_access, switch_off
from tests.mcp_gateway.services.toolsets import make_registry

pytestmark = pytest.mark.django_db

CHANGING = {"make_groups", "claim_path", "change_more", "poke", "say"}
WITHOUT_OWNER = {"claim_path"}
EXTRA = {"read_more", "change_more"}

REGISTRY = make_registry()


class World(NamedTuple):
    """What everybody who has a say has set."""

    site_is_read_only: bool
    owner_allows: bool
    member_allows: bool
    scope: Scope


WORLDS = [
    World(*row) for row in itertools.product([False, True], [False, True], [False, True], Scope)
]


def _expected(name: str, world: World, off: str | None, carried: list[str] | None) -> Gate | None:
    """The table, written down a second time in the words of the design."""
    toolset = "extra" if name in EXTRA else "basic"
    writes = name in CHANGING
    shut = {
        Gate.READ_ONLY_SITE: writes and world.site_is_read_only,
        Gate.OWNER: writes and not world.owner_allows and name not in WITHOUT_OWNER,
        Gate.MEMBER: writes and not world.member_allows,
        Gate.SCOPE: writes and world.scope.value != "agent",
        Gate.TOOL: off in {name, toolset},
        Gate.TOOLSET: toolset not in (["basic"] if carried is None else carried),
    }
    return next((gate for gate, is_shut in shut.items() if is_shut), None)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_every_gate_refuses_with_its_code_and_lists_show_what_is_left(world, settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": world.site_is_read_only}
    enable_gateway(writes=world.owner_allows)
    user = make_user()
    switches = [None, *REGISTRY.tools, *REGISTRY.toolsets]
    toolsets = [None, ["basic"], ["extra"], ["basic", "extra"]]

    for off, carried in itertools.product(switches, toolsets):
        _switch_off_alone(off)
        access = make_access(
            user=user, scope=world.scope, writes_allowed=world.member_allows, toolsets=carried
        )
        expected = {name: _expected(name, world, off, carried) for name in REGISTRY.tools}

        assert _refusals(access) == expected
        assert _listed(access) == [name for name, code in expected.items() if code is None]


def _switch_off_alone(name: str | None) -> None:
    ToolPolicy.objects.all().delete()
    if name is not None:
        kind = "toolset" if name in REGISTRY.toolsets else "tool"
        switch_off(ToolPolicy.Kind(kind), name)


def _refusals(access: Access) -> dict[str, Gate | None]:
    found = {name: gates.refusal(tool, access, REGISTRY) for name, tool in REGISTRY.tools.items()}
    return {name: None if refused is None else refused.code for name, refused in found.items()}


def _listed(access: Access) -> list[str]:
    return [tool.name for tool in gates.visible_tools(access, REGISTRY)]


@pytest.mark.parametrize("gate", list(Gate))
def test_every_refusal_says_who_can_change_what(gate):
    error = gates.Refusal(gate).error()

    assert error.code == gate.value
    assert any(who in error.message for who in ("owner", "member", "you", "operates"))


def test_a_person_without_a_token_reaches_every_toolset():
    enable_gateway()

    access = personal_access(make_user(), read_settings())

    assert _listed(access) == ["read_count", "read_badly", "read_more"]


def test_a_person_in_the_place_of_an_assistant_still_needs_owner_and_member():
    enable_gateway()
    access = personal_access(make_user(), read_settings(), scope=Scope.AGENT)

    refused = gates.refusal(REGISTRY.tools["make_groups"], access, REGISTRY)

    assert refused == gates.Refusal(Gate.OWNER)


def test_a_toolset_added_later_that_no_switch_names_is_on():
    ToolPolicy.objects.create(
        settings=enable_gateway(writes=True), kind="toolset", name="basic", is_enabled=True
    )

    access = make_agent_access()

    assert "make_groups" in _listed(access)
