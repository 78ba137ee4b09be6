"""What is wrong with the declared tools in the eyes of a model or of a client.

Declarations that cannot work stop the start; these findings are about tools that work badly:
a description that leaves a model guessing, a schema that some client drops, a list that takes
too much of a context window.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from mcp_gateway.registry.schema import properties_of
from mcp_gateway.registry.subset import output_problems, subset_problems
from mcp_gateway.registry.tool import Tool
from mcp_gateway.registry.toolset import Registry

BYTES_PER_TOKEN: Final = 4.35
"""What this project's `tools/list` came to with the tokenizer cl100k_base; none is asked here."""

TOKENS_PER_TOOL: Final = 225
"""How much of a context window a tool may take, on average over the list."""

DESCRIPTION_BYTES: Final = 1_024
DEFAULT_TOOL_LIMIT: Final = 42
TOOL_LIMIT: Final = 100


class Part(StrEnum):
    """What a description tells a model."""

    WHAT = "what"
    WHEN = "when"
    WHEN_NOT = "when not"
    RETURNS = "returns"
    PITFALLS = "pitfalls"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReport:
    """One tool: sizes in bytes of UTF-8, counts, and problems, a sentence each."""

    name: str
    toolset: str
    size: int
    description_size: int
    parts: tuple[Part, ...]
    argument_count: int
    described_count: int
    has_output_schema: bool
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListReport:
    """The whole `tools/list`; `problems` are those of the list, not of its tools."""

    tools: tuple[ToolReport, ...]
    size: int
    problems: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """The estimated tokens of the list."""
        return math.ceil(self.size / BYTES_PER_TOKEN)

    @property
    def tokens_per_tool(self) -> float:
        """The estimated tokens of a tool, on average."""
        return self.tokens / len(self.tools) if self.tools else 0.0

    @property
    def problem_count(self) -> int:
        """How many problems there are in all."""
        return len(self.problems) + sum(len(tool.problems) for tool in self.tools)


def lint_registry(registry: Registry) -> ListReport:
    """Return what there is to say about every tool, and about the list that they make."""
    tools = list(registry.tools.values())
    reports = tuple(_report(tool, registry.tools.keys() - {tool.name}) for tool in tools)
    size = sum(report.size for report in reports) + len(reports) + 1  # brackets and commas
    report = ListReport(tools=reports, size=size, problems=())
    default_count = sum(registry.toolsets[tool.toolset].is_default for tool in tools)
    problems = tuple(_list_problems(report, default_count))
    return ListReport(tools=reports, size=size, problems=problems)


def stated_parts(tool: Tool, neighbours: Iterable[str]) -> tuple[Part, ...]:
    """Return the parts that the description states, by the words that such parts have.

    Args:
        tool: the tool.
        neighbours: names of the other tools: naming one says when not to use this one.
    """
    text = tool.description
    found = {part for part, words in _WORDS.items() if words.search(text)}
    if _says_what(tool):
        found.add(Part.WHAT)
    if any(re.search(rf"\b{name}\b", text) for name in neighbours):
        found.add(Part.WHEN_NOT)
    return tuple(part for part in Part if part in found)


_WORDS: Final = MappingProxyType(
    {
        part: re.compile(words, re.IGNORECASE)
        for part, words in {
            Part.WHEN: r"\b(use|when|whenever|before|after|first|if)\b",
            Part.WHEN_NOT: r"\b(not|never|instead|rather than|without)\b|n't\b",
            Part.RETURNS: r"\b(returns?|answers?|gives?|results?|comes? back|get back)\b",
            Part.PITFALLS: (
                r"`[a-z_]+`|\b(refus\w+|fails?|at most|up to|limits?|only|leaves? out|left out"
                r"|omits?|cannot|must|may not|does not|do not|never|not found|cut)\b"
            ),
        }.items()
    }
)
_WORDS_OF_A_SENTENCE: Final = 4


def _says_what(tool: Tool) -> bool:
    first = re.split(r"[.\n]", tool.description, maxsplit=1)[0].strip()
    is_echo = first.casefold() in {tool.title.casefold(), tool.name.replace("_", " ")}
    return len(first.split()) >= _WORDS_OF_A_SENTENCE and not is_echo


def _report(tool: Tool, neighbours: Iterable[str]) -> ToolReport:
    arguments = properties_of(tool.input_schema)
    parts = stated_parts(tool, neighbours)
    return ToolReport(
        name=tool.name,
        toolset=tool.toolset,
        size=len(tool.listing() or b""),
        description_size=len(tool.description.encode()),
        parts=parts,
        argument_count=len(arguments),
        described_count=sum(bool(argument.get("description")) for argument in arguments.values()),
        has_output_schema=tool.output_schema is not None,
        problems=tuple(_tool_problems(tool, parts)),
    )


def _tool_problems(tool: Tool, parts: tuple[Part, ...]) -> Iterator[str]:
    size = len(tool.description.encode())
    if size > DESCRIPTION_BYTES:
        yield f"the description has {size} bytes, at most {DESCRIPTION_BYTES} are shown"
    for part in Part:
        if part not in parts:
            yield f"the description does not say: {part}"
    if tool.effect.read_only and tool.effect.destructive:
        yield "the hints contradict each other: a reading tool destroys nothing"
    for schema in filter(None, (tool.input_schema, *tool.variant_schemas.values())):
        yield from (f"argument {problem}" for problem in subset_problems(schema))
    if tool.output_schema is None:
        yield "there is no output schema"
    else:
        yield from (f"result {problem}" for problem in output_problems(tool.output_schema))


def _list_problems(report: ListReport, default_count: int) -> Iterator[str]:
    if report.tokens_per_tool > TOKENS_PER_TOOL:
        yield (
            f"a tool takes {report.tokens_per_tool:.0f} tokens on average, "
            f"at most {TOKENS_PER_TOOL} are wanted"
        )
    if default_count > DEFAULT_TOOL_LIMIT:
        yield f"{default_count} tools are on by default, clients take {DEFAULT_TOOL_LIMIT}"
    if len(report.tools) > TOOL_LIMIT:
        yield f"there are {len(report.tools)} tools, clients take {TOOL_LIMIT}"
