"""Whatever is sent, there is an answer: never another exception, never an invalid message."""

import json
from contextlib import suppress

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mcp_types.jsonrpc import jsonrpc_message_adapter

from mcp_gateway.protocol import json_text
from mcp_gateway.protocol.constants import (
    HEADER_ANNOTATION,
    KNOWN_VERSIONS,
    META,
    META_CLIENT_CAPABILITIES,
    META_CLIENT_INFO,
    META_VERSION,
    METHOD_HEADER,
    NAME_HEADER,
    VERSION_HEADER,
    Method,
)
from mcp_gateway.protocol.envelope import Batch, Message, Request, read_body
from mcp_gateway.protocol.errors import (
    HeaderMismatchError,
    NotAcceptableError,
    ProtocolError,
    UnsupportedMediaTypeError,
)
from mcp_gateway.protocol.headers import check_header_params, declared_header_params
from mcp_gateway.protocol.media import require_json_accepted, require_json_body
from mcp_gateway.protocol.messages import (
    CallToolParams,
    CompleteParams,
    GetPromptParams,
    InitializeParams,
    ListParams,
    ReadResourceParams,
    read_params,
)
from mcp_gateway.protocol.negotiation import acknowledge, open_request
from mcp_gateway.protocol.replies import ACCEPTED, Reply, batch_reply, error_reply, result_reply
from mcp_gateway.protocol.results import Server, structured_result

SERVER = Server(name="gateway", title="Gateway", version="1.2")
MODELS = (
    ListParams,
    CallToolParams,
    ReadResourceParams,
    GetPromptParams,
    CompleteParams,
    InitializeParams,
)

any_text = st.text(st.characters(exclude_categories=()), max_size=8)
versions = st.sampled_from((*KNOWN_VERSIONS, "2024-11-05", ""))
method_names = st.sampled_from((*Method, "no/such", "notifications/initialized"))
leaves = st.none() | st.booleans() | st.integers() | st.floats() | any_text | versions
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3)
)
metas = st.fixed_dictionaries(
    {},
    optional={
        META_VERSION: versions | values,
        META_CLIENT_CAPABILITIES: st.just({}) | values,
        META_CLIENT_INFO: values,
    },
)
params = st.fixed_dictionaries(
    {},
    optional={
        META: metas | values,
        "name": any_text | values,
        "uri": any_text,
        "arguments": values,
        "cursor": values,
        "ref": values,
        "protocolVersion": versions,
    },
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | values,
        "id": st.integers(-5, 5) | any_text | values,
        "method": method_names | values,
        "params": params | values,
        "result": values,
        "error": values,
    },
)
headers = st.dictionaries(
    st.sampled_from((VERSION_HEADER, METHOD_HEADER, NAME_HEADER, "Mcp-Param-A")),
    versions | method_names | any_text | any_text.map(lambda text: f"=?base64?{text}?="),
)


def exchange(raw: bytes, sent_headers: dict[str, str]) -> Reply:
    """An endpoint whose handlers only read their params."""
    try:
        body = read_body(raw, header_version=sent_headers.get(VERSION_HEADER))
    except ProtocolError as exc:
        return error_reply(exc)
    if isinstance(body, Batch):
        return batch_reply(body, lambda message: answer(message, sent_headers))
    return answer(body, sent_headers)


def answer(message: Message, sent_headers: dict[str, str]) -> Reply:
    try:
        if not isinstance(message, Request):
            acknowledge(message, sent_headers)
            return ACCEPTED
        opened = open_request(message, sent_headers)
        for model in MODELS:
            try:
                read_params(model, opened.params)
            except ProtocolError as exc:
                error_reply(exc, opened.id)
        return result_reply(opened, structured_result(b"{}"), SERVER)
    except ProtocolError as exc:
        return error_reply(exc)


def require_valid(reply: Reply) -> None:
    assert reply.status in {200, 202, 400, 404, 413}
    if not reply.body:
        assert reply.status == 202
        return
    decoded = json.loads(reply.body)
    for message in decoded if isinstance(decoded, list) else [decoded]:
        if "\\ud" not in json.dumps(message):
            jsonrpc_message_adapter.validate_python(message)
        assert message["jsonrpc"] == "2.0"
        assert ("result" in message) != ("error" in message)
        assert not isinstance(message["id"], bool | float)


@settings(deadline=None)
@given(raw=st.binary(max_size=60), sent_headers=headers)
def test_any_bytes_get_a_valid_answer(raw, sent_headers):
    require_valid(exchange(raw, sent_headers))


@settings(deadline=None)
@given(value=values | st.lists(messages, max_size=3), sent_headers=headers)
def test_any_json_gets_a_valid_answer(value, sent_headers):
    require_valid(exchange(json.dumps(value).encode(), sent_headers))


@settings(deadline=None, max_examples=400)
@given(message=messages, sent_headers=headers)
def test_anything_like_a_message_gets_a_valid_answer(message, sent_headers):
    require_valid(exchange(json.dumps(message).encode(), sent_headers))


@settings(deadline=None)
@given(message=messages)
def test_an_id_that_can_be_read_comes_back(message):
    raw = json.dumps({**message, "id": "mine", "jsonrpc": "2.0", "method": "ping"}).encode()

    assume("NaN" not in raw.decode() and "Infinity" not in raw.decode())

    assert json.loads(exchange(raw, {}).body)["id"] == "mine"


@settings(deadline=None)
@given(value=values)
def test_a_value_without_a_flaw_is_one_that_a_strict_writer_takes(value):
    written = json.dumps(value)
    assume("NaN" not in written and "Infinity" not in written)
    read = json_text.read(written.encode())
    flaw = json_text.find_flaw(read)

    if flaw is None:
        assert orjson.loads(orjson.dumps(read)) == read
    else:
        assert str(flaw).isascii()


@settings(deadline=None)
@given(text=any_text)
def test_any_accept_and_content_type_is_taken_or_refused(text):
    for check in (require_json_accepted, require_json_body):
        with suppress(NotAcceptableError, UnsupportedMediaTypeError):
            check(text)


@settings(deadline=None)
@given(arguments=st.dictionaries(st.sampled_from(["a", "b"]), values), sent_headers=headers)
@pytest.mark.parametrize("kind", ["string", "integer", "boolean"])
def test_any_custom_header_agrees_or_is_a_mismatch(kind, arguments, sent_headers):
    schema = {"properties": {"a": {"type": kind, HEADER_ANNOTATION: "A"}}}
    declared = declared_header_params(schema)

    with suppress(HeaderMismatchError):
        check_header_params(declared, arguments, sent_headers)
