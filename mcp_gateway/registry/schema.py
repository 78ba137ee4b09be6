"""JSON Schemas of tool arguments and results, in the form that every client takes.

pydantic's schema is inlined and stripped of what some client refuses, and of what costs tokens
without telling a model anything. What a schema must not hold is in `subset`.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Final, TypeAlias, cast

from jsonschema import Draft202012Validator
from pydantic import BaseModel

from mcp_gateway.registry.errors import ToolDeclarationError

Schema: TypeAlias = dict[str, object]

SERVED_FORMATS: Final = frozenset({"date", "date-time"})
BRANCHING: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
NESTING: Final = ("items", "additionalProperties")
OPEN: Final[tuple[Schema, ...]] = ({}, {"type": "object"})
NULL: Final[Schema] = {"type": "null"}

_DEFINITIONS: Final = "#/$defs/"
# `discriminator` is of OpenAPI and points at definitions that are inlined here.
_NOISE: Final = frozenset({"title", "discriminator"})
# Of a result a model wants to know the fields; that they are there it sees when it reads it.
_OUTPUT_NOISE: Final = frozenset(
    {*_NOISE, "description", "default", "examples", "format", "required"}
)


def input_schema(model: type[BaseModel], *, owner: str) -> Schema:
    """Return the published schema of a tool's arguments.

    Args:
        model: the arguments.
        owner: the tool's name, for the error.

    Raises:
        ToolDeclarationError: the model refers to itself.
    """
    tidy = _tidy(_inlined(model.model_json_schema(mode="validation"), owner), noise=_NOISE)
    return {"additionalProperties": False, **tidy}


def output_schema(model: type[BaseModel], *, owner: str, depth: int) -> Schema:
    """Return the published schema of a tool's result, outlined below `depth` objects.

    It has neither descriptions nor lists of required fields: names and types say enough, and
    every client pays for each byte in each conversation.

    Raises:
        ToolDeclarationError: the model refers to itself.
    """
    inlined = _inlined(model.model_json_schema(mode="serialization"), owner)
    tidy = _outline(_tidy(inlined, noise=_OUTPUT_NOISE), depth)
    return {**tidy, "additionalProperties": False} if "properties" in tidy else tidy


def compile_validator(schema: Schema) -> Draft202012Validator:
    """Return a validator for `schema`, checked against its meta-schema."""
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def walk(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield every schema in the document with its path, the root first with an empty one."""
    yield path, schema
    for name, child in properties_of(schema).items():
        yield from walk(child, f"{path}.{name}".lstrip("."))
    for key in NESTING:
        if isinstance(nested := schema.get(key), dict):
            yield from walk(nested, f"{path}[]" if key == "items" else f"{path}.*")
    for branch in branches_of(schema):
        yield from walk(branch, path)


def properties_of(schema: Schema) -> Mapping[str, Schema]:
    """Return the properties of an object's schema; none for anything else."""
    return cast("Mapping[str, Schema]", schema.get("properties", {}))


def branches_of(schema: Schema) -> list[Schema]:
    """Return the alternatives of a composed schema; none for a plain one."""
    return [branch for key in BRANCHING for branch in cast("list[Schema]", schema.get(key, []))]


def _inlined(schema: Schema, owner: str) -> Schema:
    definitions = cast("dict[str, Schema]", schema.pop("$defs", {}))

    def expand(value: object, seen: tuple[str, ...]) -> object:
        if isinstance(value, list):
            return [expand(item, seen) for item in value]
        if not isinstance(value, dict):
            return value
        reference = value.get("$ref")
        if not (isinstance(reference, str) and reference.startswith(_DEFINITIONS)):
            return {key: expand(item, seen) for key, item in value.items()}
        name = reference.removeprefix(_DEFINITIONS)
        if name in seen:
            raise ToolDeclarationError(f"{owner}: {name} refers to itself.")
        # The docstring of a class is for developers; a field's own description stays.
        definition = {key: item for key, item in definitions[name].items() if key != "description"}
        siblings = {key: item for key, item in value.items() if key != "$ref"}
        return expand({**definition, **siblings}, (*seen, name))

    root = {key: item for key, item in schema.items() if key != "description"}
    return cast("Schema", expand(root, ()))


def _tidy(schema: Schema, *, noise: Container[str]) -> Schema:
    tidy: Schema = {}
    required = cast("list[str]", schema.get("required", []))
    for key, value in schema.items():
        if key == "properties":
            tidy[key] = {
                name: _tidy(child if name in required else _without_null(child), noise=noise)
                for name, child in properties_of(schema).items()
            }
        elif key in NESTING and isinstance(value, dict):
            tidy[key] = _tidy(value, noise=noise)
        elif key in BRANCHING:
            tidy[key] = [_tidy(branch, noise=noise) for branch in cast("list[Schema]", value)]
        elif key == "const" and isinstance(value, str):
            tidy["enum"] = [value]
        elif key not in noise and not _says_nothing(key, value, schema):
            tidy[key] = value
    return tidy


def _says_nothing(key: str, value: object, schema: Schema) -> bool:
    """Tell whether a keyword is one that clients refuse, or that a model learns nothing from.

    Clients refuse a default beside a union, and all but two formats. That nothing is empty and
    that unknown names are refused holds everywhere; the root says it once.
    """
    match key:
        case "default":
            return value in (None, "", [], {}) or bool(branches_of(schema))
        case "format":
            return value not in SERVED_FORMATS
        case "minLength" | "minItems":
            return value == 1
        case "additionalProperties":
            return value is False
        case _:
            return False


def _without_null(schema: Schema) -> Schema:
    """Return an optional property's schema without its null branch.

    Clients refuse nullable types; leaving the property out says the same.
    """
    branches = cast("list[Schema]", schema.get("anyOf", []))
    kept = [branch for branch in branches if branch != NULL]
    if len(kept) == len(branches):
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**kept[0], **rest} if len(kept) == 1 else {**rest, "anyOf": kept}


def _outline(schema: Schema, depth: int) -> Schema:
    """Return the schema with objects below `depth` left open, none closed, and text left plain.

    What holds text, or text or nothing, needs no type, and a list of open objects no items.
    """
    is_object = schema.get("type") == "object"
    if is_object and depth == 0:
        return {"type": "object"}
    if schema.get("type") == "string" or NULL in branches_of(schema):
        return {key: item for key, item in schema.items() if key == "enum"}
    outlined = {key: item for key, item in schema.items() if key not in {*NESTING, *BRANCHING}}
    below = depth - 1 if is_object else depth
    if "properties" in schema:
        properties = properties_of(schema).items()
        outlined["properties"] = {name: _outline(child, below) for name, child in properties}
    nested = {key: schema[key] for key in NESTING if isinstance(schema.get(key), dict)}
    inner = {key: _outline(cast("Schema", child), below) for key, child in nested.items()}
    branches = {key: cast("list[Schema]", schema[key]) for key in BRANCHING if key in schema}
    return {
        **outlined,
        **{key: child for key, child in inner.items() if child not in OPEN},
        **{key: [_outline(each, below) for each in some] for key, some in branches.items()},
    }
