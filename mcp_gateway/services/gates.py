"""Which tools, resources and prompts a caller may see and use, and why not.

Pure decisions on declarations and an `Access`; the order of the checks is that of the list in
the product's design: site, owner, member, token, tool, toolset.
"""

from dataclasses import dataclass
from enum import StrEnum

from mcp_gateway.registry import Prompt, Registry, Resource, Scope, Tool, ToolError, ToolSet
from mcp_gateway.services.callers import Access


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
        "You have not allowed assistants to make changes to your account. "
        "Only you can turn it on, on your assistants page; no token can."
    ),
    Gate.SCOPE: (
        "This token may only read. Changes need a token of scope agent, "
        "which the member can make on their assistants page."
    ),
    Gate.TOOL: (
        "The owner of this site has switched this tool or its toolset off. "
        "The owner can switch it on in the assistant settings."
    ),
    Gate.TOOLSET: (
        "This token does not carry the toolset of this tool. "
        "The member can make a token that does on their assistants page."
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
    if tool.is_changing:
        refused = write_refusal(access, needs_owner=tool.options.needs_owner_writes)
        if refused is not None:
            return refused
    if tool.name in access.settings.tools_off:
        return Refusal(Gate.TOOL)
    return toolset_refusal(registry.toolsets[tool.toolset], access)


def write_refusal(access: Access, *, needs_owner: bool = True) -> Refusal | None:
    """Return why the caller's assistant may change nothing at all, or None.

    Args:
        access: the caller.
        needs_owner: False for what changes none of the owner's data (`Tool.options`).
    """
    settings = access.settings
    gates = (
        (Gate.READ_ONLY_SITE, not settings.is_read_only),
        (Gate.OWNER, settings.writes_enabled or not needs_owner),
        (Gate.MEMBER, access.writes_allowed),
        (Gate.SCOPE, access.scope is Scope.AGENT),
    )
    return next((Refusal(gate) for gate, is_open in gates if not is_open), None)


def toolset_refusal(toolset: ToolSet, access: Access) -> Refusal | None:
    """Return why the toolset is closed to the caller: by the owner, or by the token."""
    if toolset.name in access.settings.toolsets_off:
        return Refusal(Gate.TOOL)
    if not _carries(access, toolset):
        return Refusal(Gate.TOOLSET)
    return None


def may_see_toolset(toolset: ToolSet, access: Access) -> bool:
    """Whether the caller sees the toolset's resources and prompts."""
    return toolset_refusal(toolset, access) is None


def visible_toolsets(access: Access, registry: Registry) -> list[ToolSet]:
    """Return the toolsets open to the caller, in the registry's order."""
    return [each for each in registry.toolsets.values() if may_see_toolset(each, access)]


def visible_tools(access: Access, registry: Registry) -> list[Tool]:
    """Return exactly the tools that the caller may call, in the registry's order."""
    return [tool for tool in registry.tools.values() if refusal(tool, access, registry) is None]


def visible_resources(access: Access, registry: Registry) -> list[Resource]:
    """Return the resources and templates open to the caller, in the registry's order."""
    names = {toolset.name for toolset in visible_toolsets(access, registry)}
    return [resource for resource in registry.resources if resource.toolset in names]


def visible_prompts(access: Access, registry: Registry) -> list[Prompt]:
    """Return the prompts open to the caller, in the registry's order."""
    names = {toolset.name for toolset in visible_toolsets(access, registry)}
    return [prompt for prompt in registry.prompts.values() if prompt.toolset in names]


def _carries(access: Access, toolset: ToolSet) -> bool:
    if access.token is None:
        return True
    names = access.token.toolsets
    return toolset.is_default if names is None else toolset.name in names
