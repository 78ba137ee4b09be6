"""The documents say what is so: each list in them is compared with the code."""

import re
from pathlib import Path
from typing import Final

import pytest

from config.env import KNOWN_NAMES
from mcp_gateway.catalog import registry
from mcp_gateway.conf import GatewayConfig
from mcp_gateway.protocol.constants import KNOWN_VERSIONS, Method
from mcp_gateway.registry.markdown import registry_markdown
from mcp_gateway.services.settings import CHANGEABLE

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
LINK: Final = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def code_spans(name: str) -> set[str]:
    """Return everything between single backticks."""
    return set(re.findall(r"`([^`\n]+)`", read(name)))


def test_the_page_of_tools_is_the_generated_one():
    assert read("docs/tools.md") == registry_markdown(registry())


def test_every_environment_variable_is_documented():
    read_in_settings = re.findall(r'env_\w+\(\s*"([A-Z_]+)"', read("config/settings.py"))

    assert {*KNOWN_NAMES, *read_in_settings} - code_spans("docs/settings.md") == set()


def test_every_setting_of_the_gateway_and_of_the_owner_is_documented():
    names = {*GatewayConfig.model_fields, *CHANGEABLE}

    assert names - code_spans("docs/settings.md") == set()


def test_every_check_is_documented_and_no_other():
    in_code = set(re.findall(r"mcp_gateway\.[EW]\d{3}", read("mcp_gateway/checks.py")))

    assert set(re.findall(r"mcp_gateway\.[EW]\d{3}", read("docs/settings.md"))) == in_code


def test_every_revision_and_method_is_documented():
    text = read("docs/protocol.md")

    assert [name for name in (*KNOWN_VERSIONS, *Method) if str(name) not in text] == []


@pytest.mark.parametrize(
    "name", ["README.md", "CHANGELOG.md", *(f"docs/{p.name}" for p in DOCS.glob("*.md"))]
)
def test_every_link_leads_somewhere(name):
    targets = [(ROOT / name).parent / link for link in LINK.findall(read(name))]

    assert [target for target in targets if not target.exists()] == []


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    named = {
        word.split()[1]
        for name in ("README.md", "docs/testing.md", "docs/architecture.md")
        for word in code_spans(name)
        if word.startswith("make ")
    }

    assert named - targets == set()
