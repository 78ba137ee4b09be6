"""How the server introduces itself."""

import tomllib
from pathlib import Path

from mcp_gateway.api.server import VERSION, this_server

PYPROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"


def test_version_is_that_of_the_product():
    assert tomllib.loads(PYPROJECT.read_text())["project"]["version"] == VERSION


def test_introduction_follows_the_settings(settings):
    before = this_server()
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "server_name": "other", "instructions": ""}

    after = this_server()

    assert (before.name, bool(before.instructions)) == ("mcp-gateway", True)
    assert (after.name, after.instructions) == ("other", "")
