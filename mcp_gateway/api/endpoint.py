"""From the body of one POST to its reply: the boundary of the JSON-RPC side."""

import logging
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from mcp_gateway.api.auth import spend
from mcp_gateway.api.call import Call
from mcp_gateway.api.methods import HANDLERS
from mcp_gateway.api.server import this_server
from mcp_gateway.protocol import (
    ACCEPTED,
    VERSION_HEADER,
    Batch,
    Headers,
    InternalError,
    Message,
    Notification,
    ProtocolError,
    Reply,
    Request,
    Response,
    acknowledge,
    batch_reply,
    error_reply,
    header_value,
    open_request,
    read_body,
    result_reply,
)
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import InternalFailureError
from mcp_gateway.services.failures import report_failure

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One authenticated POST: who sent it, its headers, and the id it is logged under."""

    access: Access
    headers: Headers
    request_id: str


def answer_post(raw: bytes, post: Post) -> Reply:
    """Answer a body: one message, or a batch of them, each of which spends from the budget.

    Raises:
        ProtocolError: the body is no message and no batch that is served.
        TooManyRequestsError: the token's budget of this minute is used up.
    """
    version = header_value(post.headers, VERSION_HEADER)
    received = read_body(raw, header_version=version)
    if isinstance(received, Batch):
        spend(post.access, count=len(received.entries))
        return batch_reply(received, partial(_answer, post=post))
    spend(post.access)
    return _answer(received, post=post)


def _answer(message: Message, *, post: Post) -> Reply:
    if not isinstance(message, Request):
        return _acknowledged(message, post)
    started = perf_counter()
    try:
        reply = _served(message, post)
    except ProtocolError as error:
        reply = error_reply(error, message.id)
    except InternalFailureError as failure:
        reply = error_reply(InternalError(failure.request_id), message.id)
    except Exception as error:  # noqa: BLE001  # a boundary: reported without its message
        report_failure(error, what="A request", request_id=post.request_id)
        reply = error_reply(InternalError(post.request_id), message.id)
    _log(message, reply, duration=perf_counter() - started, request_id=post.request_id)
    return reply


def _served(request: Request, post: Post) -> Reply:
    opened = open_request(request, post.headers)
    call = Call(opened=opened, access=post.access, headers=post.headers, request_id=post.request_id)
    return result_reply(opened, HANDLERS[opened.method](call), this_server())


def _acknowledged(message: Notification | Response, post: Post) -> Reply:
    try:
        acknowledge(message, post.headers)
    except ProtocolError as error:
        return error_reply(error)
    return ACCEPTED


def _log(message: Request, reply: Reply, *, duration: float, request_id: str) -> None:
    method = message.method if message.method in HANDLERS else "unknown method"
    logger.debug("%s: %d in %.1f ms, request %s", method, reply.status, duration * 1e3, request_id)
