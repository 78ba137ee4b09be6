"""Method to handler: each reads its params, asks one service and words what comes back."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from mcp_gateway.api import listings
from mcp_gateway.api.call import Call
from mcp_gateway.api.contents import complete, get_prompt, read_resource
from mcp_gateway.api.server import this_server
from mcp_gateway.api.tool_calls import call_tool
from mcp_gateway.catalog import registry
from mcp_gateway.conf import gateway_settings
from mcp_gateway.protocol import (
    Era,
    Fragment,
    InitializeParams,
    InvalidCursorError,
    ListParams,
    Method,
    Wire,
    discover_result,
    initialize_result,
    list_result,
    read_params,
)
from mcp_gateway.services import gates

Handler: TypeAlias = Callable[[Call], Wire]


def initialize(call: Call) -> Wire:
    """Agree on a legacy revision."""
    params = read_params(InitializeParams, call.opened.params)
    return initialize_result(params, this_server())


def discover(call: Call) -> Wire:
    """Name the modern revisions and what the server can do."""
    return {**discover_result(this_server()), **_caching(call)}


def ping(_call: Call) -> Wire:
    """Answer that the server lives."""
    return {}


def list_tools(call: Call) -> Wire:
    """List exactly the tools that the caller may call."""
    return _page(call, Fragment(listings.tools_json(call.access)))


def list_resources(call: Call) -> Wire:
    """List the resources with a fixed address."""
    return _page(call, _resource_listings(call, templates=False))


def list_resource_templates(call: Call) -> Wire:
    """List the resources whose address has variables."""
    return _page(call, _resource_listings(call, templates=True))


def list_prompts(call: Call) -> Wire:
    """List the prompts."""
    prompts = gates.visible_prompts(call.access, registry())
    return _page(call, [prompt.listing() for prompt in prompts])


def _resource_listings(call: Call, *, templates: bool) -> list[Wire]:
    resources = gates.visible_resources(call.access, registry())
    return [each.listing() for each in resources if each.is_template is templates]


def _page(call: Call, items: Sequence[Mapping[str, object]] | Fragment) -> Wire:
    """A whole list as its only page, so that every cursor is a foreign one.

    Raises:
        InvalidCursorError: the request has a cursor.
    """
    if read_params(ListParams, call.opened.params).cursor is not None:
        raise InvalidCursorError
    return {**list_result(call.opened.method, items), **_caching(call)}


def _caching(call: Call) -> Wire:
    """How long a modern client may keep a list; calls are checked whatever it has kept."""
    if call.opened.era is Era.LEGACY:
        return {}
    return {"ttlMs": gateway_settings().list_ttl_ms}


HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        Method.DISCOVER: discover,
        Method.INITIALIZE: initialize,
        Method.PING: ping,
        Method.LIST_TOOLS: list_tools,
        Method.CALL_TOOL: call_tool,
        Method.LIST_RESOURCES: list_resources,
        Method.LIST_RESOURCE_TEMPLATES: list_resource_templates,
        Method.READ_RESOURCE: read_resource,
        Method.LIST_PROMPTS: list_prompts,
        Method.GET_PROMPT: get_prompt,
        Method.COMPLETE: complete,
    }
)
