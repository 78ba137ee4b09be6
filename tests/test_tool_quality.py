"""The published tool definitions pass the public linter and the project's own."""

from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from tdqs import lint_server, parse_tool_definitions

from mcp_gateway.catalog import registry
from mcp_gateway.registry.lint import lint_registry

GOLDEN: Final = Path(__file__).parent / "golden" / "tools.json"
"""The whole `tools/list`, read in review: `manage.py mcp_tools list --json` writes it."""


def served_tools() -> list[dict[str, Any]]:
    """Return `tools/list` as an account without any trait gets it when all is allowed."""
    listings = (tool.listing() for tool in registry().tools.values())
    return [orjson.loads(listing) for listing in listings if listing is not None]


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
def test_the_public_linter_finds_nothing(severity: str):
    parsed = parse_tool_definitions({"tools": served_tools()})

    report = lint_server(server_name="mcp-gateway", tools=parsed.tools)

    found = [finding.message for finding in report.findings if finding.severity == severity]
    assert found == []


def test_every_tool_satisfies_the_linter_of_the_project():
    report = lint_registry(registry())

    assert {tool.name: tool.problems for tool in report.tools if tool.problems} == {}


def test_the_list_satisfies_the_linter_of_the_project():
    assert lint_registry(registry()).problems == ()


def test_the_list_is_the_one_that_was_reviewed():
    assert served_tools() == orjson.loads(GOLDEN.read_bytes())
