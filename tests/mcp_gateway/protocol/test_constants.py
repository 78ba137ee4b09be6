"""The constants are those of the specification, as the official package has them."""

import mcp_types
from mcp.shared import inbound
from mcp_types import jsonrpc, methods
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from mcp_gateway.protocol import constants
from mcp_gateway.protocol.constants import ErrorCode, Method, Revision

NOT_SERVED = {
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "subscriptions/listen",
}


def test_error_codes_are_those_of_the_specification():
    assert {code: code.value for code in ErrorCode} == {
        ErrorCode.PARSE_ERROR: jsonrpc.PARSE_ERROR,
        ErrorCode.INVALID_REQUEST: jsonrpc.INVALID_REQUEST,
        ErrorCode.METHOD_NOT_FOUND: jsonrpc.METHOD_NOT_FOUND,
        ErrorCode.INVALID_PARAMS: jsonrpc.INVALID_PARAMS,
        ErrorCode.INTERNAL_ERROR: jsonrpc.INTERNAL_ERROR,
        ErrorCode.HEADER_MISMATCH: jsonrpc.HEADER_MISMATCH,
        ErrorCode.MISSING_CLIENT_CAPABILITY: jsonrpc.MISSING_REQUIRED_CLIENT_CAPABILITY,
        ErrorCode.UNSUPPORTED_VERSION: jsonrpc.UNSUPPORTED_PROTOCOL_VERSION,
        ErrorCode.RESOURCE_NOT_FOUND: -32002,
    }


def test_versions_are_the_known_ones_in_their_order_without_the_first():
    assert KNOWN_PROTOCOL_VERSIONS[1:] == constants.KNOWN_VERSIONS
    assert constants.MODERN_VERSIONS == MODERN_PROTOCOL_VERSIONS


def test_meta_keys_and_headers_are_those_of_the_specification():
    assert (
        constants.META_VERSION,
        constants.META_CLIENT_INFO,
        constants.META_CLIENT_CAPABILITIES,
        constants.VERSION_HEADER.lower(),
        constants.METHOD_HEADER.lower(),
        constants.NAME_HEADER.lower(),
        constants.PARAM_HEADER_PREFIX,
        constants.HEADER_ANNOTATION,
    ) == (
        mcp_types.PROTOCOL_VERSION_META_KEY,
        mcp_types.CLIENT_INFO_META_KEY,
        mcp_types.CLIENT_CAPABILITIES_META_KEY,
        inbound.MCP_PROTOCOL_VERSION_HEADER,
        inbound.MCP_METHOD_HEADER,
        inbound.MCP_NAME_HEADER,
        inbound.MCP_PARAM_HEADER_PREFIX,
        inbound.X_MCP_HEADER_KEY,
    )
    assert dict(constants.NAMED_PARAM) == dict(inbound.NAME_BEARING_METHODS)


def test_each_revision_has_the_methods_of_its_schema_that_are_served():
    served = {v: set(r.methods) for v, r in constants.REVISIONS.items()}
    specified = {
        version: {m for m, v in methods.CLIENT_REQUESTS if v == version} - NOT_SERVED
        for version in constants.KNOWN_VERSIONS
    }

    assert served == specified
    assert set().union(*served.values()) == set(Method)


def test_revisions_differ_as_their_changelogs_say():
    def facts(revision: Revision) -> tuple[bool, bool, bool, int]:
        return (
            revision.has_batches,
            revision.has_resource_links,
            revision.arguments_errors_are_results,
            revision.resource_not_found,
        )

    assert {version: facts(r) for version, r in constants.REVISIONS.items()} == {
        "2025-03-26": (True, False, False, -32002),
        "2025-06-18": (False, True, False, -32002),
        "2025-11-25": (False, True, True, -32002),
        "2026-07-28": (False, True, True, -32602),
    }
