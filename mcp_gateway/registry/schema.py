"""JSON Schemas of tool arguments and results, in the form that every client takes.

pydantic's schema is inlined and stripped of what some client refuses or of what costs tokens
without telling a model anything. `refuse_unservable` holds what the protocol demands and stops
the start; `subset_problems` is the tighter set that the tightest clients need, for the linter.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final, TypeAlias

from jsonschema import Draft202012Validator
from pydantic import BaseModel

from mcp_gateway.registry.errors import ToolDeclarationError

Schema: TypeAlias = dict[str, object]

COMPOSITION: Final = ("allOf", "anyOf", "oneOf", "not", "if")
FORBIDDEN_ANYWHERE: Final = ("$ref", "$defs", "allOf", "not", "if", "prefixItems")
SERVED_FORMATS: Final = frozenset({"date", "date-time"})
MAX_DEPTH: Final = 5
PROPERTY_NAME: Final = re.compile(r"^[A-Za-z0-9_-]{1,64}$")
LOOK_AROUND: Final = re.compile(r"\(\?[=!<]")
NULL: Final[Schema] = {"type": "null"}


def input_schema(model: type[BaseModel]) -> Schema:
    """Return the published schema of a tool's arguments."""
    return _tidy(_inlined(model.model_json_schema(mode="validation")), keep_descriptions=True)


def output_schema(model: type[BaseModel], *, depth: int) -> Schema:
    """Return the published schema of a tool's result, outlined below `depth` objects."""
    schema = _inlined(model.model_json_schema(mode="serialization", by_alias=True))
    return _outline(_tidy(schema, keep_descriptions=False), depth)


def compile_validator(schema: Schema) -> Draft202012Validator:
    """Return a validator for `schema`, checked against its meta-schema."""
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def refuse_unservable(schema: Schema, *, owner: str) -> None:
    """Raise for a schema that the protocol itself does not allow (PROTOCOL, "Results").

    Args:
        schema: an input or output schema.
        owner: the tool's name, for the error.

    Raises:
        ToolDeclarationError: the root is no object or composed, or a `$ref` leaves the document.
    """
    if schema.get("type") != "object":
        raise ToolDeclarationError(f"{owner}: the root of a schema must be of type object.")
    for keyword in COMPOSITION:
        if keyword in schema:
            raise ToolDeclarationError(f"{owner}: a schema must not have {keyword} at its root.")
    for path, node in walk(schema):
        reference = node.get("$ref", "#")
        if not (isinstance(reference, str) and reference.startswith("#")):
            raise ToolDeclarationError(f"{owner}: the $ref at {path} leaves the document.")


def undescribed_arguments(schema: Schema) -> list[str]:
    """Return the paths of properties without a description."""
    return [
        f"{path}.{name}".lstrip(".")
        for path, node in walk(schema)
        for name, child in _properties(node).items()
        if not child.get("description")
    ]


def subset_problems(schema: Schema) -> list[str]:
    """Return what some client in use refuses in an input schema, a sentence each."""
    problems = [
        f"{path or 'root'}: {problem}"
        for path, node in walk(schema)
        for problem in _node_problems(node)
    ]
    if schema.get("type") != "object" or "properties" not in schema:
        problems.append("root: must be an object with properties")
    if schema.get("additionalProperties") is not False:
        problems.append("root: additionalProperties must be false")
    problems += [f"root: {word} is refused" for word in ("oneOf", "anyOf") if word in schema]
    if _depth(schema) > MAX_DEPTH:
        problems.append(f"root: deeper than {MAX_DEPTH}")
    return problems


def output_problems(schema: Schema) -> list[str]:
    """Return what some client in use refuses in an output schema, a sentence each."""
    problems = [] if schema.get("type") == "object" else ["root: must be an object"]
    for path, node in walk(schema):
        if isinstance(node.get("type"), list):
            problems.append(f"{path or 'root'}: a list of types is refused")
        if "$ref" in node or "$defs" in node:
            problems.append(f"{path or 'root'}: references are refused")
    return problems


