"""JSON-RPC 2.0 envelopes: bytes in, requests, notifications, responses and batches out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mcp_gateway.protocol import json_text
from mcp_gateway.protocol.constants import (
    ASSUMED_REVISION,
    JSONRPC_VERSION,
    MAX_BATCH_MESSAGES,
    MAX_BODY_BYTES,
    META,
    META_VERSION,
    REVISIONS,
    Method,
)
from mcp_gateway.protocol.errors import (
    BodyTooLargeError,
    InvalidRequestError,
    ProtocolError,
    RequestId,
    UnsupportedVersionError,
)

Params = Mapping[str, object]

NO_PARAMS: Final[Params] = MappingProxyType({})


def names_version(params: Params) -> bool:
    """Whether `_meta` names a protocol version, as every request does since 2026-07-28."""
    meta = params.get(META)
    return isinstance(meta, dict) and META_VERSION in meta


@dataclass(frozen=True, slots=True)
class Request:
    """A call that is owed a reply with its `id`."""

    id: RequestId
    method: str
    params: Params


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that is owed no reply."""

    method: str
    params: Params


@dataclass(frozen=True, slots=True)
class Response:
    """An answer to a request that a server made; this one makes none."""

    id: RequestId | None


Message = Request | Notification | Response


@dataclass(frozen=True, slots=True)
class Batch:
    """The messages of a JSON array in their order; one that is none is the error it gets."""

    entries: tuple[Message | ProtocolError, ...]


def read_body(raw: bytes, *, header_version: str | None) -> Message | Batch:
    """Read the body of one POST.

    Args:
        raw: the body as it came.
        header_version: value of the `MCP-Protocol-Version` header, None when there is none. It
            decides whether a batch may be served (2025-03-26 `basic/index#batching`).

    Raises:
        BodyTooLargeError: over `MAX_BODY_BYTES`.
        ParseError: not JSON that this server takes; see `json_text.read`.
        InvalidRequestError: not a message, or not a batch that is served. It carries the
            request's id if that could be read.
        UnsupportedVersionError: a batch under a version that is not known.
    """
    if len(raw) > MAX_BODY_BYTES:
        raise BodyTooLargeError(f"The body is over {MAX_BODY_BYTES:,} bytes.")
    value = json_text.read(raw)
    if isinstance(value, list):
        return _read_batch(value, header_version)
    return read_message(value)


def _read_batch(values: Sequence[object], header_version: str | None) -> Batch:
    version = ASSUMED_REVISION.version if header_version is None else header_version
    revision = REVISIONS.get(version)
    if revision is None:
        raise UnsupportedVersionError(version)
    if not revision.has_batches:
        raise InvalidRequestError(f"Protocol version {version} has no batches.")
    if not 1 <= len(values) <= MAX_BATCH_MESSAGES:
        raise InvalidRequestError(
            f"A batch holds 1 to {MAX_BATCH_MESSAGES} messages, not {len(values)}."
        )
    entries = tuple(_read_entry(value) for value in values)
    for entry in entries:
        if isinstance(entry, Request | Notification):
            _require_batchable(entry)
    return Batch(entries)


def _require_batchable(message: Request | Notification) -> None:
    if message.method == Method.INITIALIZE:
        raise InvalidRequestError("A batch must not contain initialize.")
    if names_version(message.params):
        raise InvalidRequestError(f"A request whose {META} names a version must come alone.")


def _read_entry(value: object) -> Message | ProtocolError:
    try:
        return read_message(value)
    except InvalidRequestError as exc:
        return exc


def read_message(value: object) -> Message:
    """The message that a JSON value is (`basic/index#messages`).

    Raises:
        InvalidRequestError: it is none; its `request_id` is the value's id where that is one.
    """
    if not isinstance(value, dict):
        raise InvalidRequestError("A message is a JSON object.")
    request_id = _readable_id(value)
    if value.get("jsonrpc") != JSONRPC_VERSION:
        raise InvalidRequestError('jsonrpc must be "2.0".', request_id=request_id)
    if "method" not in value:
        return _read_response(value, request_id)
    method = value["method"]
    params = value.get("params")
    if not isinstance(method, str):
        raise InvalidRequestError("method must be a string.", request_id=request_id)
    if not isinstance(params, dict | None):
        raise InvalidRequestError("params must be an object.", request_id=request_id)
    if "id" not in value:
        return Notification(method, params or NO_PARAMS)
    if request_id is None:
        raise InvalidRequestError("id must be a string or an integer of at most 64 bits.")
    return Request(request_id, method, params or NO_PARAMS)


def _readable_id(message: Mapping[str, object]) -> RequestId | None:
    match message.get("id"):
        case str(text):
            return text
        case bool():
            return None
        case int(number) if json_text.MIN_INTEGER <= number <= json_text.MAX_INTEGER:
            return number
    return None


def _read_response(message: Mapping[str, object], request_id: RequestId | None) -> Response:
    is_failure = "error" in message and message.get("id") is None
    if ("result" in message) == ("error" in message) or (request_id is None and not is_failure):
        raise InvalidRequestError("A request has a method.", request_id=request_id)
    return Response(request_id)
