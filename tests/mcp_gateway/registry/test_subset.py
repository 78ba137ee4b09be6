"""What a published schema must not hold."""

import pytest

from mcp_gateway.registry import ToolDeclarationError
from mcp_gateway.registry.subset import (
    MAX_DEPTH,
    output_problems,
    refuse_unservable,
    subset_problems,
    undescribed_arguments,
)


def root(**properties: object) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def nested(levels: int) -> dict[str, object]:
    inner: dict[str, object] = {"type": "string"}
    for _ in range(levels - 1):
        inner = {"type": "array", "items": inner}
    return root(value=inner)


PLAIN = root(
    text={"type": "string", "maxLength": 9, "pattern": "^(?P<a>x)$", "x-mcp-header": "Region"},
    day={"type": "string", "format": "date"},
    either={"anyOf": [{"type": "string"}, {"type": "integer"}]},
    rows={"type": "array", "items": root(kind={"type": "string", "enum": ["a"]})},
)


def test_a_plain_schema_has_no_problems():
    assert subset_problems(PLAIN) == []
    assert output_problems(PLAIN) == []
    refuse_unservable(PLAIN, owner="tool")


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "array", "items": {"type": "string"}}, id="list at the root"),
        pytest.param({"$ref": "#/$defs/A", "$defs": {}}, id="reference at the root"),
        *(
            pytest.param({**root(), keyword: []}, id=f"{keyword} at the root")
            for keyword in ("anyOf", "oneOf", "allOf", "not", "if")
        ),
        pytest.param(root(a={"$ref": "https://example.com/a"}), id="foreign reference"),
        pytest.param(root(a={"$ref": "#/elsewhere"}), id="inner reference"),
    ],
)
def test_what_the_protocol_forbids_stops_the_declaration(schema):
    with pytest.raises(ToolDeclarationError) as caught:
        refuse_unservable(schema, owner="try_it")

    assert "try_it" in str(caught.value)


@pytest.mark.parametrize(
    "argument",
    [
        pytest.param({"$ref": "#/$defs/A"}, id="reference"),
        pytest.param({"allOf": [{"type": "string"}]}, id="allOf"),
        pytest.param({"type": "string", "not": {}}, id="not"),
        pytest.param({"type": "string", "if": {}}, id="if"),
        pytest.param({"type": "array", "items": {"type": "string"}, "prefixItems": []}, id="tuple"),
        pytest.param({"const": 1}, id="const"),
        pytest.param({"type": ["string", "null"]}, id="list type"),
        pytest.param({"anyOf": [{"type": "string"}, {"type": "null"}]}, id="nullable"),
        pytest.param({"type": "array"}, id="array without items"),
        pytest.param({"type": "array", "items": {"anyOf": [{"type": "string"}]}}, id="mixed items"),
        pytest.param({"type": "object", "additionalProperties": True}, id="any keys"),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "string"}}, id="map of text"
        ),
        pytest.param({"type": "integer", "enum": [1, 2]}, id="enum of numbers"),
        pytest.param({"type": "string", "format": "uuid"}, id="format"),
        pytest.param({"type": "string", "pattern": "^(?!a)"}, id="look-ahead"),
        pytest.param({"type": "string", "pattern": "(?<=a)b"}, id="look-behind"),
        pytest.param(root(**{"a b": {"type": "string"}}), id="property name"),
        pytest.param(root(**{"a" * 65: {"type": "string"}}), id="long property name"),
        pytest.param({"anyOf": [{"type": "string", "default": "a"}]}, id="default in a branch"),
        pytest.param({"anyOf": [{"type": "string"}], "default": "a"}, id="default of a union"),
    ],
)
def test_each_thing_that_some_client_refuses_is_one_problem_with_its_place(argument):
    problems = subset_problems(root(place=argument))

    assert [problem.partition(":")[0].partition("[")[0] for problem in problems] == ["place"]


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "object", "additionalProperties": False}, id="no properties"),
        pytest.param({"type": "object", "properties": {}}, id="open root"),
        pytest.param({**root(), "oneOf": []}, id="composed root"),
        pytest.param(nested(MAX_DEPTH + 1), id="too deep"),
    ],
)
def test_a_problem_of_the_whole_schema_is_placed_at_its_root(schema):
    assert [problem.partition(":")[0] for problem in subset_problems(schema)] == ["root"]


def test_the_deepest_allowed_schema_has_no_problem():
    assert subset_problems(nested(MAX_DEPTH)) == []


@pytest.mark.parametrize(
    ("schema", "places"),
    [
        pytest.param(root(a={"type": ["string", "null"]}), ["a"], id="list type"),
        pytest.param(root(a={"$ref": "#/$defs/A"}), ["a"], id="reference"),
        pytest.param({**root(), "$defs": {}}, ["root"], id="definitions"),
        pytest.param({"type": "object"}, ["root", "root"], id="open root"),
    ],
)
def test_the_few_rules_for_outputs_are_checked(schema, places):
    assert [problem.partition(":")[0] for problem in output_problems(schema)] == places


def test_undescribed_arguments_are_found_at_every_depth():
    schema = root(
        told={"type": "string", "description": "Told."},
        untold={"type": "string"},
        rows={
            "type": "array",
            "description": "Rows.",
            "items": root(inner={"anyOf": [root(deep={"type": "string"})]}),
        },
    )

    assert undescribed_arguments(schema) == ["untold", "rows[].inner", "rows[].inner.deep"]
