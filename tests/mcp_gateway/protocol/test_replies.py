"""JSON-RPC 2.0 sections 5 and 6: responses, and those of a batch."""

import json

import pytest
from mcp_types.jsonrpc import jsonrpc_message_adapter

from mcp_gateway.protocol import errors
from mcp_gateway.protocol.constants import MAX_BATCH_REPLY_BYTES, REVISIONS, Era, ErrorCode, Method
from mcp_gateway.protocol.envelope import Batch, Notification, Request, Response
from mcp_gateway.protocol.negotiation import Opened
from mcp_gateway.protocol.replies import (
    ACCEPTED,
    Reply,
    batch_reply,
    error_reply,
    result_reply,
)
from mcp_gateway.protocol.results import Server, structured_result

SERVER = Server(name="gateway", title="Gateway", version="1.2")


def answer(message) -> Reply:
    """Answers a request by its method."""
    if not isinstance(message, Request):
        return ACCEPTED
    body = {"jsonrpc": "2.0", "id": message.id, "result": {"method": message.method}}
    return Reply(200, json.dumps(body).encode())


def parsed(reply: Reply):
    jsonrpc_message_adapter.validate_json(reply.body)
    return json.loads(reply.body)


@pytest.mark.parametrize("request_id", [7, -(2**63), "a", "", 'é"\n', "\ud800"])
@pytest.mark.parametrize("version", REVISIONS)
def test_section_5_a_result_has_the_id_of_its_request(version, request_id):
    opened = Opened(request_id, Method.CALL_TOOL, {}, REVISIONS[version])

    reply = result_reply(opened, structured_result(b'{"a":1}'), SERVER)

    body = json.loads(reply.body)
    assert (reply.status, body["jsonrpc"], body["id"]) == (200, "2.0", request_id)
    assert body["result"]["structuredContent"] == {"a": 1}


def test_a_result_that_is_not_json_is_a_bug_and_raises():
    opened = Opened(1, Method.PING, {}, REVISIONS["2025-06-18"])

    with pytest.raises(TypeError):
        result_reply(opened, {"a": object()}, SERVER)


@pytest.mark.parametrize(
    ("error", "status", "code", "data"),
    [
        (errors.ParseError("m"), 400, -32700, None),
        (errors.InvalidRequestError("m"), 400, -32600, None),
        (errors.NotAcceptableError("m"), 406, -32600, {"error": "not_acceptable"}),
        (errors.UnsupportedMediaTypeError("m"), 415, -32600, {"error": "unsupported_media_type"}),
        (errors.BodyTooLargeError("m"), 413, -32600, {"error": "body_too_large"}),
        (errors.MethodNotFoundError("m", Era.MODERN), 404, -32601, None),
        (errors.MethodNotFoundError("m", Era.LEGACY), 200, -32601, None),
        (errors.InvalidParamsError("m"), 200, -32602, None),
        (errors.InvalidArgumentsError("m"), 200, -32602, None),
        (errors.InvalidMetaError("m"), 400, -32602, None),
        (errors.InvalidCursorError(), 200, -32602, None),
        (errors.UnknownToolError("t"), 200, -32602, None),
        (errors.UnknownPromptError("p"), 200, -32602, None),
        (errors.HeaderMismatchError("m"), 400, -32020, None),
        (
            errors.MissingCapabilityError({"roots": {}}),
            400,
            -32021,
            {"requiredCapabilities": {"roots": {}}},
        ),
        (
            errors.UnsupportedVersionError("x"),
            400,
            -32022,
            {"supported": ["2026-07-28"], "requested": "x"},
        ),
        (
            errors.ResourceNotFoundError("a://b", REVISIONS["2025-11-25"]),
            200,
            -32002,
            {"uri": "a://b"},
        ),
        (
            errors.ResourceNotFoundError("a://b", REVISIONS["2026-07-28"]),
            200,
            -32602,
            {"uri": "a://b"},
        ),
        (errors.InternalError("r1"), 200, -32603, {"request_id": "r1"}),
        (errors.BatchLimitError(), 200, -32603, None),
    ],
)
def test_section_5_1_each_error_has_its_code_its_status_and_its_data(error, status, code, data):
    reply = error_reply(error, 3)

    body = parsed(reply)
    assert (reply.status, body["id"]) == (status, 3)
    assert body["error"] == {
        "code": code,
        "message": error.message,
        **({} if data is None else {"data": data}),
    }


def test_section_5_the_id_of_an_error_is_the_given_one_else_the_one_it_read_else_null():
    error = errors.InvalidRequestError("m", request_id="read")

    assert parsed(error_reply(error, 0))["id"] == 0
    assert parsed(error_reply(error))["id"] == "read"
    assert parsed(error_reply(errors.ParseError("m")))["id"] is None


@pytest.mark.parametrize("text", ["\ud800", "\0", "x" * 100_000, 'é"\\\n'])
def test_an_error_about_any_text_is_sent_back_as_json(text):
    refused = [
        errors.MethodNotFoundError(text, Era.LEGACY),
        errors.UnsupportedVersionError(text),
        errors.ResourceNotFoundError(text, REVISIONS["2025-06-18"]),
        errors.UnknownToolError(text),
    ]

    for error in refused:
        body = json.loads(error_reply(error, text).body)
        assert body["id"] == text
        assert body["error"]["message"].isascii()
        assert len(body["error"]["message"]) < 400


def test_an_internal_error_says_nothing_but_its_reference():
    body = parsed(error_reply(errors.InternalError("r1"), 1))

    assert body["error"]["code"] == ErrorCode.INTERNAL_ERROR
    assert body["error"]["data"] == {"request_id": "r1"}


def test_section_6_replies_are_in_the_order_of_the_requests_and_none_for_the_rest():
    broken = errors.InvalidRequestError("m", request_id=9)
    batch = Batch((Request(1, "a", {}), Notification("n", {}), broken, Request("b", "b", {})))

    reply = batch_reply(batch, answer)

    first, second, third = json.loads(reply.body)
    assert reply.status == 200
    assert first == {"jsonrpc": "2.0", "id": 1, "result": {"method": "a"}}
    assert (second["id"], second["error"]["code"]) == (9, ErrorCode.INVALID_REQUEST)
    assert third == {"jsonrpc": "2.0", "id": "b", "result": {"method": "b"}}


def test_section_6_a_batch_that_is_owed_nothing_is_acknowledged():
    assert batch_reply(Batch((Notification("n", {}), Response(1))), answer) == Reply(202, b"")


@pytest.mark.parametrize(
    ("size", "runs"),
    [
        pytest.param(MAX_BATCH_REPLY_BYTES - 1, [1, 2], id="one byte left"),
        pytest.param(MAX_BATCH_REPLY_BYTES, [1], id="full"),
    ],
)
def test_once_the_replies_fill_the_answer_the_remaining_requests_are_not_run(size, runs):
    ran = []

    def answer_at_length(message) -> Reply:
        ran.append(message.id)
        return Reply(200, b'"%b"' % (b"x" * (size - 2)))

    last = Request("c", "m", {})
    batch = Batch((*(Request(number, "m", {}) for number in runs), Notification("n", {}), last))

    def answer_all(message) -> Reply:
        return ACCEPTED if isinstance(message, Notification) else answer_at_length(message)

    replies = json.loads(batch_reply(batch, answer_all).body)

    assert ran == runs
    assert replies[-1]["id"] == "c"
    assert replies[-1]["error"]["code"] == ErrorCode.INTERNAL_ERROR
    assert len(replies) == len(runs) + 1
