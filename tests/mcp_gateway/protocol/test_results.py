"""Every result is one of its revision, as the official package validates it."""

import json

import pytest
from mcp_types.methods import SERVER_RESULTS, validate_server_result

from mcp_gateway.protocol import json_text
from mcp_gateway.protocol.constants import KNOWN_VERSIONS, META, REVISIONS, Era, Method
from mcp_gateway.protocol.content import (
    Audio,
    BlobResource,
    EmbeddedResource,
    Image,
    PromptMessage,
    ResourceLink,
    Text,
    TextResource,
)
from mcp_gateway.protocol.errors import InvalidParamsError
from mcp_gateway.protocol.json_text import Fragment
from mcp_gateway.protocol.messages import InitializeParams
from mcp_gateway.protocol.negotiation import Opened
from mcp_gateway.protocol.results import (
    Server,
    call_result,
    complete_result,
    discover_result,
    finish_result,
    get_prompt_result,
    initialize_result,
    list_result,
    read_resource_result,
    refuse_arguments,
    structured_result,
    tool_error_result,
)
from tests.mcp_gateway.protocol.wire import LEGACY, MODERN

SERVER = Server(name="gateway", title="Gateway", version="1.2", instructions="Read first.")
SERVER_INFO = {"name": "gateway", "title": "Gateway", "version": "1.2"}
CAPABILITIES: dict[str, object] = {"completions": {}, "prompts": {}, "resources": {}, "tools": {}}
TOOL = {"name": "t", "title": "T", "inputSchema": {"type": "object"}}
LINK = ResourceLink(
    uri="workspace://projects", name="projects", title="Projects", description="All", size=3
)
BLOCKS = (
    Text("hello"),
    Image(b"\x89PNG", "image/png"),
    Audio(b"RIFF", "audio/wav"),
    EmbeddedResource(TextResource("a://b", "text")),
    EmbeddedResource(BlobResource("a://c", b"\0\1", "image/png")),
    LINK,
    ResourceLink(uri="a://d", name="d", mime_type="text/plain"),
)


def sent(method: Method, version: str, result: dict[str, object]):
    """`result` as it is on the wire, once the official package has validated it."""
    opened = Opened(1, method, {}, REVISIONS[version])
    wire = json.loads(json_text.write(finish_result(opened, result, SERVER)))
    validate_server_result(method, version, wire)
    return wire


def common(version: str, *, is_cacheable: bool = False):
    """What every result of a revision carries."""
    if version != MODERN:
        return {}
    caching = {"ttlMs": 0, "cacheScope": "private"} if is_cacheable else {}
    meta = {"io.modelcontextprotocol/serverInfo": SERVER_INFO}
    return {"resultType": "complete", META: meta, **caching}


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        *((version, version) for version in LEGACY),
        (MODERN, "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("", "2025-11-25"),
    ],
)
def test_lifecycle_initialize_echoes_a_legacy_version_and_offers_2025_11_25_otherwise(
    asked, answered
):
    result = initialize_result(InitializeParams(protocolVersion=asked), SERVER)

    assert sent(Method.INITIALIZE, answered, result) == {
        "protocolVersion": answered,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER_INFO,
        "instructions": "Read first.",
    }


def test_discover_lists_the_modern_versions_alone():
    assert sent(Method.DISCOVER, MODERN, discover_result(SERVER)) == {
        **common(MODERN, is_cacheable=True),
        "supportedVersions": [MODERN],
        "capabilities": CAPABILITIES,
        "instructions": "Read first.",
    }


def test_instructions_are_left_out_when_there_are_none():
    terse = Server(name="gateway", title="Gateway", version="1.2")

    assert "instructions" not in discover_result(terse)


