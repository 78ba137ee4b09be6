"""Which arguments of which tool a header repeats, read once for each registry."""

from collections.abc import Mapping
from functools import lru_cache

from mcp_gateway.protocol import HeaderParam, declared_header_params
from mcp_gateway.registry import Registry


@lru_cache(maxsize=4)
def header_params(source: Registry) -> Mapping[str, tuple[HeaderParam, ...]]:
    """Return the parameters with `x-mcp-header` of each tool that has any, by its name."""
    found = {name: declared_header_params(tool.input_schema) for name, tool in source.tools.items()}
    return {name: params for name, params in found.items() if params}
