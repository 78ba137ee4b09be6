"""What the Model Context Protocol and JSON-RPC 2.0 fix: codes, methods, names and revisions.

Sections are those of https://modelcontextprotocol.io/specification/<revision>/.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final

JSONRPC_VERSION: Final = "2.0"


class ErrorCode(IntEnum):
    """Codes of a JSON-RPC `error`.

    The -327xx and -326xx codes are JSON-RPC 2.0 section 5.1; -3202x are 2026-07-28
    `basic/index#error-codes`; -32002 is `server/resources#error-handling` up to 2025-11-25.
    """

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    RESOURCE_NOT_FOUND = -32002
    HEADER_MISMATCH = -32020
    MISSING_CLIENT_CAPABILITY = -32021
    UNSUPPORTED_VERSION = -32022


class Method(StrEnum):
    """Requests that are answered; every other method is `METHOD_NOT_FOUND`."""

    DISCOVER = "server/discover"
    INITIALIZE = "initialize"
    PING = "ping"
    LIST_TOOLS = "tools/list"
    CALL_TOOL = "tools/call"
    LIST_RESOURCES = "resources/list"
    LIST_RESOURCE_TEMPLATES = "resources/templates/list"
    READ_RESOURCE = "resources/read"
    LIST_PROMPTS = "prompts/list"
    GET_PROMPT = "prompts/get"
    COMPLETE = "completion/complete"


class Era(StrEnum):
    """How a revision opens a conversation: by `initialize`, or anew on every request."""

    LEGACY = "legacy"
    MODERN = "modern"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One published revision, as the differences that this server has to know.

    Attributes:
        has_batches: JSON arrays of messages are served (`basic/index#batching`, 2025-03-26 alone).
        has_resource_links: `resource_link` is a content block (since 2025-06-18).
        arguments_errors_are_results: arguments that a tool's schema refuses are an `isError`
            result rather than an error (`server/tools#error-handling`, since 2025-11-25).
        resource_not_found: code for a URI that names nothing the caller may read.
        methods: the requests that the revision has and this server answers.
    """

    version: str
    era: Era
    has_batches: bool = False
    has_resource_links: bool = True
    arguments_errors_are_results: bool = False
    resource_not_found: ErrorCode = ErrorCode.RESOURCE_NOT_FOUND
    methods: frozenset[Method] = frozenset(Method) - {Method.DISCOVER}


V2025_03_26: Final = Revision(
    version="2025-03-26", era=Era.LEGACY, has_batches=True, has_resource_links=False
)
V2025_06_18: Final = Revision(version="2025-06-18", era=Era.LEGACY)
V2025_11_25: Final = Revision(
    version="2025-11-25", era=Era.LEGACY, arguments_errors_are_results=True
)
V2026_07_28: Final = Revision(
    version="2026-07-28",
    era=Era.MODERN,
    arguments_errors_are_results=True,
    resource_not_found=ErrorCode.INVALID_PARAMS,
    methods=frozenset(Method) - {Method.INITIALIZE, Method.PING},
)

REVISIONS: Final = MappingProxyType(
    {
        revision.version: revision
        for revision in (V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28)
    }
)
"""Every revision served, oldest first, by its version."""

KNOWN_VERSIONS: Final = tuple(REVISIONS)
"""Versions served, oldest first: their order is this tuple's, never that of the strings."""

MODERN_VERSIONS: Final = tuple(v for v, r in REVISIONS.items() if r.era is Era.MODERN)
"""What `supportedVersions` and `data.supported` list (2026-07-28 `basic/versioning`)."""

ASSUMED_REVISION: Final = V2025_03_26
"""Meant by a request that names no version (2025-06-18 `basic/transports`, version header)."""

OFFERED_REVISION: Final = V2025_11_25
"""Answered to an `initialize` whose version is not served: the newest that has `initialize`."""

# `basic/transports#streamable-http`: the standard request headers.
VERSION_HEADER: Final = "MCP-Protocol-Version"
METHOD_HEADER: Final = "Mcp-Method"
NAME_HEADER: Final = "Mcp-Name"
PARAM_HEADER_PREFIX: Final = "Mcp-Param-"

NAMED_PARAM: Final[Mapping[str, str]] = MappingProxyType(
    {Method.CALL_TOOL: "name", Method.GET_PROMPT: "name", Method.READ_RESOURCE: "uri"}
)
"""The param that `Mcp-Name` repeats, for the methods that have one."""

HEADER_ANNOTATION: Final = "x-mcp-header"
"""Key of an input schema's property whose value `Mcp-Param-*` repeats (`server/tools`)."""

# 2026-07-28 `basic/index#meta`: keys of `_meta`.
META: Final = "_meta"
META_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
META_CLIENT_INFO: Final = "io.modelcontextprotocol/clientInfo"
META_CLIENT_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
META_SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"

# Limits of this server; the specification leaves them open.
MAX_BODY_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 64
MAX_BATCH_MESSAGES: Final = 20
MAX_BATCH_REPLY_BYTES: Final = 4_000_000
MAX_COMPLETION_VALUES: Final = 100
"""`server/utilities/completion`: the most values that one answer may hold."""
