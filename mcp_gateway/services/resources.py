"""Reading a resource by its URI."""

from collections.abc import Mapping

from mcp_gateway.registry import (
    InvalidArgumentsError,
    Registry,
    Resource,
    ResourceArgs,
    ResourceContent,
    ToolError,
)
from mcp_gateway.services.arguments import read_texts
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import UnknownNameError
from mcp_gateway.services.gates import may_see_toolset
from mcp_gateway.services.outcomes import ResourceOutcome
from mcp_gateway.services.reading import run_read

__all__ = ["ResourceOutcome", "read_resource"]


def read_resource(
    *, registry: Registry, access: Access, uri: str, request_id: str
) -> ResourceOutcome:
    """Read the resource that `uri` names, for the caller.

    Returns:
        The contents, or an error: `not_found` from the resource itself, or wrong variables
        in the query.

    Raises:
        UnknownNameError: no resource has that URI, or none this caller may see; also where a
            variable in the path can't be one.
        InternalFailureError: a bug or an outage; logged.
    """
    resource, variables = _find(registry, access, uri)
    try:
        args = _read_variables(resource, variables, uri)
        content = run_read(
            registry=registry,
            access=access,
            toolset=resource.toolset,
            request_id=request_id,
            work=lambda context: _content(resource, resource.function(context, args)),
        )
    except ToolError as error:
        return ResourceOutcome(uri=uri, error=error)
    return ResourceOutcome(uri=uri, content=content)


def _find(registry: Registry, access: Access, uri: str) -> tuple[Resource, Mapping[str, str]]:
    found = registry.find_resource(uri)
    if found is None or not may_see_toolset(registry.toolsets[found[0].toolset], access):
        raise _unknown(uri)
    return found


def _read_variables(resource: Resource, variables: Mapping[str, str], uri: str) -> ResourceArgs:
    try:
        return read_texts(resource.args_model, variables)
    except InvalidArgumentsError as error:
        if f"{{{error.argument}}}" in resource.path:
            raise _unknown(uri) from None
        raise


def _content(resource: Resource, result: object) -> ResourceContent:
    if isinstance(result, ResourceContent):
        return result
    return ResourceContent(
        mime_type=resource.mime_type,
        text=result.model_dump_json(by_alias=True),  # type: ignore[attr-defined]
    )


def _unknown(uri: str) -> UnknownNameError:
    return UnknownNameError("There is no resource of that URI.", name=uri)
