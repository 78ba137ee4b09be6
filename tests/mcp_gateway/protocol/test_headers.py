"""2026-07-28 `basic/transports`: value encoding, and custom headers from tool parameters."""

import base64
import json

import pytest
from mcp.shared.inbound import encode_header_value, find_invalid_x_mcp_header

from mcp_gateway.protocol.constants import ErrorCode
from mcp_gateway.protocol.errors import HeaderMismatchError
from mcp_gateway.protocol.headers import (
    HeaderParam,
    check_header_params,
    declared_header_params,
    decoded_value,
    header_value,
    require_header,
)

SCHEMA = {
    "type": "object",
    "required": ["region"],
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "limit": {"type": "integer", "x-mcp-header": "Limit"},
        "where": {
            "type": "object",
            "properties": {"deep": {"type": "boolean", "x-mcp-header": "Deep"}},
        },
        "free": {"type": "string", "default": {"x-mcp-header": "not an annotation"}},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}


def encoded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def one_property(**schema: object) -> dict[str, object]:
    return {"type": "object", "properties": {"a": schema}}


def test_rfc_9110_section_5_5_white_space_around_a_value_is_no_part_of_it():
    assert header_value({"X": " \tlist_tasks  "}, "X") == "list_tasks"
    assert header_value({}, "X") is None


@pytest.mark.parametrize(
    "text", ["plain", "", "Grüße, 世界", " padded ", "a\nb", "=?base64?eA==?="]
)
def test_value_encoding_reads_what_the_official_client_writes(text):
    assert decoded_value({"X": encode_header_value(text)}, "X") == text


@pytest.mark.parametrize("text", ["SGVsbG8=", "=?base64?SGVsbG8=", "SGVsbG8=?=", "=?BASE64?eA==?="])
def test_value_encoding_takes_a_value_without_both_marks_literally(text):
    assert decoded_value({"X": text}, "X") == text


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("=?base64?SGVsbG8?=", id="padding"),
        pytest.param("=?base64?SGVs!!!bG8=?=", id="alphabet"),
        pytest.param("=?base64?SGVsbG9=?=", id="not canonical"),
        pytest.param("=?base64?/w==?=", id="not UTF-8"),
        pytest.param("=?base64?é?=", id="not ASCII"),
    ],
)
def test_value_encoding_that_is_broken_is_a_mismatch(value):
    with pytest.raises(HeaderMismatchError):
        decoded_value({"X": value}, "X")


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="missing"),
        pytest.param({"X": "other"}, id="different"),
        pytest.param({"X": "NAME"}, id="case"),
        pytest.param({"X": encoded("other")}, id="different when decoded"),
    ],
)
def test_server_validation_refuses_a_header_that_disagrees(headers):
    with pytest.raises(HeaderMismatchError) as caught:
        require_header(headers, "X", "name")

    assert (caught.value.code, caught.value.http_status) == (ErrorCode.HEADER_MISMATCH, 400)


