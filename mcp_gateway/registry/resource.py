"""Resources and resource templates: what a client reads by URI."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from pydantic import BaseModel, ConfigDict

from mcp_gateway.registry.context import ToolContext
from mcp_gateway.registry.declaration import read_docstring, read_signature, require_subclass
from mcp_gateway.registry.errors import ToolDeclarationError
from mcp_gateway.registry.result import ToolResult

JSON_MIME: Final = "application/json"
_QUERY: Final = re.compile(r"\{\?([a-z_]+(?:,[a-z_]+)*)\}$")
_VARIABLE: Final = re.compile(r"\{([a-z_]+)\}")


class ResourceArgs(BaseModel):
    """Variables of a URI, read from text; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceContent:
    """Contents that are not JSON: either text or bytes."""

    mime_type: str
    text: str = ""
    blob: bytes | None = None


ResourceFunction: TypeAlias = Callable[[ToolContext[Any], Any], ToolResult | ResourceContent]


@dataclass(frozen=True, kw_only=True)
class Resource:
    """A declared resource: a fixed URI, or a template with `{variables}` (RFC 6570, level 1
    in the path, `{?name}` at the end for optional queries)."""

    uri: str
    name: str
    toolset: str
    title: str
    description: str
    mime_type: str
    function: ResourceFunction
    args_model: type[ResourceArgs]

    @cached_property
    def path(self) -> str:
        """The URI without its query expression."""
        return _QUERY.sub("", self.uri)

    @property
    def variables(self) -> frozenset[str]:
        """The names of its variables, those of the query included."""
        return frozenset(_VARIABLE.findall(self.path)) | self._query_names

    @property
    def is_template(self) -> bool:
        """Whether the path has variables, so that it is listed as a template."""
        return bool(_VARIABLE.search(self.path))

    def match(self, uri: str) -> Mapping[str, str] | None:
        """Return the variables of `uri` if it is one of this resource's, else None.

        A query name that the resource does not know, or one given twice, is no match. A plus
        sign is itself (RFC 3986), as in the zone `Etc/GMT+5`; only web forms mean a space by it.
        """
        path, _, query = uri.partition("?")
        found = self._pattern.fullmatch(path)
        if found is None or "#" in query:
            return None
        pairs = [part.partition("=") for part in query.split("&") if part]
        given = dict.fromkeys(name for name, _, _ in pairs)
        if len(given) != len(pairs) or not given.keys() <= self._query_names:
            return None
        values = found.groupdict() | {name: value for name, _, value in pairs}
        return {name: unquote(value) for name, value in values.items()}

    def listing(self) -> dict[str, object]:
        """Return the entry in `resources/list` or `resources/templates/list`."""
        address = {"uriTemplate": self.uri} if self.is_template else {"uri": self.path}
        return {
            **address,
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "mimeType": self.mime_type,
        }

    @cached_property
    def _query_names(self) -> frozenset[str]:
        found = _QUERY.search(self.uri)
        return frozenset(found.group(1).split(",")) if found else frozenset()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = _VARIABLE.split(self.path)
        return re.compile(
            "".join(
                f"(?P<{part}>[^/?#]+)" if index % 2 else re.escape(part)
                for index, part in enumerate(parts)
            )
        )


def declare_resource(
    function: ResourceFunction, *, toolset: str, uri: str, title: str, mime_type: str
) -> Resource:
    """Build a resource from its function.

    Raises:
        ToolDeclarationError: no title or docstring, wrong annotations, or a variable of the
            URI that the arguments do not have, or the other way round.
    """
    name = function.__name__
    args_model, _ = read_signature(function, result_types=(ToolResult, ResourceContent))
    resource = Resource(
        uri=uri,
        name=name,
        toolset=toolset,
        title=title,
        description=read_docstring(function),
        mime_type=mime_type,
        function=function,
        args_model=require_subclass(args_model, ResourceArgs, owner=name),
    )
    if resource.variables != resource.args_model.model_fields.keys():
        raise ToolDeclarationError(f"{name}: the variables of {uri} must be its arguments.")
    if not title:
        raise ToolDeclarationError(f"{name}: a title is missing.")
    return resource