def walk(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield every schema in the document with its path, the root first."""
    yield path, schema
    for name, child in _properties(schema).items():
        yield from walk(child, f"{path}.{name}".lstrip("."))
    for key in ("items", "additionalProperties"):
        child = schema.get(key)
        if isinstance(child, dict):
            yield from walk(child, f"{path}[]" if key == "items" else f"{path}.*")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        branches = schema.get(key)
        if isinstance(branches, list):
            for branch in branches:
                yield from walk(branch, path)


def _node_problems(node: Schema) -> Iterator[str]:
    for word in FORBIDDEN_ANYWHERE:
        if word in node:
            yield f"{word} is refused"
    if isinstance(node.get("type"), list):
        yield "a list of types is refused"
    items = node.get("items")
    if node.get("type") == "array" and not (isinstance(items, dict) and "type" in items):
        yield "an array needs items of one plain type"
    choices = node.get("enum", [])
    if isinstance(choices, list) and not all(isinstance(choice, str) for choice in choices):
        yield "an enum may hold strings only"
    if node.get("format", "date") not in SERVED_FORMATS:
        yield f"the format {node['format']} is refused"
    if LOOK_AROUND.search(str(node.get("pattern", ""))):
        yield "look-around in a pattern is refused"
    for name in _properties(node):
        if not PROPERTY_NAME.match(name):
            yield f"the property name {name} is refused"
    for branch in _branches(node):
        if "default" in branch:
            yield "a default inside a union is refused"


def _inlined(schema: Schema) -> Schema:
    definitions = schema.pop("$defs", {})
    assert isinstance(definitions, dict)  # noqa: S101  # pydantic always writes a map

    def expand(value: object, seen: tuple[str, ...]) -> object:
        if isinstance(value, list):
            return [expand(item, seen) for item in value]
        if not isinstance(value, dict):
            return value
        reference = value.get("$ref")
        if not isinstance(reference, str):
            return {key: expand(item, seen) for key, item in value.items()}
        name = reference.removeprefix("#/$defs/")
        if name in seen:
            raise ToolDeclarationError(f"{name} refers to itself; a schema must be finite.")
        siblings = {key: item for key, item in value.items() if key != "$ref"}
        return expand({**deepcopy(definitions[name]), **siblings}, (*seen, name))

    expanded = expand(schema, ())
    assert isinstance(expanded, dict)  # noqa: S101  # a map stays a map
    return expanded


def _tidy(schema: Schema, *, keep_descriptions: bool) -> Schema:
    dropped = {"title", "default"} if keep_descriptions else {"title", "default", "description"}
    tidy: Schema = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            required = schema.get("required", [])
            tidy[key] = {
                name: _tidy(
                    child if name in _names(required) else _without_null(child),
                    keep_descriptions=keep_descriptions,
                )
                for name, child in value.items()
            }
        elif key == "format" and value not in SERVED_FORMATS:
            continue
        elif key == "default" and keep_descriptions and value is not None:
            tidy[key] = value
        elif key not in dropped:
            tidy[key] = _tidy_value(value, keep_descriptions=keep_descriptions)
    return tidy


def _tidy_value(value: object, *, keep_descriptions: bool) -> object:
    if isinstance(value, dict):
        return _tidy(value, keep_descriptions=keep_descriptions)
    if isinstance(value, list):
        return [_tidy_value(item, keep_descriptions=keep_descriptions) for item in value]
    return value


def _without_null(schema: Schema) -> Schema:
    """Return an optional property's schema without its null branch.

    Clients refuse nullable types; leaving the property out says the same.
    """
    branches = _branches(schema)
    kept = [branch for branch in branches if branch != NULL]
    if len(kept) == len(branches):
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**kept[0], **rest} if len(kept) == 1 else {**rest, "anyOf": kept}


def _outline(schema: Schema, depth: int) -> Schema:
    if schema.get("type") == "object" and depth == 0:
        return {"type": "object"}
    outlined: Schema = {}
    below = depth - 1 if schema.get("type") == "object" else depth
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            outlined[key] = {name: _outline(child, below) for name, child in value.items()}
        elif key in {"items", "additionalProperties"} and isinstance(value, dict):
            outlined[key] = _outline(value, below)
        elif key == "anyOf" and isinstance(value, list):
            outlined[key] = [_outline(branch, below) for branch in value]
        else:
            outlined[key] = value
    return outlined


def _depth(schema: Schema) -> int:
    children = [*_properties(schema).values(), *_branches(schema)]
    if isinstance(schema.get("items"), dict):
        children.append(schema["items"])  # type: ignore[arg-type]
    return 1 + max((_depth(child) for child in children), default=0)


def _properties(schema: Schema) -> Mapping[str, Schema]:
    properties = schema.get("properties", {})
    return properties if isinstance(properties, dict) else {}


def _branches(schema: Schema) -> list[Schema]:
    branches = schema.get("anyOf", [])
    return branches if isinstance(branches, list) else []


def _names(value: object) -> list[str]:
    return value if isinstance(value, list) else []
