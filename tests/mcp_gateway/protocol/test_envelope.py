"""JSON-RPC 2.0 sections 4 to 6; 2025-03-26 `basic/index#messages` and `#batching`."""

import json

import pytest

from mcp_gateway.protocol.constants import MAX_BATCH_MESSAGES, MAX_BODY_BYTES, META, ErrorCode
from mcp_gateway.protocol.envelope import Batch, Notification, Request, Response, read_body
from mcp_gateway.protocol.errors import (
    BodyTooLargeError,
    InvalidRequestError,
    ParseError,
    ProtocolError,
    UnsupportedVersionError,
)
from tests.mcp_gateway.protocol.wire import LEGACY, MODERN, make_meta

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def read(value: object, header_version: str | None = None):
    return read_body(json.dumps(value).encode(), header_version=header_version)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(PING, Request(1, "ping", {}), id="request"),
        pytest.param({**PING, "id": "a"}, Request("a", "ping", {}), id="text id"),
        pytest.param({**PING, "id": ""}, Request("", "ping", {}), id="empty id"),
        pytest.param({**PING, "id": -(2**63)}, Request(-(2**63), "ping", {}), id="least id"),
        pytest.param({**PING, "id": "\ud800"}, Request("\ud800", "ping", {}), id="surrogate id"),
        pytest.param({**PING, "params": None}, Request(1, "ping", {}), id="null params"),
        pytest.param({**PING, "params": {"a": 1}}, Request(1, "ping", {"a": 1}), id="params"),
        pytest.param({**PING, "extra": 1}, Request(1, "ping", {}), id="unknown member"),
        pytest.param({"jsonrpc": "2.0", "method": "n"}, Notification("n", {}), id="notification"),
        pytest.param({"jsonrpc": "2.0", "id": 3, "result": {}}, Response(3), id="result"),
        pytest.param({"jsonrpc": "2.0", "id": 3, "error": {}}, Response(3), id="error"),
        pytest.param({"jsonrpc": "2.0", "id": None, "error": {}}, Response(None), id="null error"),
        pytest.param({"jsonrpc": "2.0", "error": {}}, Response(None), id="error without an id"),
    ],
)
def test_section_4_messages_are_told_apart_by_their_members(value, message):
    assert read(value) == message


@pytest.mark.parametrize(
    ("value", "request_id"),
    [
        pytest.param(5, None, id="number"),
        pytest.param("ping", None, id="string"),
        pytest.param(None, None, id="null"),
        pytest.param({}, None, id="empty object"),
        pytest.param({**PING, "id": None}, None, id="null id"),
        pytest.param({**PING, "id": 1.5}, None, id="float id"),
        pytest.param({**PING, "id": 1.0}, None, id="whole float id"),
        pytest.param({**PING, "id": True}, None, id="boolean id"),
        pytest.param({**PING, "id": [1]}, None, id="array id"),
        pytest.param({**PING, "id": 2**63}, None, id="id past 64 bits"),
        pytest.param({**PING, "id": int("9" * 700)}, None, id="id of 700 digits"),
        pytest.param({"id": 4, "method": "ping"}, 4, id="no version"),
        pytest.param({**PING, "jsonrpc": "1.0"}, 1, id="other version"),
        pytest.param({**PING, "jsonrpc": 2.0}, 1, id="version as a number"),
        pytest.param({**PING, "method": 7}, 1, id="method is no string"),
        pytest.param({**PING, "method": None}, 1, id="method is null"),
        pytest.param({**PING, "params": [1]}, 1, id="params by position"),
        pytest.param({**PING, "params": 0}, 1, id="params is a number"),
        pytest.param({"jsonrpc": "2.0", "id": 9}, 9, id="neither method nor result"),
        pytest.param({"jsonrpc": "2.0", "id": 9, "result": 1, "error": {}}, 9, id="both"),
        pytest.param({"jsonrpc": "2.0", "result": {}}, None, id="result without an id"),
        pytest.param({"jsonrpc": "2.0", "id": 1.5, "error": {}}, None, id="error with a float id"),
    ],
)
def test_section_4_anything_else_is_an_invalid_request_with_its_id_where_it_has_one(
    value, request_id
):
    with pytest.raises(InvalidRequestError) as caught:
        read(value)

    error = caught.value
    assert (error.code, error.http_status) == (ErrorCode.INVALID_REQUEST, 400)
    assert error.request_id == request_id


def test_a_body_may_be_as_large_as_the_limit_and_no_larger():
    padding = b" " * (MAX_BODY_BYTES - len(json.dumps(PING)))
    body = json.dumps(PING).encode() + padding

    assert read_body(body, header_version=None) == Request(1, "ping", {})
    with pytest.raises(BodyTooLargeError) as caught:
        read_body(body + b" ", header_version=None)
    assert caught.value.http_status == 413


def test_a_body_that_is_not_json_is_a_parse_error():
    with pytest.raises(ParseError):
        read_body(b"[{", header_version=None)


@pytest.mark.parametrize("version", [None, "2025-03-26"])
def test_batching_is_served_under_2025_03_26_and_without_a_header(version):
    batch = read([PING, {"jsonrpc": "2.0", "method": "n"}], version)

    assert batch == Batch((Request(1, "ping", {}), Notification("n", {})))


@pytest.mark.parametrize("version", [*LEGACY[1:], MODERN])
def test_batching_is_refused_under_later_revisions(version):
    with pytest.raises(InvalidRequestError) as caught:
        read([PING], version)

    assert caught.value.http_status == 400


def test_batching_under_an_unknown_version_is_refused_for_the_version():
    with pytest.raises(UnsupportedVersionError):
        read([PING], "2024-11-05")


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([], id="empty"),
        pytest.param([PING] * (MAX_BATCH_MESSAGES + 1), id="too many"),
        pytest.param([PING, {**PING, "method": "initialize"}], id="initialize"),
        pytest.param([{"jsonrpc": "2.0", "method": "initialize"}], id="initialize without id"),
        pytest.param([{**PING, "params": {META: make_meta()}}], id="a modern request"),
    ],
)
def test_batching_has_rules_that_refuse_the_whole_batch(values):
    with pytest.raises(InvalidRequestError) as caught:
        read(values)

    assert (caught.value.http_status, caught.value.request_id) == (400, None)


def test_batching_of_as_many_messages_as_may_be_is_served():
    batch = read([PING] * MAX_BATCH_MESSAGES)

    assert isinstance(batch, Batch)
    assert len(batch.entries) == MAX_BATCH_MESSAGES


def test_section_6_what_is_no_message_inside_a_batch_is_an_error_of_its_own():
    batch = read([1, PING, {"jsonrpc": "1.0", "id": 5, "method": "initialize"}])

    assert isinstance(batch, Batch)
    first, second, third = batch.entries
    assert isinstance(first, ProtocolError)
    assert second == Request(1, "ping", {})
    assert isinstance(third, ProtocolError)
    assert (first.request_id, third.request_id) == (None, 5)
