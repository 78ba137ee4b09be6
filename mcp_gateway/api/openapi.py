"""The tools as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1)."""

from functools import lru_cache
from typing import Final, TypeAlias

import orjson
from django.urls import reverse

from mcp_gateway.api.listings import ToolEntries
from mcp_gateway.api.server import VERSION
from mcp_gateway.conf import GatewayConfig
from mcp_gateway.registry import Registry, Tool

JsonObject: TypeAlias = dict[str, object]

_REFUSALS: Final = {
    "400": "The body is not JSON, or the Host is not served.",
    "401": "No valid token.",
    "403": "Owner, member or token do not allow it; `message` says who can change what.",
    "404": "No such tool, or what the call names does not exist for the caller.",
    "409": "The tool refuses; nothing changed.",
    "413": "The body is too large.",
    "415": "The body is not announced as JSON.",
    "422": "The arguments do not fit; `argument` names the first that does not.",
    "429": "A limit is reached; the Retry-After header says when to go on.",
    "503": "A bug or an outage; `request_id` names it in the log. Nothing changed.",
}
_REFUSAL_SCHEMA: Final[JsonObject] = {
    "type": "object",
    "required": ["error", "message"],
    "properties": {
        "error": {"type": "string", "description": "Stable code of the refusal."},
        "message": {"type": "string", "description": "A sentence for people."},
    },
}
_BLOCKS_SCHEMA: Final[JsonObject] = {
    "type": "object",
    "required": ["content"],
    "properties": {"content": {"type": "array", "items": {"type": "object"}}},
}


@lru_cache(maxsize=64)
def document(source: Registry, entries: ToolEntries, config: GatewayConfig) -> bytes:
    """Return the document over these tools; the same bytes for the same permissions.

    Args:
        source: where the tools are declared.
        entries: which tools, and the traits by which their arguments vary.
        config: names the site and its address.
    """
    paths: JsonObject = {}
    for name, traits in entries:
        listing = source.tools[name].listing(traits)
        if listing is not None:
            address = reverse("mcp_gateway_api:call_tool", kwargs={"name": name})
            paths[address] = {"post": _operation(source.tools[name], orjson.loads(listing))}
    return orjson.dumps(
        {
            "openapi": "3.1.0",
            "info": {
                "title": config.server_title,
                "version": VERSION,
                "description": config.instructions,
            },
            "servers": [{"url": config.base_url}],
            "security": [{"token": []}],
            "tags": _tags(source, entries),
            "paths": paths,
            "components": _components(),
        }
    )


def _operation(tool: Tool, listing: JsonObject) -> JsonObject:
    answer = listing.get("outputSchema", _BLOCKS_SCHEMA)
    return {
        "operationId": tool.name,
        "summary": tool.title,
        "description": tool.description,
        "tags": [tool.toolset],
        "requestBody": {
            "required": bool(tool.input_schema.get("required")),
            "content": _json_content(listing["inputSchema"]),
        },
        "responses": {
            "200": {"description": "What the tool answers.", "content": _json_content(answer)},
            **{status: {"$ref": f"#/components/responses/{status}"} for status in _REFUSALS},
        },
    }


def _tags(source: Registry, entries: ToolEntries) -> list[JsonObject]:
    names = dict.fromkeys(source.tools[name].toolset for name, _ in entries)
    return [{"name": name, "description": source.toolsets[name].description} for name in names]


def _components() -> JsonObject:
    content = _json_content({"$ref": "#/components/schemas/Refusal"})
    return {
        "schemas": {"Refusal": _REFUSAL_SCHEMA},
        "responses": {
            status: {"description": text, "content": content} for status, text in _REFUSALS.items()
        },
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }


def _json_content(schema: object) -> JsonObject:
    return {"application/json": {"schema": schema}}
