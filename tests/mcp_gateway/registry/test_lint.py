"""The linter of tools: each fault is found, and a sound tool has none."""

import math
from typing import Annotated, Any

import pytest
from pydantic import Field

from mcp_gateway.registry import (
    Effect,
    NoArgs,
    Registry,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolOptions,
    ToolResult,
    ToolSet,
)
from mcp_gateway.registry.lint import (
    BYTES_PER_TOKEN,
    DEFAULT_TOOL_LIMIT,
    DESCRIPTION_BYTES,
    TOKENS_PER_TOOL,
    TOOL_LIMIT,
    ListReport,
    Part,
    lint_registry,
)

READS = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
SOUND = """Count the things that an account holds.

Use it for totals, not for names. Returns numbers. Fails for archived things.
"""


class Count(ToolResult):
    count: int


class FreeKeys(ToolArgs):
    values: Annotated[dict[str, str], Field(description="Values by name.")]


class TextArgs(ToolArgs):
    text: Annotated[str, Field(description="Words.")]


class MapResult(ToolResult):
    pair: "Annotated[dict[str, int], Field(json_schema_extra={'type': ['object', 'null']})]"


def make_tool(
    name: str = "count_things",
    *,
    text: str = SOUND,
    args: type[ToolArgs] = NoArgs,
    result: type[object] = Count,
) -> Any:
    """Return an undeclared tool function."""

    def function(ctx: Any, args: Any) -> Any:
        raise NotImplementedError

    function.__name__ = name
    function.__doc__ = text
    function.__annotations__ = {"ctx": ToolContext[str], "args": args, "return": result}
    return function


def lint(
    *functions: Any,
    effect: Effect = READS,
    options: ToolOptions | None = None,
    is_default: bool = True,
) -> ListReport:
    toolset = ToolSet(
        name="things", title="Things", description="Things to try.", is_default=is_default
    )
    for function in functions:
        toolset.tool(title="Count of things", effect=effect, options=options)(function)
    return lint_registry(Registry([toolset]))


def test_a_sound_tool_is_reported_without_a_problem():
    report = lint(make_tool(args=TextArgs))

    assert report.problem_count == 0
    assert [
        (tool.name, tool.toolset, tool.parts, tool.argument_count, tool.described_count)
        for tool in report.tools
    ] == [("count_things", "things", tuple(Part), 1, 1)]
    assert report.tools[0].has_output_schema


def test_sizes_are_those_of_the_served_list():
    toolset = ToolSet(name="things", title="Things", description="Things to try.")
    for name in ("count_things", "count_more"):
        toolset.tool(title="Count of things", effect=READS)(make_tool(name))
    served = b"[%b]" % b",".join(tool.listing() or b"" for tool in toolset.tools.values())

    report = lint_registry(Registry([toolset]))

    assert report.size == len(served)
    assert report.tokens == math.ceil(len(served) / BYTES_PER_TOKEN)
    assert report.tokens_per_tool == report.tokens / 2


def test_an_empty_list_takes_nothing():
    report = lint()

    assert (report.tokens_per_tool, report.problem_count) == (0.0, 0)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Count of things.\n\nUse it, not get_thing. Returns numbers, only yours.", {Part.WHAT}),
        ("Count.\n\nUse it, not get_thing. Returns numbers, only yours.", {Part.WHAT}),
        (
            "Count the things of an account, not those of others. Returns numbers, only yours.",
            {Part.WHEN},
        ),
        (
            "Count the things of an account. Use it for totals. Returns numbers, only yours.",
            {Part.WHEN_NOT},
        ),
        (
            "Count the things of an account. Use it for totals, not rows. Only yours count.",
            {Part.RETURNS},
        ),
        (
            "Count the things of an account. Use it for totals, not rows. Returns numbers.",
            {Part.PITFALLS},
        ),
    ],
)
def test_a_part_that_a_description_leaves_out_is_a_problem(text, missing):
    report = lint(make_tool(text=text))

    assert set(Part) - set(report.tools[0].parts) == missing
    assert report.problem_count == len(missing)


def test_naming_a_neighbour_says_when_not_to_use_a_tool():
    text = "Count all that you hold. Use it for totals, list_rows for rows. Returns only a number."

    alone = lint(make_tool(text=text))
    beside = lint(make_tool(text=text), make_tool("list_rows"))

    assert Part.WHEN_NOT not in alone.tools[0].parts
    assert Part.WHEN_NOT in beside.tools[0].parts


@pytest.mark.parametrize(
    "report",
    [
        pytest.param(
            lint(make_tool(text=SOUND + "x" * DESCRIPTION_BYTES), make_tool("list_rows")),
            id="long description",
        ),
        pytest.param(
            lint(
                make_tool(),
                effect=Effect(read_only=True, destructive=True, idempotent=True, open_world=False),
            ),
            id="contradicting hints",
        ),
        pytest.param(lint(make_tool(args=FreeKeys)), id="argument outside the subset"),
        pytest.param(
            lint(make_tool(), options=ToolOptions(variants={"closed": FreeKeys, "absent": None})),
            id="variant outside the subset",
        ),
        pytest.param(lint(make_tool(result=MapResult)), id="result outside the subset"),
        pytest.param(lint(make_tool(result=ToolContent)), id="no output schema"),
    ],
)
def test_a_fault_of_a_tool_is_one_problem_of_that_tool(report):
    assert len(report.tools[0].problems) == 1


def test_a_list_that_takes_too_much_of_a_context_window_is_a_problem():
    long = SOUND + "x" * (DESCRIPTION_BYTES - len(SOUND) - 1)

    report = lint(make_tool(text=long))

    assert report.tokens_per_tool > TOKENS_PER_TOOL
    assert len(report.problems) == 1


@pytest.mark.parametrize(
    ("count", "is_default", "problem_count"),
    [
        (DEFAULT_TOOL_LIMIT, True, 0),
        (DEFAULT_TOOL_LIMIT + 1, True, 1),
        (DEFAULT_TOOL_LIMIT + 1, False, 0),
        (TOOL_LIMIT, False, 0),
        (TOOL_LIMIT + 1, False, 1),
    ],
)
def test_more_tools_than_clients_take_are_a_problem(count, is_default, problem_count):
    tools = [make_tool(f"count_things_{number}") for number in range(count)]

    report = lint(*tools, is_default=is_default)

    assert len(report.problems) == problem_count
