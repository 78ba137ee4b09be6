"""Tools: one typed function each, checked when it is declared."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, TypeAlias, get_type_hints

import orjson
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

from mcp_gateway.registry.context import ToolContext
from mcp_gateway.registry.errors import ToolDeclarationError
from mcp_gateway.registry.schema import (
    Schema,
    compile_validator,
    input_schema,
    output_schema,
    refuse_unservable,
    undescribed_arguments,
)
from mcp_gateway.registry.untrusted import NOTICE

DEFAULT_OUTPUT_DEPTH: Final = 3


class ToolArgs(BaseModel):
    """Arguments of a tool: a field each, unknown ones refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoArgs(ToolArgs):
    """For tools that take no argument."""


class ToolResult(BaseModel):
    """A result, or a part of one."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class NoticedResult(ToolResult):
    """A whole result that holds what people wrote; it says so in `_notice`."""

    notice: str = Field(default=NOTICE, alias="_notice")


class WireBlock(Protocol):
    """A content block as `mcp_gateway.protocol.content` defines them."""

    def to_wire(self) -> dict[str, object]:
        """Return the block as the protocol spells it."""


@dataclass(frozen=True, slots=True)
class ToolContent:
    """A result given as content blocks alone, without structured content."""

    blocks: tuple[WireBlock, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a call does to the world; every tool states all four hints.

    Source: MCP specification, `ToolAnnotations`.
    """

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool

    def annotations(self, title: str) -> dict[str, object]:
        """Return the wire form."""
        return {
            "title": title,
            "readOnlyHint": self.read_only,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent,
            "openWorldHint": self.open_world,
        }


ToolFunction: TypeAlias = Callable[[ToolContext[Any], Any], ToolResult | ToolContent]
CountItems: TypeAlias = Callable[[Any], int]


def one_item(_args: object) -> int:
    """Count a call that changes one thing."""
    return 1


@dataclass(frozen=True, kw_only=True)
class ToolOptions:
    """What a declaration may add to title, effect and function.

    Args:
        count_items: how many items a changing call is about; the limits count them.
        needs_owner_writes: whether the owner's writes toggle must be on for a changing tool.
        capabilities: client capabilities without which the tool can't run.
        variants: per trait of the account (see `ToolSet.traits_of`), the argument model to
            publish instead, or None to hide the tool. Calls are checked by the full model.
        output_depth: how many nested objects the published output schema spells out.
    """

    count_items: CountItems = one_item
    needs_owner_writes: bool = True
    capabilities: tuple[str, ...] = ()
    variants: Mapping[str, type[ToolArgs] | None] = field(
        default_factory=lambda: MappingProxyType({})
    )
    output_depth: int = DEFAULT_OUTPUT_DEPTH


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A declared tool; immutable, built once at start-up."""

    NAME_PATTERN: ClassVar[str] = r"^[a-z][a-z0-9_]{2,39}$"

    name: str
    toolset: str
    title: str
    description: str
    effect: Effect
    function: ToolFunction
    args_model: type[ToolArgs]
    result_model: type[ToolResult] | None
    options: ToolOptions

    @property
    def is_changing(self) -> bool:
        """Whether the gates and limits for changing tools apply."""
        return not self.effect.read_only

    @cached_property
    def input_schema(self) -> Schema:
        """The published schema of the arguments."""
        return input_schema(self.args_model)

    @cached_property
    def output_schema(self) -> Schema | None:
        """The published schema of the result; None for bare content."""
        if self.result_model is None:
            return None
        return output_schema(self.result_model, depth=self.options.output_depth)

    @cached_property
    def output_validator(self) -> Draft202012Validator | None:
        """A prebuilt validator of results against the published schema."""
        return None if self.output_schema is None else compile_validator(self.output_schema)

    def listing(self, traits: Sequence[str] = ()) -> bytes | None:
        """Return the tool's entry in `tools/list` as JSON, or None where a trait hides it."""
        for trait in traits:
            if trait in self.options.variants:
                return self._variant_listings[trait]
        return self._listing

    @cached_property
    def _listing(self) -> bytes:
        return self._wire(self.input_schema)

    @cached_property
    def _variant_listings(self) -> dict[str, bytes | None]:
        return {
            trait: None if model is None else self._wire(input_schema(model))
            for trait, model in self.options.variants.items()
        }

    def _wire(self, arguments: Schema) -> bytes:
        entry: dict[str, object] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": arguments,
            "annotations": self.effect.annotations(self.title),
        }
        if self.output_schema is not None:
            entry["outputSchema"] = self.output_schema
        return orjson.dumps(entry)


def declare_tool(
    function: ToolFunction, *, toolset: str, title: str, effect: Effect, options: ToolOptions
) -> Tool:
    """Build a tool from its function and refuse a declaration that a client could not use.

    Raises:
        ToolDeclarationError: no docstring, no title, wrong annotations, an undescribed
            argument, or a schema outside what the protocol allows. It names the tool.
    """
    name = function.__name__
    args_model, result_model = read_signature(function, result_types=(ToolResult, ToolContent))
    tool = Tool(
        name=name,
        toolset=toolset,
        title=title,
        description=read_docstring(function),
        effect=effect,
        function=function,
        args_model=require_subclass(args_model, ToolArgs, owner=name),
        result_model=None if result_model is ToolContent else result_model,
        options=options,
    )
    _refuse_bad_declaration(tool)
    return tool


def read_docstring(function: Callable[..., object]) -> str:
    """Return the docstring as one paragraph a blank line, each on a line of its own.

    Raises:
        ToolDeclarationError: there is none.
    """
    text = inspect.getdoc(function)
    if not text:
        raise ToolDeclarationError(f"{function.__name__}: a docstring is the description.")
    return "\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def read_signature(
    function: Callable[..., object], *, result_types: tuple[type, ...]
) -> tuple[type, type]:
    """Return the types of the second argument and of the result.

    Raises:
        ToolDeclarationError: not `(ctx, args) -> result`, or a result of another kind.
    """
    name = function.__name__
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters)
    result = hints.get("return")
    if len(parameters) != 2 or parameters[1] not in hints:  # noqa: PLR2004  # ctx and args
        raise ToolDeclarationError(f"{name}: must be declared as (ctx, args) -> result.")
    if not (isinstance(result, type) and issubclass(result, result_types)):
        kinds = " or ".join(kind.__name__ for kind in result_types)
        raise ToolDeclarationError(f"{name}: must return {kinds}.")
    return hints[parameters[1]], result


def require_subclass(model: type, base: type[BaseModel], *, owner: str) -> Any:
    """Return `model` if it is a subclass of `base`; the declaration is wrong otherwise."""
    if not (isinstance(model, type) and issubclass(model, base)):
        raise ToolDeclarationError(f"{owner}: its arguments must be a {base.__name__}.")
    return model


def _refuse_bad_declaration(tool: Tool) -> None:
    if not re.match(tool.NAME_PATTERN, tool.name):
        raise ToolDeclarationError(f"{tool.name}: a name must match {tool.NAME_PATTERN}.")
    if not tool.title:
        raise ToolDeclarationError(f"{tool.name}: a title is missing.")
    for schema in filter(None, (tool.input_schema, tool.output_schema)):
        refuse_unservable(schema, owner=tool.name)
        compile_validator(schema)
    missing = undescribed_arguments(tool.input_schema)
    if missing:
        raise ToolDeclarationError(f"{tool.name}: {', '.join(missing)} has no description.")
