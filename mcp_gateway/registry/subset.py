"""What a published schema must not hold.

`refuse_unservable` is what the protocol demands and stops the start. The problems are the
tighter set that the tightest clients in use need; `mcp_tools lint` reports them.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from mcp_gateway.registry.errors import ToolDeclarationError
from mcp_gateway.registry.schema import (
    NULL,
    SERVED_FORMATS,
    Schema,
    branches_of,
    properties_of,
    walk,
)

MAX_DEPTH: Final = 5
PROPERTY_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
COMPOSITION: Final = ("allOf", "anyOf", "oneOf", "not", "if")
SERVED_KEYWORDS: Final = frozenset(
    {
        *("type", "properties", "required", "additionalProperties", "items", "enum"),
        *("anyOf", "oneOf", "description", "title", "default", "examples", "format", "pattern"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
    }
)
EXTENSION_PREFIX: Final = "x-"
_LOOK_AROUND: Final = re.compile(r"\(\?<?[=!]")
_CONTAINERS: Final = ("object", "array")


def refuse_unservable(schema: Schema, *, owner: str) -> None:
    """Raise for a schema that the protocol itself does not allow.

    Source: MCP specification, "Tool": the root is an object; JSON Schema 2020-12, section 8.2:
    a reference may leave the document, which no client follows.

    Args:
        schema: an input or output schema.
        owner: the tool's name, for the error.

    Raises:
        ToolDeclarationError: the root is no object or composed, or a `$ref` is left.
    """
    if schema.get("type") != "object":
        raise ToolDeclarationError(f"{owner}: the root of a schema must be of type object.")
    for keyword in COMPOSITION:
        if keyword in schema:
            raise ToolDeclarationError(f"{owner}: a schema must not have {keyword} at its root.")
    for path, node in walk(schema):
        if "$ref" in node:
            raise ToolDeclarationError(f"{owner}: the $ref at {path} leaves the document.")


def undescribed_arguments(schema: Schema) -> list[str]:
    """Return the paths of properties without a description."""
    return [
        f"{path}.{name}".lstrip(".")
        for path, node in walk(schema)
        for name, child in properties_of(node).items()
        if not child.get("description")
    ]


def subset_problems(schema: Schema) -> list[str]:
    """Return what some client in use refuses in an input schema, a sentence each."""
    problems = list(_root_problems(schema))
    if _depth(schema) > MAX_DEPTH:
        problems.append(f"root: nested deeper than {MAX_DEPTH}")
    for path, node in walk(schema):
        problems += [
            f"{path or 'root'}: {problem}" for check in _INPUT_CHECKS for problem in check(node)
        ]
    return problems


def output_problems(schema: Schema) -> list[str]:
    """Return what some client in use refuses in an output schema, a sentence each."""
    problems = list(_root_problems(schema))
    for path, node in walk(schema):
        problems += [f"{path or 'root'}: {problem}" for problem in _list_type(node)]
        if "$ref" in node or "$defs" in node:
            problems.append(f"{path or 'root'}: a reference is refused")
    return problems


def _root_problems(schema: Schema) -> Iterator[str]:
    if schema.get("type") != "object" or "properties" not in schema:
        yield "root: must be an object with properties"
    if schema.get("additionalProperties") is not False:
        yield "root: additionalProperties must be false"
    for keyword in COMPOSITION:
        if keyword in schema:
            yield f"root: {keyword} is refused"


def _keywords(node: Schema) -> Iterator[str]:
    for keyword in node:
        if keyword not in SERVED_KEYWORDS and not keyword.startswith(EXTENSION_PREFIX):
            yield f"{keyword} is refused"


def _list_type(node: Schema) -> Iterator[str]:
    if isinstance(node.get("type"), list):
        yield "a list of types is refused"


def _null(node: Schema) -> Iterator[str]:
    if node == NULL:
        yield "null is refused: make the argument optional"


def _items(node: Schema) -> Iterator[str]:
    items = node.get("items")
    if node.get("type") == "array" and not (isinstance(items, dict) and "type" in items):
        yield "an array needs items of one plain type"


def _map(node: Schema) -> Iterator[str]:
    if node.get("additionalProperties", False) is not False:
        yield "free keys are refused: take a list of {id, value}"


def _choices(node: Schema) -> Iterator[str]:
    choices = node.get("enum", [])
    if isinstance(choices, list) and not all(isinstance(choice, str) for choice in choices):
        yield "an enum may hold strings only"


def _text(node: Schema) -> Iterator[str]:
    if "format" in node and node["format"] not in SERVED_FORMATS:
        yield f"the format {node['format']} is refused"
    if _LOOK_AROUND.search(str(node.get("pattern", ""))):
        yield "look-around in a pattern is refused"


def _property_names(node: Schema) -> Iterator[str]:
    for name in properties_of(node):
        if not PROPERTY_NAME.fullmatch(name):
            yield f"the property name {name} is refused"


def _union_defaults(node: Schema) -> Iterator[str]:
    branches = branches_of(node)
    if branches and any("default" in part for part in (node, *branches)):
        yield "a default in a union is refused"


_Check: TypeAlias = Callable[[Schema], Iterator[str]]
_INPUT_CHECKS: Final[tuple[_Check, ...]] = (
    _keywords,
    _list_type,
    _null,
    _items,
    _map,
    _choices,
    _text,
    _property_names,
    _union_defaults,
)


def _depth(schema: Schema) -> int:
    """Return how many objects and lists lie in one another."""
    below = [*properties_of(schema).values(), *branches_of(schema)]
    if isinstance(items := schema.get("items"), dict):
        below.append(items)
    own = 1 if schema.get("type") in _CONTAINERS else 0
    return own + max((_depth(child) for child in below), default=0)
