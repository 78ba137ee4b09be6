"""The declared tools, resources and prompts as a page for people."""

from collections.abc import Iterator
from typing import Final

from mcp_gateway.registry.prompt import Prompt
from mcp_gateway.registry.resource import Resource
from mcp_gateway.registry.schema import Schema, branches_of, properties_of
from mcp_gateway.registry.tool import Effect, Tool
from mcp_gateway.registry.toolset import Registry, ToolSet

HEAD: Final = (
    "# Tools",
    "",
    "What assistants can call, read and ask for. Which of it a token gets depends on the owner's",
    "and the member's switches, its scope and its toolsets. This page is generated:",
    "`python manage.py mcp_tools list --markdown > docs/tools.md`.",
    "",
)


def registry_markdown(registry: Registry) -> str:
    """Return the page, each line ended; the same for the same declarations."""
    lines = [line for toolset in registry.toolsets.values() for line in _toolset(toolset)]
    return "\n".join([*HEAD, *lines]).rstrip() + "\n"


def effect_words(effect: Effect) -> str:
    """Return the hints in words: reads, changes, and what a client should know of it."""
    words = ["reads" if effect.read_only else "changes"]
    if effect.destructive:
        words.append("overwrites or removes")
    if effect.idempotent and not effect.read_only:
        words.append("safe to repeat")
    if effect.open_world:
        words.append("reaches other systems")
    return ", ".join(words)


def type_words(schema: Schema) -> str:
    """Return the type of a value in words: `integer`, `list of string`, `a or b`."""
    if branches := branches_of(schema):
        return " or ".join(type_words(branch) for branch in branches)
    if isinstance(choices := schema.get("enum"), list):
        return " or ".join(f"`{choice}`" for choice in choices)
    if isinstance(items := schema.get("items"), dict):
        return f"list of {type_words(items)}"
    return str(schema.get("format") or schema.get("type") or "any")


def _toolset(toolset: ToolSet) -> Iterator[str]:
    default = "" if toolset.is_default else " A token carries it only if it names it."
    yield from (f"## {toolset.title} (`{toolset.name}`)", "", toolset.description + default, "")
    for tool in toolset.tools.values():
        yield from _tool(tool)
    if toolset.resources:
        yield from ("### Resources", "", "| URI | Content |", "| --- | --- |")
        yield from (_resource(resource) for resource in toolset.resources)
        yield ""
    if toolset.prompts:
        yield from ("### Prompts", "", "| Name | Arguments | For |", "| --- | --- | --- |")
        yield from (_prompt(prompt) for prompt in toolset.prompts.values())
        yield ""


def _tool(tool: Tool) -> Iterator[str]:
    yield from (f"### `{tool.name}`", "")
    yield from (f"{tool.title}: {effect_words(tool.effect)}.", "", tool.description, "")
    required = tool.input_schema.get("required", [])
    arguments = properties_of(tool.input_schema)
    if arguments:
        yield from ("| Argument | Type | Meaning |", "| --- | --- | --- |")
    for name, schema in arguments.items():
        must = " (required)" if isinstance(required, list) and name in required else ""
        yield _row(f"`{name}`{must}", type_words(schema), schema.get("description"))
    if arguments:
        yield ""
    fields = properties_of(tool.output_schema or {})
    yield from (f"Returns {', '.join(f'`{name}`' for name in fields) or 'content'}.", "")


def _resource(resource: Resource) -> str:
    return _row(f"`{resource.uri}`", resource.description)


def _prompt(prompt: Prompt) -> str:
    names = ", ".join(f"`{name}`" for name in prompt.arguments)
    return _row(f"`{prompt.name}`", names, prompt.description)


def _row(*cells: object) -> str:
    texts = (" ".join(str(cell or "").split()).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |"
