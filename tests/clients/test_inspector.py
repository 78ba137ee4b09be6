"""The official Inspector, without its window, lists and calls everything in either era."""

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from tests.clients.calls import Call, Known, changing_calls, template_path
from tests.nodejs import INSPECTOR, missing_node, run_node
from tests.served import ServedSite

ERAS: Final = ("modern", "legacy")

pytestmark = [pytest.mark.conformance, pytest.mark.parametrize("era", ERAS)]


@pytest.fixture(autouse=True)
def _needs_node() -> None:
    if missing_node():
        pytest.skip(missing_node())


def inspect(site: ServedSite, folder: Path, era: str, *arguments: str) -> dict[str, Any]:
    """Run the Inspector for one method and return the result; it must succeed."""
    done = run_node(
        INSPECTOR,
        *("--cli", site.endpoint, "--transport", "http", "--protocol-era", era),
        *("--header", f"Authorization: Bearer {site.token}", "--format", "json"),
        *("--method", *arguments),
        folder=folder,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = orjson.loads(done.stdout)["result"]
    return result


def call_tool(site: ServedSite, folder: Path, era: str, call: Call) -> dict[str, Any]:
    """Call a tool through the Inspector and return its structure, which its text repeats."""
    name, arguments = call
    given = orjson.dumps(arguments).decode()
    result = inspect(
        site, folder, era, "tools/call", "--tool-name", name, "--tool-args-json", given
    )
    structure: dict[str, Any] = result["structuredContent"]
    assert not result.get("isError", False), name
    assert orjson.loads(result["content"][0]["text"]) == structure
    return structure


def test_inspector_finds_every_schema_portable(site: ServedSite, tmp_path: Path, era: str):
    listed = inspect(site, tmp_path, era, "tools/list", "--strict")

    assert listed["tools"]


def test_inspector_calls_every_reading_tool(
    site: ServedSite, known: Known, tmp_path: Path, era: str
):
    listed = inspect(site, tmp_path, era, "tools/list")
    arguments = known.reading_calls()

    for name in (tool["name"] for tool in listed["tools"]):
        call_tool(site, tmp_path, era, (name, arguments[name]))


def test_inspector_calls_every_changing_tool(agent_site: ServedSite, tmp_path: Path, era: str):
    listed = inspect(agent_site, tmp_path, era, "tools/list", "--strict")
    calls = changing_calls()
    called = set()

    call = next(calls)
    with suppress(StopIteration):
        while True:
            result = call_tool(agent_site, tmp_path, era, call)
            called.add(call[0])
            call = calls.send(result)

    changing = (tool for tool in listed["tools"] if not tool["annotations"]["readOnlyHint"])
    assert called == {tool["name"] for tool in changing}


def test_inspector_reads_every_resource(site: ServedSite, known: Known, tmp_path: Path, era: str):
    listed = inspect(site, tmp_path, era, "resources/list")["resources"]
    templates = inspect(site, tmp_path, era, "resources/templates/list")["resourceTemplates"]
    values = known.resource_uris()
    uris = [
        *(resource["uri"] for resource in listed),
        *(values[template_path(template["uriTemplate"])] for template in templates),
    ]

    read = {uri: inspect(site, tmp_path, era, "resources/read", "--uri", uri) for uri in uris}

    assert read
    assert {uri: result["contents"][0]["uri"] for uri, result in read.items()} == dict(
        zip(uris, uris, strict=True)
    )


def test_inspector_gets_every_prompt(site: ServedSite, tmp_path: Path, era: str):
    listed = inspect(site, tmp_path, era, "prompts/list")["prompts"]

    for prompt in listed:
        required = [item["name"] for item in prompt.get("arguments", ()) if item.get("required")]
        given = ("--prompt-args", *(f"{name}=1" for name in required)) if required else ()

        answer = inspect(
            site, tmp_path, era, "prompts/get", "--prompt-name", prompt["name"], *given
        )

        assert answer["messages"], prompt["name"]
