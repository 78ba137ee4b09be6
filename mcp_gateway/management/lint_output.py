"""A lint report for a terminal and for a script."""

from collections.abc import Iterator
from dataclasses import asdict

from mcp_gateway.registry.lint import TOKENS_PER_TOOL, ListReport, ToolReport


def report_body(report: ListReport) -> dict[str, object]:
    """Return the report as JSON values."""
    return {
        "tools": [asdict(tool) for tool in report.tools],
        "size": report.size,
        "tokens": report.tokens,
        "tokens_per_tool": round(report.tokens_per_tool, 1),
        "problems": report.problems,
        "problem_count": report.problem_count,
    }


def report_lines(report: ListReport) -> Iterator[str]:
    """Yield the report as lines: a tool each with its problems below it, then the list."""
    for tool in report.tools:
        yield _tool_line(tool)
        yield from (f"    problem: {problem}" for problem in tool.problems)
    yield (
        f"{len(report.tools)} tools, {report.size} bytes, about {report.tokens} tokens: "
        f"{report.tokens_per_tool:.0f} a tool, at most {TOKENS_PER_TOOL} wanted"
    )
    yield from (f"    problem: {problem}" for problem in report.problems)


def _tool_line(tool: ToolReport) -> str:
    output = "output schema" if tool.has_output_schema else "no output schema"
    return (
        f"{tool.name}: {tool.size} bytes, description {tool.description_size} "
        f"({', '.join(tool.parts) or 'says nothing'}), "
        f"{tool.described_count} of {tool.argument_count} arguments described, "
        f"all hints, {output}"
    )