@pytest.mark.parametrize("version", LEGACY)
def test_ping_is_answered_by_an_empty_result(version):
    assert sent(Method.PING, version, {}) == {}


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
@pytest.mark.parametrize(
    ("method", "key", "item"),
    [
        (Method.LIST_TOOLS, "tools", TOOL),
        (Method.LIST_RESOURCES, "resources", {"name": "r", "uri": "a://b"}),
        (Method.LIST_RESOURCE_TEMPLATES, "resourceTemplates", {"name": "r", "uriTemplate": "a:"}),
        (Method.LIST_PROMPTS, "prompts", {"name": "p"}),
    ],
)
def test_pagination_lists_have_their_items_and_perhaps_a_cursor(version, method, key, item):
    expected = {**common(version, is_cacheable=True), key: [item]}
    text = Fragment(json_text.write([item]))

    assert sent(method, version, list_result(method, [item])) == expected
    assert sent(method, version, list_result(method, text)) == expected
    assert sent(method, version, list_result(method, [item], "c")) == {
        **expected,
        "nextCursor": "c",
    }


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_resources_are_read_as_text_or_base64(version):
    contents = (TextResource("a://b", "t", "application/json"), BlobResource("a://c", b"\0\1\2"))

    assert sent(Method.READ_RESOURCE, version, read_resource_result(contents)) == {
        **common(version, is_cacheable=True),
        "contents": [
            {"uri": "a://b", "mimeType": "application/json", "text": "t"},
            {"uri": "a://c", "mimeType": "application/octet-stream", "blob": "AAEC"},
        ],
    }


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_prompts_are_messages_with_roles(version):
    turns = [PromptMessage("user", Text("Plan.")), PromptMessage("assistant", Text("Yes."))]
    result = get_prompt_result(turns, REVISIONS[version])
    described = get_prompt_result(turns, REVISIONS[version], description="A week")

    expected = {
        **common(version),
        "messages": [
            {"role": "user", "content": {"type": "text", "text": "Plan."}},
            {"role": "assistant", "content": {"type": "text", "text": "Yes."}},
        ],
    }
    assert sent(Method.GET_PROMPT, version, result) == expected
    assert sent(Method.GET_PROMPT, version, described) == {**expected, "description": "A week"}


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_completion_holds_at_most_a_hundred_values_and_says_how_many_there_are(version):
    values = [str(number) for number in range(101)]

    few = sent(Method.COMPLETE, version, complete_result(values[:2]))
    many = sent(Method.COMPLETE, version, complete_result(values))

    assert few["completion"] == {"values": ["0", "1"], "total": 2, "hasMore": False}
    assert many["completion"] == {"values": values[:100], "hasMore": True}


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_tool_result_has_a_block_of_each_kind(version):
    result = sent(Method.CALL_TOOL, version, call_result(BLOCKS, REVISIONS[version]))

    content = result["content"]
    assert content[:5] == [
        {"type": "text", "text": "hello"},
        {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
        {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
        {
            "type": "resource",
            "resource": {"uri": "a://b", "mimeType": "text/plain", "text": "text"},
        },
        {
            "type": "resource",
            "resource": {"uri": "a://c", "mimeType": "image/png", "blob": "AAE="},
        },
    ]
    assert result == {**common(version), "content": content, "isError": False}


@pytest.mark.parametrize("version", KNOWN_VERSIONS[1:])
def test_resource_links_are_blocks_since_2025_06_18(version):
    result = sent(Method.CALL_TOOL, version, call_result(BLOCKS[5:], REVISIONS[version]))

    assert result["content"] == [
        {
            "type": "resource_link",
            "uri": "workspace://projects",
            "name": "projects",
            "title": "Projects",
            "description": "All",
            "size": 3,
        },
        {"type": "resource_link", "uri": "a://d", "name": "d", "mimeType": "text/plain"},
    ]


def test_resource_links_are_text_in_2025_03_26():
    result = call_result(BLOCKS[5:], REVISIONS["2025-03-26"])

    assert result["content"] == [
        {"type": "text", "text": "Projects: workspace://projects"},
        {"type": "text", "text": "d: a://d"},
    ]


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_structured_content_is_the_same_json_as_the_text_block(version):
    text = '{"title":"Größe \\"x\\"","n":[1,2]}'

    result = sent(Method.CALL_TOOL, version, structured_result(text.encode()))

    assert result == {
        **common(version),
        "content": [{"type": "text", "text": text}],
        "structuredContent": json.loads(text),
        "isError": False,
    }


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_tool_errors_have_text_and_no_structured_content(version):
    assert sent(Method.CALL_TOOL, version, tool_error_result("no")) == {
        **common(version),
        "content": [{"type": "text", "text": "no"}],
        "isError": True,
    }


@pytest.mark.parametrize("version", ["2025-11-25", MODERN])
def test_error_handling_invalid_arguments_are_a_result_since_2025_11_25(version):
    assert refuse_arguments(REVISIONS[version], "limit is 0") == tool_error_result("limit is 0")


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18"])
def test_error_handling_invalid_arguments_are_an_error_before_2025_11_25(version):
    with pytest.raises(InvalidParamsError) as caught:
        refuse_arguments(REVISIONS[version], "limit is 0")

    assert caught.value.http_status == 200


def test_meta_and_caching_of_a_handler_are_kept():
    own = {"contents": [], "ttlMs": 60_000, META: {"io.example/x": 1}}

    result = sent(Method.READ_RESOURCE, MODERN, own)

    assert result["ttlMs"] == 60_000
    assert result[META] == {"io.example/x": 1, **common(MODERN)[META]}
    assert own == {"contents": [], "ttlMs": 60_000, META: {"io.example/x": 1}}


def test_every_method_of_every_revision_has_a_result_in_the_official_package():
    for version, revision in REVISIONS.items():
        assert {(method, version) for method in revision.methods} <= set(SERVER_RESULTS)
        assert (revision.era is Era.MODERN) == (Method.DISCOVER in revision.methods)
