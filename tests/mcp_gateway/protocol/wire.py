"""Requests of both eras as bytes and headers."""

import json

from mcp_gateway.protocol.constants import (
    META,
    META_CLIENT_CAPABILITIES,
    META_CLIENT_INFO,
    META_VERSION,
    METHOD_HEADER,
    NAME_HEADER,
    NAMED_PARAM,
    VERSION_HEADER,
)
from mcp_gateway.protocol.envelope import Request, read_body

MODERN = "2026-07-28"
LEGACY = ("2025-03-26", "2025-06-18", "2025-11-25")


def make_meta(*, version: object = MODERN, **others: object) -> dict[str, object]:
    """The `_meta` of a modern request; a keyword with a dict adds its keys."""
    return {
        META_VERSION: version,
        META_CLIENT_INFO: {"name": "tests", "version": "1"},
        META_CLIENT_CAPABILITIES: {},
        **others,
    }


def make_request(method: str = "tools/list", /, **params: object) -> Request:
    """A legacy request, read from its bytes."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    message = read_body(json.dumps(body).encode(), header_version=None)
    assert isinstance(message, Request)
    return message


def make_modern(method: str = "tools/list", /, **params: object) -> tuple[Request, dict[str, str]]:
    """A modern request with the headers that go with it."""
    request = make_request(method, **{META: make_meta(), **params})
    headers = {VERSION_HEADER: MODERN, METHOD_HEADER: method}
    name = params.get(NAMED_PARAM.get(method, ""))
    if isinstance(name, str):
        headers[NAME_HEADER] = name
    return request, headers
