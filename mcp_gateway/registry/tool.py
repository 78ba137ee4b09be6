"""Tools: one typed function each, checked when it is declared."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

import orjson
from jsonschema import Draft202012Validator, SchemaError
from pydantic import BaseModel, ConfigDict

from mcp_gateway.registry.context import ToolContext
from mcp_gateway.registry.declaration import read_docstring, read_signature, require_subclass
from mcp_gateway.registry.errors import ToolDeclarationError
from mcp_gateway.registry.result import ToolContent, ToolResult
from mcp_gateway.registry.schema import (
    Schema,
    compile_validator,
    input_schema,
    output_schema,
)
from mcp_gateway.registry.subset import refuse_unservable, undescribed_arguments

DEFAULT_OUTPUT_DEPTH: Final = 3
NAME_PATTERN: Final = r"^[a-z][a-z0-9_]{2,39}$"


class ToolArgs(BaseModel):
    """Arguments of a tool: a field each, unknown ones refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoArgs(ToolArgs):
    """For tools that take no argument."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a call does to the world; every tool states all four hints.

    Source: MCP specification, `ToolAnnotations`.
    """

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool

    def annotations(self) -> dict[str, object]:
        """Return the wire form; the title stands on the tool itself."""
        return {
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
        is_undo: whether a call takes earlier changes back, which the audit log says too.
    """

    count_items: CountItems = one_item
    needs_owner_writes: bool = True
    capabilities: tuple[str, ...] = ()
    variants: Mapping[str, type[ToolArgs] | None] = field(
        default_factory=lambda: MappingProxyType({})
    )
    output_depth: int = DEFAULT_OUTPUT_DEPTH
    is_undo: bool = False


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A declared tool; immutable, built once at start-up."""

    NAME_PATTERN: ClassVar[str] = NAME_PATTERN

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
        return input_schema(self.args_model, owner=self.name)

    @cached_property
    def output_schema(self) -> Schema | None:
        """The published schema of the result; None for bare content."""
        if self.result_model is None:
            return None
        return output_schema(self.result_model, owner=self.name, depth=self.options.output_depth)

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
    def variant_schemas(self) -> dict[str, Schema | None]:
        """The published argument schema for each trait; None where the tool is hidden."""
        return {
            trait: None if model is None else input_schema(model, owner=self.name)
            for trait, model in self.options.variants.items()
        }

    @cached_property
    def _variant_listings(self) -> dict[str, bytes | None]:
        return {
            trait: None if schema is None else self._wire(schema)
            for trait, schema in self.variant_schemas.items()
        }

    def _wire(self, arguments: Schema) -> bytes:
        entry: dict[str, object] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": arguments,
            "annotations": self.effect.annotations(),
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


def _refuse_bad_declaration(tool: Tool) -> None:
    if not re.fullmatch(NAME_PATTERN, tool.name):
        raise ToolDeclarationError(f"{tool.name}: a name must match {NAME_PATTERN}.")
    if not tool.title:
        raise ToolDeclarationError(f"{tool.name}: a title is missing.")
    for schema in filter(None, (tool.input_schema, *tool.variant_schemas.values())):
        _refuse_bad_schema(schema, owner=tool.name)
        missing = undescribed_arguments(schema)
        if missing:
            raise ToolDeclarationError(f"{tool.name}: {', '.join(missing)} has no description.")
    if tool.output_schema is not None:
        _refuse_bad_schema(tool.output_schema, owner=tool.name)


def _refuse_bad_schema(schema: Schema, *, owner: str) -> None:
    refuse_unservable(schema, owner=owner)
    try:
        compile_validator(schema)
    except SchemaError as error:
        raise ToolDeclarationError(f"{owner}: {error.message}") from error