def test_custom_headers_are_found_along_properties():
    assert declared_header_params(SCHEMA) == (
        HeaderParam(("region",), "Mcp-Param-Region", is_integer=False),
        HeaderParam(("limit",), "Mcp-Param-Limit", is_integer=True),
        HeaderParam(("where", "deep"), "Mcp-Param-Deep", is_integer=False),
    )
    assert find_invalid_x_mcp_header(SCHEMA) is None


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "string", "x-mcp-header": "A"}, id="root"),
        pytest.param(one_property(items={"type": "string", "x-mcp-header": "A"}), id="items"),
        pytest.param({"anyOf": [one_property(type="string", **{"x-mcp-header": "A"})]}, id="anyOf"),
        pytest.param(one_property(**{"type": "string", "x-mcp-header": ""}), id="empty"),
        pytest.param(one_property(**{"type": "string", "x-mcp-header": "My Region"}), id="space"),
        pytest.param(one_property(**{"type": "string", "x-mcp-header": "Région"}), id="not ASCII"),
        pytest.param(one_property(**{"type": "string", "x-mcp-header": 1}), id="no string"),
        pytest.param(one_property(**{"type": "number", "x-mcp-header": "A"}), id="number"),
        pytest.param(one_property(**{"type": ["string"], "x-mcp-header": "A"}), id="list of types"),
        pytest.param(one_property(**{"x-mcp-header": "A"}), id="no type"),
        pytest.param(
            {
                "properties": {
                    "a": {"type": "string", "x-mcp-header": "Region"},
                    "b": {"type": "string", "x-mcp-header": "region"},
                }
            },
            id="used twice",
        ),
    ],
)
def test_custom_headers_declared_wrongly_are_refused_as_the_official_client_refuses_them(schema):
    assert find_invalid_x_mcp_header(schema) is not None
    with pytest.raises(ValueError, match="x-mcp-header"):
        declared_header_params(schema)


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        pytest.param({}, {}, id="absent in both"),
        pytest.param({"region": None}, {}, id="null is absent"),
        pytest.param({"region": "eu"}, {"Mcp-Param-Region": "eu"}, id="literal"),
        pytest.param({"region": "é"}, {"Mcp-Param-Region": encoded("é")}, id="encoded"),
        pytest.param({"region": ""}, {"Mcp-Param-Region": ""}, id="empty"),
        pytest.param({"limit": 42}, {"Mcp-Param-Limit": "42"}, id="integer"),
        pytest.param({"limit": 42.0}, {"Mcp-Param-Limit": "42"}, id="whole float"),
        pytest.param({"limit": 42}, {"Mcp-Param-Limit": "42.0"}, id="whole float in the header"),
        pytest.param({"where": {"deep": True}}, {"Mcp-Param-Deep": "true"}, id="nested true"),
        pytest.param({"where": {"deep": False}}, {"Mcp-Param-Deep": "false"}, id="nested false"),
        pytest.param({"where": 1}, {}, id="nothing to descend into"),
        pytest.param({"region": ["eu"]}, {}, id="value no header repeats"),
        pytest.param({"free": "x"}, {"Mcp-Param-Free": "y"}, id="header not declared"),
    ],
)
def test_custom_headers_that_agree_with_the_arguments_pass(arguments, headers):
    check_header_params(declared_header_params(SCHEMA), arguments, headers)


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        pytest.param({"region": "eu"}, {}, id="header missing"),
        pytest.param({}, {"Mcp-Param-Region": "eu"}, id="argument missing"),
        pytest.param({"region": None}, {"Mcp-Param-Region": "null"}, id="argument null"),
        pytest.param({"region": "eu"}, {"Mcp-Param-Region": "EU"}, id="case"),
        pytest.param({"region": "eu"}, {"Mcp-Param-Region": "=?base64?ZXU?="}, id="padding"),
        pytest.param({"region": ["eu"]}, {"Mcp-Param-Region": "eu"}, id="value no header repeats"),
        pytest.param({"region": "42"}, {"Mcp-Param-Region": "42.0"}, id="text that looks equal"),
        pytest.param({"limit": 42}, {"Mcp-Param-Limit": "43"}, id="other number"),
        pytest.param({"limit": 42}, {"Mcp-Param-Limit": "42.5"}, id="fraction"),
        pytest.param({"limit": 42}, {"Mcp-Param-Limit": "4.2e1"}, id="exponent"),
        pytest.param({"limit": True}, {"Mcp-Param-Limit": "1"}, id="boolean is no number"),
    ],
)
def test_custom_headers_that_disagree_with_the_arguments_are_a_mismatch(arguments, headers):
    with pytest.raises(HeaderMismatchError) as caught:
        check_header_params(declared_header_params(SCHEMA), arguments, headers)

    assert caught.value.http_status == 400


def test_custom_headers_are_read_from_the_schema_as_it_is_served():
    served = json.loads(json.dumps(SCHEMA))

    assert len(declared_header_params(served)) == 3
