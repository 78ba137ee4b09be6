"""The official Python client lists and calls everything, in either era."""

from contextlib import suppress
from typing import Final

import orjson
import pytest
from mcp_types import CallToolResult, PromptReference, ResourceTemplateReference, TextContent

from mcp_gateway.catalog import registry
from tests.clients.calls import Known, changing_calls, template_path
from tests.clients.official import connected
from tests.served import ServedSite

MODES: Final = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


def same_twice(result: CallToolResult) -> bool:
    """Whether a call succeeded, and says in its first text what it says as structure."""
    first = result.content[0]
    return (
        not result.is_error
        and isinstance(first, TextContent)
        and orjson.loads(first.text) == result.structured_content
    )


async def test_client_agrees_on_the_newest_revision_of_its_era(site: ServedSite, mode: str):
    async with connected(site, mode=mode) as client:
        await client.list_tools()

        assert client.protocol_version == MODES[mode]


async def test_client_lists_what_the_registry_holds(site: ServedSite, mode: str):
    async with connected(site, mode=mode) as client:
        tools = await client.list_tools()
        resources = await client.list_resources()
        templates = await client.list_resource_templates()
        prompts = await client.list_prompts()

    declared = registry()
    reading = [tool.name for tool in declared.tools.values() if not tool.is_changing]
    assert [tool.name for tool in tools.tools] == reading
    assert [str(resource.uri) for resource in resources.resources] == [
        resource.path for resource in declared.resources if not resource.is_template
    ]
    assert [template.uri_template for template in templates.resource_templates] == [
        resource.uri for resource in declared.resources if resource.is_template
    ]
    assert [prompt.name for prompt in prompts.prompts] == list(declared.prompts)


async def test_client_calls_every_reading_tool(site: ServedSite, known: Known, mode: str):
    arguments = known.reading_calls()
    async with connected(site, mode=mode) as client:
        listed = await client.list_tools()
        results = {
            tool.name: await client.call_tool(tool.name, arguments[tool.name])
            for tool in listed.tools
        }

    for name, result in results.items():
        assert same_twice(result), name


async def test_client_calls_every_changing_tool(agent_site: ServedSite, mode: str):
    calls = changing_calls()
    called = set()
    async with connected(agent_site, mode=mode) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        name, arguments = next(calls)
        with suppress(StopIteration):
            while True:
                result = await client.call_tool(name, arguments)
                assert same_twice(result), name
                called.add(name)
                name, arguments = calls.send(result.structured_content or {})

    assert called == {tool.name for tool in registry().tools.values() if tool.is_changing}
    assert called <= listed


async def test_client_reads_every_resource(site: ServedSite, known: Known, mode: str):
    async with connected(site, mode=mode) as client:
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        uris = [
            *(str(resource.uri) for resource in listed.resources),
            *(
                known.resource_uris()[template_path(template.uri_template)]
                for template in templates.resource_templates
            ),
        ]
        contents = {uri: (await client.read_resource(uri)).contents for uri in uris}

    assert contents
    for uri, parts in contents.items():
        assert [str(part.uri) for part in parts] == [uri]


async def test_client_gets_every_prompt(site: ServedSite, mode: str):
    async with connected(site, mode=mode) as client:
        listed = await client.list_prompts()
        for prompt in listed.prompts:
            required = [argument.name for argument in prompt.arguments or () if argument.required]

            answer = await client.get_prompt(prompt.name, dict.fromkeys(required, "1"))

            assert answer.messages, prompt.name


async def test_client_completes_every_argument_that_has_completions(site: ServedSite, mode: str):
    async with connected(site, mode=mode) as client:
        for reference, argument in registry().completions:
            target = (
                ResourceTemplateReference(type="ref/resource", uri=reference)
                if "://" in reference
                else PromptReference(type="ref/prompt", name=reference)
            )

            answer = await client.complete(target, {"name": argument, "value": ""})

            assert answer.completion.values, (reference, argument)
