"""Schemas as they are published."""

import datetime as dt
import uuid
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from mcp_gateway.registry import NOTICE, NoticedResult, ToolArgs, ToolDeclarationError, ToolResult
from mcp_gateway.registry.schema import input_schema, output_schema, properties_of


class Color(StrEnum):
    """Colours, for developers."""

    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1


class Due(ToolArgs):
    """A due date, for developers."""

    date: Annotated[dt.date, Field(description="The day.")]


class Cat(ToolArgs):
    kind: Annotated[Literal["cat"], Field(description="Kind.")]


class Dog(ToolArgs):
    kind: Annotated[Literal["dog"], Field(description="Kind.")]


def published(annotation: object, *, default: object = ...) -> Any:
    """Return the published schema of one argument of this type."""
    namespace: dict[str, Any] = {
        "__annotations__": {"value": Annotated[annotation, Field(description="It.")]},
        "__module__": __name__,
    }
    if default is not ...:
        namespace["value"] = default
    model = type("Args", (ToolArgs,), namespace)
    return properties_of(input_schema(model, owner="tool"))["value"]


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        pytest.param(str, {"type": "string"}, id="text"),
        pytest.param(
            Annotated[int, Field(ge=1, le=4)],
            {"type": "integer", "minimum": 1, "maximum": 4},
            id="bounds",
        ),
        pytest.param(Color, {"type": "string", "enum": ["red", "blue"]}, id="enum"),
        pytest.param(Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}, id="choice"),
        pytest.param(Literal["a"], {"type": "string", "enum": ["a"]}, id="single choice"),
        pytest.param(Literal[1], {"type": "integer", "const": 1}, id="single number"),
        pytest.param(dt.date, {"type": "string", "format": "date"}, id="served format"),
        pytest.param(uuid.UUID, {"type": "string"}, id="dropped format"),
        pytest.param(
            list[Color],
            {"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}},
            id="list of an enum",
        ),
        pytest.param(
            Due,
            {
                "type": "object",
                "properties": {
                    "date": {"type": "string", "format": "date", "description": "The day."}
                },
                "required": ["date"],
            },
            id="nested model",
        ),
        pytest.param(
            dict[str, Level],
            {"type": "object", "additionalProperties": {"type": "integer", "enum": [1]}},
            id="map",
        ),
        pytest.param(int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}, id="null"),
    ],
)
def test_a_required_argument_is_published_as(annotation, schema):
    assert published(annotation) == {**schema, "description": "It."}


@pytest.mark.parametrize(
    ("annotation", "default", "schema"),
    [
        pytest.param(int | None, None, {"type": "integer"}, id="null goes"),
        pytest.param(
            Due | None,
            None,
            {
                "type": "object",
                "properties": {
                    "date": {"type": "string", "format": "date", "description": "The day."}
                },
                "required": ["date"],
            },
            id="null of a model goes",
        ),
        pytest.param(
            int | str | None,
            None,
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            id="null of a union goes",
        ),
        pytest.param(bool, False, {"type": "boolean", "default": False}, id="default told"),
        pytest.param(
            Color,
            Color.RED,
            {"type": "string", "enum": ["red", "blue"], "default": "red"},
            id="enum default",
        ),
        pytest.param(str, "", {"type": "string"}, id="empty default says nothing"),
        pytest.param(
            int | str,
            1,
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            id="no default in a union",
        ),
    ],
)
def test_an_optional_argument_is_published_as(annotation, default, schema):
    assert published(annotation, default=default) == {**schema, "description": "It."}


def test_a_tagged_union_is_published_without_pointers_into_definitions():
    schema = published(Annotated[Cat | Dog, Field(discriminator="kind")])

    assert schema == {
        "oneOf": [
            {
                "type": "object",
                "properties": {"kind": {"type": "string", "enum": [kind], "description": "Kind."}},
                "required": ["kind"],
            }
            for kind in ("cat", "dog")
        ],
        "description": "It.",
    }


def test_an_argument_may_have_the_name_of_a_keyword():
    class Args(ToolArgs):
        title: Annotated[str, Field(description="What it is called.")]
        default: Annotated[str, Field(description="What it is otherwise.")]

    schema = input_schema(Args, owner="tool")

    assert properties_of(schema).keys() == {"title", "default"}


def test_the_docstring_of_a_model_is_not_published():
    assert "description" not in input_schema(Due, owner="tool")


def test_a_model_that_refers_to_itself_is_refused_and_named():
    class Branch(ToolArgs):
        below: "Annotated[list[Branch], Field(description='More.')]"

    Branch.model_rebuild()

    with pytest.raises(ToolDeclarationError) as caught:
        input_schema(Branch, owner="grow_tree")

    assert "grow_tree" in str(caught.value)
    assert "Branch" in str(caught.value)


class Part(ToolResult):
    name: Annotated[str, Field(description="Not told.")] = "part"
    parts: dict[str, Cat] = {}


class Whole(NoticedResult):
    part: Part
    parent_id: uuid.UUID | None
    next_cursor: str | None = None
    either: Cat | Dog | None = None


def test_an_output_schema_names_fields_types_only_what_is_no_text_and_is_closed_at_its_root():
    cat = {"type": "object", "properties": {"kind": {"enum": ["cat"]}}}
    dog = {"type": "object", "properties": {"kind": {"enum": ["dog"]}}}

    assert output_schema(Whole, owner="tool", depth=4) == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "part": {
                "type": "object",
                "properties": {
                    "name": {},
                    "parts": {"type": "object", "additionalProperties": cat},
                },
            },
            "parent_id": {},
            "next_cursor": {},
            "either": {"anyOf": [cat, dog]},
            "_notice": {},
        },
    }


def test_objects_below_the_wanted_depth_are_left_open():
    properties = properties_of(output_schema(Whole, owner="tool", depth=1))

    assert properties["part"] == {"type": "object"}
    assert properties["either"] == {"anyOf": [{"type": "object"}, {"type": "object"}]}
    assert output_schema(Whole, owner="tool", depth=0) == {"type": "object"}


def test_an_empty_optional_field_is_left_out_and_the_notice_comes_last():
    whole = Whole(part=Part(), parent_id=None)

    assert whole.model_dump_json(by_alias=True) == (
        '{"part":{"name":"part","parts":{}},"parent_id":null,"_notice":"' + NOTICE + '"}'
    )
