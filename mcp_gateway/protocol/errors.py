"""Why a message is refused: one tree, with the JSON-RPC code and the HTTP status on the class."""

import json
from collections.abc import Mapping
from typing import ClassVar

from mcp_gateway.protocol.constants import MODERN_VERSIONS, Era, ErrorCode, Revision

RequestId = int | str
"""Id of a request: a string, or an integer of at most 64 bits (`basic/index#requests`)."""

_QUOTED_CHARACTERS = 80


def quoted(text: str) -> str:
    """What a client sent, safe to put into a message: cut, in quotes, printable ASCII alone."""
    shown = text if len(text) <= _QUOTED_CHARACTERS else text[:_QUOTED_CHARACTERS] + "..."
    return json.dumps(shown)


class ProtocolError(Exception):
    """A message that is answered by a JSON-RPC error.

    Attributes:
        code: the JSON-RPC code, which is the contract; the message may be reworded.
        http_status: status of the HTTP response when the message came alone.
        data: what goes into `error.data`, or None for no `data` at all.
        request_id: id of the refused request where it could be read.
    """

    code: ErrorCode = ErrorCode.INVALID_REQUEST
    http_status: int = 400

    def __init__(
        self,
        message: str,
        *,
        data: Mapping[str, object] | None = None,
        request_id: RequestId | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.data = data
        self.request_id = request_id


class ParseError(ProtocolError):
    """The body is not JSON, or not JSON that this server takes: too deep, a key twice."""

    code = ErrorCode.PARSE_ERROR


class InvalidRequestError(ProtocolError):
    """JSON, but not one JSON-RPC request, notification or response, or not a batch served here."""


class TransportError(ProtocolError):
    """Refused by HTTP before the body was read.

    `reason` is a stable word for programs; it travels as `data.error`.
    """

    reason: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message, data={"error": self.reason})


class NotAcceptableError(TransportError):
    """`Accept` admits no JSON, and there is nothing else to send."""

    http_status = 406
    reason = "not_acceptable"


class UnsupportedMediaTypeError(TransportError):
    """The body is announced as something other than JSON."""

    http_status = 415
    reason = "unsupported_media_type"


class BodyTooLargeError(TransportError):
    """The body is over `MAX_BODY_BYTES`."""

    http_status = 413
    reason = "body_too_large"


class UnsupportedVersionError(ProtocolError):
    """A protocol version that is not served (2026-07-28 `basic/versioning`)."""

    code = ErrorCode.UNSUPPORTED_VERSION

    def __init__(self, requested: str) -> None:
        super().__init__(
            f"Protocol version {quoted(requested)} is not supported.",
            data={"supported": list(MODERN_VERSIONS), "requested": requested},
        )


class HeaderMismatchError(ProtocolError):
    """A standard header is missing, cannot be decoded or says something else than the body."""

    code = ErrorCode.HEADER_MISMATCH


class MissingCapabilityError(ProtocolError):
    """The request needs something that its client did not declare it can do.

    `required` has the form of `ClientCapabilities`, such as `{"sampling": {}}`.
    """

    code = ErrorCode.MISSING_CLIENT_CAPABILITY

    def __init__(self, required: Mapping[str, object]) -> None:
        names = ", ".join(required)
        super().__init__(
            f"The client has not declared a capability that this needs: {names}.",
            data={"requiredCapabilities": dict(required)},
        )


class MethodNotFoundError(ProtocolError):
    """No such method in the request's revision: 404 when modern, 200 when legacy."""

    code = ErrorCode.METHOD_NOT_FOUND

    def __init__(self, method: str, era: Era) -> None:
        super().__init__(f"Method {quoted(method)} does not exist in this protocol version.")
        self.http_status = 404 if era is Era.MODERN else 200


class InvalidParamsError(ProtocolError):
    """The params of a known method are wrong; handlers raise it too.

    The status is 200: a modern client takes a 400 without a -3202x code for an older server,
    and legacy clients throw on any status but 2xx.
    """

    code = ErrorCode.INVALID_PARAMS
    http_status = 200


class InvalidMetaError(InvalidParamsError):
    """`_meta` of a modern request lacks what every request has to carry."""

    http_status = 400


class InvalidArgumentsError(InvalidParamsError):
    """A tool's arguments hold a value that no tool can take; `refuse_arguments` answers it."""


class UnknownToolError(InvalidParamsError):
    """`tools/call` names no tool."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no tool {quoted(name)}; tools/list names them.")


class UnknownPromptError(InvalidParamsError):
    """`prompts/get` or a completion names no prompt."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no prompt {quoted(name)}; prompts/list names them.")


class InvalidCursorError(InvalidParamsError):
    """A cursor that this server did not issue, or not for this list."""

    def __init__(self) -> None:
        super().__init__("params.cursor is not a cursor of this list; start without one.")


class ResourceNotFoundError(ProtocolError):
    """No such resource, or none that the caller may read: the same answer for both."""

    http_status = 200

    def __init__(self, uri: str, revision: Revision) -> None:
        super().__init__(f"Resource {quoted(uri)} was not found.", data={"uri": uri})
        self.code = revision.resource_not_found


class InternalError(ProtocolError):
    """An unexpected failure: outside, its reference in the log and nothing else about it."""

    code = ErrorCode.INTERNAL_ERROR
    http_status = 200

    def __init__(self, reference: str) -> None:
        super().__init__("Internal error", data={"request_id": reference})


class BatchLimitError(ProtocolError):
    """A request of a batch that was not run, as the replies before it fill the answer."""

    code = ErrorCode.INTERNAL_ERROR
    http_status = 200

    def __init__(self) -> None:
        super().__init__("Not run: the batch's replies reached their limit. Send it on its own.")
