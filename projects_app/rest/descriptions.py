"""The OpenAPI description of routes that are tools: what the tools publish of themselves."""

from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import BaseModel

from mcp_gateway.access import RefusalShape
from projects_app.mcp_tools import toolset
from projects_app.mcp_tools.write_results import Changed

JSON: Final = "application/json"
Schema = dict[str, Any]


def tool_query(tool: str, *, without: Collection[str] = ()) -> list[OpenApiParameter]:
    """Return the parameters of a query that is a tool's arguments."""
    schema = _arguments(tool)
    return [
        OpenApiParameter(
            name,
            type={key: part for key, part in prop.items() if key != "description"},
            location=OpenApiParameter.QUERY,
            required=name in schema.get("required", ()),
            description=prop.get("description", ""),
        )
        for name, prop in schema["properties"].items()
        if name not in without
    ]


def tool_body(
    tool: str, *, inside: str = "", without: Collection[str] = (), more: Collection[str] = ()
) -> Mapping[str, Schema]:
    """Return the description of a body that is a tool's arguments, or an item of one of them.

    Args:
        inside: the argument that lists such items.
        without: properties that the path says already.
        more: arguments that stand beside the item's own properties.
    """
    arguments = _arguments(tool)
    schema = arguments["properties"][inside]["items"] if inside else arguments
    properties = {
        **schema["properties"],
        **{name: arguments["properties"][name] for name in more},
    }
    return object_body(
        {name: prop for name, prop in properties.items() if name not in without},
        required=[name for name in schema.get("required", ()) if name not in without],
    )


def object_body(properties: Schema, *, required: Collection[str] = ()) -> Mapping[str, Schema]:
    """Return the description of a body that is an object of these properties and no others."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = list(required)
    return {JSON: schema}


def model_body(model: type[BaseModel]) -> Mapping[str, Schema]:
    """Return the description of a body that is a model without others inside."""
    schema = model.model_json_schema(mode="validation")
    return object_body(schema["properties"], required=schema.get("required", ()))


def uuid_query(name: str, description: str) -> OpenApiParameter:
    """Return a required parameter of a query that is an id."""
    return OpenApiParameter(
        name, OpenApiTypes.UUID, OpenApiParameter.QUERY, required=True, description=description
    )


def read_answers(model: type[BaseModel]) -> Mapping[int, Any]:
    """Return the answers of a reading route."""
    return {200: model, **_refusals(400, 403, 404)}


def write_answers(*statuses: int) -> Mapping[int, Any]:
    """Return the answers of a changing route; it succeeds with `statuses`, or else with 200."""
    return {
        **dict.fromkeys(statuses or (200,), Changed),
        **_refusals(400, 403, 404, 409, 429),
    }


def _refusals(*statuses: int) -> Mapping[int, OpenApiResponse]:
    return {status: OpenApiResponse(RefusalShape, description="Refused.") for status in statuses}


def _arguments(tool: str) -> Schema:
    return deepcopy(dict(toolset.tools[tool].input_schema))
