"""Messages back to bytes, with the HTTP status that goes with them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mcp_gateway.protocol import json_text
from mcp_gateway.protocol.constants import JSONRPC_VERSION, MAX_BATCH_REPLY_BYTES
from mcp_gateway.protocol.content import Wire
from mcp_gateway.protocol.envelope import Batch, Message, Request
from mcp_gateway.protocol.errors import BatchLimitError, ProtocolError, RequestId
from mcp_gateway.protocol.negotiation import Opened
from mcp_gateway.protocol.results import Server, finish_result


@dataclass(frozen=True, slots=True)
class Reply:
    """One HTTP response: `application/json`, or no body at all."""

    status: int
    body: bytes


ACCEPTED: Final = Reply(202, b"")
"""Acknowledges a message that is owed no reply."""


def result_reply(opened: Opened, result: Wire, server: Server) -> Reply:
    """The reply that carries a result, finished for the request's revision.

    Raises:
        TypeError: `result` holds something that is not JSON.
    """
    finished = json_text.write(finish_result(opened, result, server))
    request_id = json_text.write(opened.id)
    return Reply(200, b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (request_id, finished))


def error_reply(error: ProtocolError, request_id: RequestId | None = None) -> Reply:
    """The reply that carries an error, with the id it has read or was given, else null."""
    body: Wire = {"code": int(error.code), "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    known = error.request_id if request_id is None else request_id
    message = {"jsonrpc": JSONRPC_VERSION, "id": known, "error": body}
    return Reply(error.http_status, json_text.write(message))


def batch_reply(batch: Batch, answer: Callable[[Message], Reply]) -> Reply:
    """Answer the messages of a batch one after the other (2025-03-26 `basic/index#batching`).

    Once the replies reach `MAX_BATCH_REPLY_BYTES`, the remaining requests are not run; each
    gets an error that says so. A batch without requests is acknowledged.

    Args:
        answer: answers one message, and refuses it by returning an `error_reply`.
    """
    bodies: list[bytes] = []
    size = 0
    for entry in batch.entries:
        if isinstance(entry, ProtocolError):
            reply = error_reply(entry)
        elif size >= MAX_BATCH_REPLY_BYTES and isinstance(entry, Request):
            reply = error_reply(BatchLimitError(), entry.id)
        else:
            reply = answer(entry)
        if reply.body:
            bodies.append(reply.body)
            size += len(reply.body)
    return Reply(200, b"[%b]" % b",".join(bodies)) if bodies else ACCEPTED
