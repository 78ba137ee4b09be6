"""Which tools, resources and prompts a caller may see and use, and why not.

Pure decisions on declarations and an `Access`; the order of the checks is that of the list in
the product's design: site, owner, member, token, tool, toolset. What is open is worked out once
for each combination of permissions: they are read anew for every request, their outcome is not.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from mcp_gateway.registry import Prompt, Registry, Resource, Scope, Tool, ToolError, ToolSet
from mcp_gateway.services.callers import Access, Permissions


class Gate(StrEnum):
    """Codes of the gates; part of the contract."""

    READ_ONLY_SITE = "SERVER_READ_ONLY"
    OWNER = "writes_disabled_by_owner"
    MEMBER = "writes_disabled_by_user"
    SCOPE = "token_scope"
    TOOL = "tool_disabled"
    TOOLSET = "token_toolset"


_WHO_CHANGES_IT = {
    Gate.READ_ONLY_SITE: (
        "This site is run read-only, so nothing can be changed through it. "
        "Only whoever operates the server can lift that (MCP_READ_ONLY)."
    ),
    Gate.OWNER: (
        "The owner of this site has not allowed assistants to make changes. "
        "The owner can turn it on in the assistant settings."
    ),
    Gate.MEMBER: (
        "You have not allowed assistants to make changes to your account. Only you can turn it on, "
        "signed in or with a token of scope full (PUT /api/v1/me/agent-access)."
    ),
    Gate.SCOPE: (
        "This token may only read. Changes need a token of scope agent, "
        "which the member makes for their account."
    ),
    Gate.TOOL: (
        "The owner of this site has switched this tool or its toolset off. "
        "The owner can switch it on in the assistant settings."
    ),
    Gate.TOOLSET: (
        "This token does not carry the toolset of this tool. The member can make a token that does."
    ),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a caller may not do something: the code, and who can change what."""

    code: Gate

    @property
    def message(self) -> str:
        """A sentence for people and models."""
        return _WHO_CHANGES_IT[self.code]

    def error(self) -> ToolError:
        """Return the refusal as the error a call answers with."""
        return ToolError(self.message, code=self.code.value)


def refusal(tool: Tool, access: Access, registry: Registry) -> Refusal | None:
    """Return why the caller may not call the tool, or None where they may."""
    return _tool_refusal(tool, access.permissions, registry)


def may_see_toolset(toolset: ToolSet, access: Access) -> bool:
    """Whether the caller sees the toolset's resources and prompts."""
    return _toolset_refusal(toolset, access.permissions) is None


def visible_tools(access: Access, registry: Registry) -> tuple[Tool, ...]:
    """Return exactly the tools that the caller may call, in the registry's order."""
    return _open_tools(access.permissions, registry)


def visible_resources(access: Access, registry: Registry) -> list[Resource]:
    """Return the resources and templates open to the caller, in the registry's order."""
    names = _visible_toolsets(access, registry)
    return [resource for resource in registry.resources if resource.toolset in names]


def visible_prompts(access: Access, registry: Registry) -> list[Prompt]:
    """Return the prompts open to the caller, in the registry's order."""
    names = _visible_toolsets(access, registry)
    return [prompt for prompt in registry.prompts.values() if prompt.toolset in names]


@lru_cache(maxsize=256)
def _open_tools(permissions: Permissions, registry: Registry) -> tuple[Tool, ...]:
    tools = registry.tools.values()
    return tuple(tool for tool in tools if _tool_refusal(tool, permissions, registry) is None)


def _visible_toolsets(access: Access, registry: Registry) -> set[str]:
    return {each.name for each in registry.toolsets.values() if may_see_toolset(each, access)}


def _tool_refusal(tool: Tool, permissions: Permissions, registry: Registry) -> Refusal | None:
    if tool.is_changing:
        refused = _write_refusal(permissions, needs_owner=tool.options.needs_owner_writes)
        if refused is not None:
            return refused
    if tool.name in permissions.settings.tools_off:
        return Refusal(Gate.TOOL)
    return _toolset_refusal(registry.toolsets[tool.toolset], permissions)


def _write_refusal(permissions: Permissions, *, needs_owner: bool) -> Refusal | None:
    """Why nothing may be changed at all; `needs_owner` is that of the tool's options."""
    settings = permissions.settings
    gates = (
        (Gate.READ_ONLY_SITE, not settings.is_read_only),
        (Gate.OWNER, settings.writes_enabled or not needs_owner),
        (Gate.MEMBER, permissions.writes_allowed),
        (Gate.SCOPE, permissions.scope is Scope.AGENT),
    )
    return next((Refusal(gate) for gate, is_open in gates if not is_open), None)


def _toolset_refusal(toolset: ToolSet, permissions: Permissions) -> Refusal | None:
    if toolset.name in permissions.settings.toolsets_off:
        return Refusal(Gate.TOOL)
    return None if _carries(permissions, toolset) else Refusal(Gate.TOOLSET)


def _carries(permissions: Permissions, toolset: ToolSet) -> bool:
    if permissions.is_personal:
        return True
    names = permissions.toolsets
    return toolset.is_default if names is None else toolset.name in names
