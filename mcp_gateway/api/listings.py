"""The lists that a caller sees, from entries that were serialised when they were declared."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mcp_gateway.catalog import registry
from mcp_gateway.registry import Registry, Tool
from mcp_gateway.services import gates
from mcp_gateway.services.callers import Access
from mcp_gateway.services.snapshot import SettingsSnapshot

ToolEntries = tuple[tuple[str, tuple[str, ...]], ...]
"""Names of tools in their order, each with the traits of the account in its toolset."""


def tool_entries(access: Access) -> ToolEntries:
    """Return what `tools/list` shows to the caller: a key for `joined_tools`."""
    return tuple(_with_traits(access, gates.visible_tools(access, registry())))


def owners_entries(settings: SettingsSnapshot, source: Registry) -> ToolEntries:
    """Return every tool that the owner has on, for a visitor without a token."""
    return tuple(
        (tool.name, ())
        for tool in source.tools.values()
        if tool.name not in settings.tools_off and tool.toolset not in settings.toolsets_off
    )


def tools_json(access: Access) -> bytes:
    """Return the array of `tools/list` as JSON; the same bytes for the same permissions."""
    return joined_tools(registry(), tool_entries(access))


@lru_cache(maxsize=256)
def joined_tools(source: Registry, entries: ToolEntries) -> bytes:
    """Return the listings of the entries as one JSON array; those that a trait hides are out."""
    listings = (source.tools[name].listing(traits) for name, traits in entries)
    return b"[%b]" % b",".join(listing for listing in listings if listing is not None)


def _with_traits(access: Access, tools: Sequence[Tool]) -> Iterator[tuple[str, tuple[str, ...]]]:
    traits: dict[str, tuple[str, ...]] = {}
    for tool in tools:
        if not tool.options.variants:
            yield tool.name, ()
            continue
        if tool.toolset not in traits:
            toolset = registry().toolsets[tool.toolset]
            traits[tool.toolset] = tuple(toolset.traits_of(access.user))
        yield tool.name, traits[tool.toolset]
