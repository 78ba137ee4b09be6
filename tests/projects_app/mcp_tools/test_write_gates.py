"""Every gate before every changing tool, for every kind of caller."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from mcp_gateway.catalog import registry
from mcp_gateway.models import AuditEvent, GatewaySettings, ToolPolicy
from mcp_gateway.registry import Scope
from mcp_gateway.services.callers import Access, personal_access
from mcp_gateway.services.gates import visible_tools
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_account, make_user
from tests.make_gateway import allow_writes, enable_gateway, make_access, switch_off
from tests.projects_app.mcp_tools.changing import CHANGING, Example, refused, statuses, token_of

pytestmark = pytest.mark.django_db

TOOLSET = "tasks"


@dataclass(frozen=True)
class Shut:
    """One gate: how to shut it, and the code of its refusal."""

    code: str
    shut: Callable[[Any, str], None]
    toolsets: list[str] | None = None
    writes_allowed: bool = True


def _read_only(settings: Any, _tool: str) -> None:
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": True}


def _owner(_settings: Any, _tool: str) -> None:
    GatewaySettings.objects.update(writes_enabled=False)


def _open(_settings: Any, _tool: str) -> None:
    """Shut nothing in the site: the account or the token shuts it."""


def _tool_off(_settings: Any, tool: str) -> None:
    switch_off(ToolPolicy.Kind.TOOL, tool)


def _toolset_off(_settings: Any, _tool: str) -> None:
    switch_off(ToolPolicy.Kind.TOOLSET, TOOLSET)


GATES = {
    "server": Shut("SERVER_READ_ONLY", _read_only),
    "owner": Shut("writes_disabled_by_owner", _owner),
    "member": Shut("writes_disabled_by_user", _open, writes_allowed=False),
    "tool": Shut("tool_disabled", _tool_off),
    "toolset": Shut("tool_disabled", _toolset_off),
    "token": Shut("token_toolset", _open, toolsets=["openproject"]),
}
BEFORE_SCOPE = ("server", "owner", "member")
"""Gates that answer before the token's scope is looked at."""


def names_of(access: Access) -> set[str]:
    """Return the changing tools that a caller is offered."""
    return {tool.name for tool in visible_tools(access, registry())} & set(CHANGING)


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("tool", CHANGING)
@pytest.mark.parametrize("gate", GATES)
def test_a_shut_gate_hides_the_tool_and_refuses_it_with_its_code(settings, gate, tool, scope):
    enable_gateway(writes=True)
    shut = GATES[gate]
    shut.shut(settings, tool)
    access = make_access(scope=scope, writes_allowed=shut.writes_allowed, toolsets=shut.toolsets)
    arguments = Example(access).arguments(tool)

    error = refused(access, tool, **arguments)

    is_agent = scope is Scope.AGENT
    assert error.code == (shut.code if is_agent or gate in BEFORE_SCOPE else "token_scope")
    assert tool not in names_of(access)
    event = AuditEvent.objects.get()
    assert (event.kind, event.reason, event.tool) == ("agent.refused", error.code, tool)


@pytest.mark.parametrize("scope", [Scope.READ, Scope.FULL])
@pytest.mark.parametrize("tool", CHANGING)
def test_with_every_gate_open_other_scopes_still_change_nothing(tool, scope):
    enable_gateway(writes=True)
    access = make_access(scope=scope, writes_allowed=True)

    error = refused(access, tool, **Example(access).arguments(tool))

    assert error.code == "token_scope"
    assert names_of(access) == set()


@pytest.mark.parametrize("tool", CHANGING)
def test_a_person_without_a_token_changes_nothing_through_tools(tool):
    enable_gateway(writes=True)
    user = make_user()
    allow_writes(user)
    access = personal_access(user, read_settings())

    error = refused(access, tool, **Example(access).arguments(tool))

    assert error.code == "token_scope"


def test_with_every_gate_open_an_agent_token_is_offered_every_tool():
    enable_gateway(writes=True)

    access = make_access(scope=Scope.AGENT, writes_allowed=True)

    assert names_of(access) == set(CHANGING)


@pytest.mark.parametrize("tool", CHANGING)
def test_with_every_gate_open_an_agent_token_uses_every_tool(tool):
    enable_gateway(writes=True)
    access = make_access(scope=Scope.AGENT, writes_allowed=True)
    arguments = Example(access).arguments(tool)

    statuses(access, tool, **arguments)

    event, *further = AuditEvent.objects.order_by("pk")
    assert (event.kind, event.outcome, event.tool) == ("agent.write", "ok", tool)
    assert (event.actor_id, event.token_id, event.item_count) == (
        access.user.pk,
        token_of(access).pk,
        1,
    )
    also = ["changes.undone"] if tool == "undo_changes" else []
    assert [(one.kind, one.call_id) for one in further] == [(kind, event.call_id) for kind in also]


TEXT_TOOLS = ("create_tasks", "create_project", "create_label", "add_comment")


def encrypted_access() -> Access:
    """Return an assistant of an account that is end-to-end encrypted."""
    enable_gateway(writes=True)
    user = make_account(is_encrypted=True).user
    return make_access(user=user, scope=Scope.AGENT, writes_allowed=True)


def test_an_encrypted_account_is_offered_no_tool_that_needs_text():
    access = encrypted_access()
    traits = registry().toolsets[TOOLSET].traits_of(access.user)

    hidden = {name for name in CHANGING if registry().tools[name].listing(traits) is None}

    assert hidden == set(TEXT_TOOLS)


def test_an_encrypted_account_is_offered_updates_without_text():
    access = encrypted_access()
    traits = registry().toolsets[TOOLSET].traits_of(access.user)
    tool = registry().tools["update_tasks"]

    listing = orjson.loads(tool.listing(traits) or b"")
    usual = orjson.loads(tool.listing() or b"")

    def offered(entry):
        return set(entry["inputSchema"]["properties"]["updates"]["items"]["properties"])

    assert offered(usual) - offered(listing) == {"title", "description"}
    assert listing["outputSchema"] == usual["outputSchema"]


@pytest.mark.parametrize("tool", TEXT_TOOLS)
def test_an_encrypted_account_takes_no_text_anyway(tool):
    access = encrypted_access()

    error = refused(access, tool, **Example(access).arguments(tool))

    assert error.code == "encryption_enabled"


@pytest.mark.parametrize("field", ["title", "description", "fields"])
def test_an_encrypted_account_takes_no_text_in_updates(field):
    access = encrypted_access()
    (update,) = Example(access).arguments("update_tasks")["updates"]

    error = refused(access, "update_tasks", updates=[{"id": update["id"], field: update[field]}])

    assert error.code == "encryption_enabled"


@pytest.mark.parametrize("tool", [name for name in CHANGING if name not in TEXT_TOOLS])
def test_an_encrypted_account_keeps_the_tools_without_text(tool):
    access = encrypted_access()
    arguments = Example(access).arguments(tool)
    for update in arguments.get("updates", ()):
        for name in ("title", "description", "fields"):
            del update[name]

    assert len(statuses(access, tool, **arguments)) == 1
