"""Results of each method, in the form that the request's revision has for them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mcp_gateway.protocol.constants import (
    MAX_COMPLETION_VALUES,
    META,
    META_SERVER_INFO,
    MODERN_VERSIONS,
    OFFERED_REVISION,
    REVISIONS,
    Era,
    Method,
    Revision,
)
from mcp_gateway.protocol.content import (
    ContentBlock,
    PromptMessage,
    ResourceContents,
    Text,
    Wire,
    block_to_wire,
    blocks_to_wire,
)
from mcp_gateway.protocol.errors import InvalidParamsError
from mcp_gateway.protocol.json_text import Fragment
from mcp_gateway.protocol.messages import InitializeParams
from mcp_gateway.protocol.negotiation import Opened

CAPABILITIES: Final[Mapping[str, Wire]] = MappingProxyType(
    {"completions": {}, "prompts": {}, "resources": {}, "tools": {}}
)
"""`ServerCapabilities`: no logging, subscriptions or notices of changed lists."""

_LIST_KEYS: Final = MappingProxyType(
    {
        Method.LIST_TOOLS: "tools",
        Method.LIST_RESOURCES: "resources",
        Method.LIST_RESOURCE_TEMPLATES: "resourceTemplates",
        Method.LIST_PROMPTS: "prompts",
    }
)

_CACHEABLE: Final = frozenset({*_LIST_KEYS, Method.DISCOVER, Method.READ_RESOURCE})
_CACHING: Final = MappingProxyType({"ttlMs": 0, "cacheScope": "private"})
"""What is allowed may change before the next request, so nothing stays fresh (`caching`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """How this server introduces itself (`schema#implementation`)."""

    name: str
    title: str
    version: str
    instructions: str = ""

    def to_wire(self) -> Wire:
        return {"name": self.name, "title": self.title, "version": self.version}

    def introduction(self) -> Wire:
        """What `initialize` and `server/discover` have in common."""
        about = {"instructions": self.instructions} if self.instructions else {}
        return {"capabilities": dict(CAPABILITIES), **about}


def initialize_result(params: InitializeParams, server: Server) -> Wire:
    """Answer `initialize`: the version asked for if it is served and legacy, else 2025-11-25."""
    asked = REVISIONS.get(params.protocol_version)
    agreed = asked if asked is not None and asked.era is Era.LEGACY else OFFERED_REVISION
    return {
        "protocolVersion": agreed.version,
        "serverInfo": server.to_wire(),
        **server.introduction(),
    }


def discover_result(server: Server) -> Wire:
    """Answer `server/discover` (2026-07-28 `server/discover`)."""
    return {"supportedVersions": list(MODERN_VERSIONS), **server.introduction()}


def list_result(
    method: Method,
    items: Sequence[Mapping[str, object]] | Fragment,
    next_cursor: str | None = None,
) -> Wire:
    """One page of a list; `items` may be the JSON text of the array, serialised beforehand."""
    more = {} if next_cursor is None else {"nextCursor": next_cursor}
    return {_LIST_KEYS[method]: items, **more}


def read_resource_result(contents: Iterable[ResourceContents]) -> Wire:
    """Contents of a resource; the specification wants at least one."""
    return {"contents": [part.to_wire() for part in contents]}


def get_prompt_result(
    messages: Iterable[PromptMessage], revision: Revision, description: str | None = None
) -> Wire:
    """A prompt with its arguments filled in."""
    about = {} if description is None else {"description": description}
    turns = [
        {"role": message.role, "content": block_to_wire(message.content, revision)}
        for message in messages
    ]
    return {**about, "messages": turns}


def complete_result(values: Sequence[str]) -> Wire:
    """Suggestions, best first: a hundred at most, and their number unless there are more."""
    shown = list(values[:MAX_COMPLETION_VALUES])
    has_more = len(values) > len(shown)
    known = {} if has_more else {"total": len(shown)}
    return {"completion": {"values": shown, **known, "hasMore": has_more}}


def call_result(
    blocks: Iterable[ContentBlock], revision: Revision, *, is_error: bool = False
) -> Wire:
    """A tool's answer made of blocks alone."""
    return {"content": blocks_to_wire(blocks, revision), "isError": is_error}


def structured_result(json_text: bytes) -> Wire:
    """A tool's answer that is a JSON object: as a text block and as `structuredContent`.

    Args:
        json_text: the object, serialised once; it is embedded as it stands.
    """
    return {
        "content": [{"type": "text", "text": json_text.decode("utf-8")}],
        "structuredContent": Fragment(json_text),
        "isError": False,
    }


def tool_error_result(text: str) -> Wire:
    """A tool's refusal or failure, for the model to read; it never has structured content."""
    return {"content": [Text(text).to_wire()], "isError": True}


def refuse_arguments(revision: Revision, text: str) -> Wire:
    """Answer arguments that the tool's schema refuses: `text` names the argument.

    Raises:
        InvalidParamsError: in the revisions where this is an error and no result.
    """
    if not revision.arguments_errors_are_results:
        raise InvalidParamsError(text)
    return tool_error_result(text)


def finish_result(opened: Opened, result: Wire, server: Server) -> Wire:
    """`result` with what every result of the request's revision carries.

    Since 2026-07-28 that is `resultType` and the server's name in `_meta`, and for what a client
    may cache `ttlMs` and `cacheScope`. Keys that `result` has already are kept.
    """
    if opened.era is Era.LEGACY:
        return result
    finished: Wire = {"resultType": "complete"}
    if opened.method in _CACHEABLE:
        finished |= _CACHING
    finished |= result
    own_meta = result.get(META)
    finished[META] = {
        META_SERVER_INFO: server.to_wire(),
        **(own_meta if isinstance(own_meta, Mapping) else {}),
    }
    return finished
