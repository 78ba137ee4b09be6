"""The wire contract of `POST /mcp`: bytes and values in, bytes and values out, no Django.

How an endpoint uses it, in the order of the checks (a `ProtocolError` anywhere becomes an
`error_reply`):

1. `require_json_body`, `require_json_accepted`, then `read_body` gives a message or a `Batch`;
   the latter goes to `batch_reply`, one message at a time.
2. A notification or response: `acknowledge`, then `ACCEPTED`. A request: `open_request`.
3. `read_params` with the model of the method; for `tools/call` in the modern era also
   `check_header_params`. An `InvalidArgumentsError` goes to `refuse_arguments`, as does what a
   tool's own schema refuses.
4. The handler's result, made by one of the `*_result` functions, goes to `result_reply`.
"""

from mcp_gateway.protocol.constants import (
    MAX_BODY_BYTES,
    REVISIONS,
    VERSION_HEADER,
    Era,
    ErrorCode,
    Method,
    Revision,
)
from mcp_gateway.protocol.content import (
    Audio,
    BlobResource,
    ContentBlock,
    EmbeddedResource,
    Image,
    PromptMessage,
    ResourceContents,
    ResourceLink,
    Text,
    TextResource,
    Wire,
)
from mcp_gateway.protocol.envelope import (
    Batch,
    Message,
    Notification,
    Params,
    Request,
    Response,
    read_body,
)
from mcp_gateway.protocol.errors import (
    BodyTooLargeError,
    HeaderMismatchError,
    InternalError,
    InvalidArgumentsError,
    InvalidCursorError,
    InvalidParamsError,
    MissingCapabilityError,
    ProtocolError,
    RequestId,
    ResourceNotFoundError,
    TransportError,
    UnknownPromptError,
    UnknownToolError,
    quoted,
)
from mcp_gateway.protocol.headers import (
    HeaderParam,
    Headers,
    check_header_params,
    declared_header_params,
    header_value,
)
from mcp_gateway.protocol.json_text import Fragment
from mcp_gateway.protocol.media import require_json_accepted, require_json_body
from mcp_gateway.protocol.messages import (
    CallToolParams,
    CompleteParams,
    CompletionContext,
    GetPromptParams,
    InitializeParams,
    ListParams,
    MethodParams,
    PromptReference,
    ReadResourceParams,
    ResourceTemplateReference,
    read_params,
)
from mcp_gateway.protocol.negotiation import Opened, acknowledge, open_request
from mcp_gateway.protocol.replies import (
    ACCEPTED,
    Reply,
    batch_reply,
    error_reply,
    result_reply,
)
from mcp_gateway.protocol.results import (
    Server,
    call_result,
    complete_result,
    discover_result,
    get_prompt_result,
    initialize_result,
    list_result,
    read_resource_result,
    refuse_arguments,
    structured_result,
    tool_error_result,
)

__all__ = [
    "ACCEPTED",
    "MAX_BODY_BYTES",
    "REVISIONS",
    "VERSION_HEADER",
    "Audio",
    "Batch",
    "BlobResource",
    "BodyTooLargeError",
    "CallToolParams",
    "CompleteParams",
    "CompletionContext",
    "ContentBlock",
    "EmbeddedResource",
    "Era",
    "ErrorCode",
    "Fragment",
    "GetPromptParams",
    "HeaderMismatchError",
    "HeaderParam",
    "Headers",
    "Image",
    "InitializeParams",
    "InternalError",
    "InvalidArgumentsError",
    "InvalidCursorError",
    "InvalidParamsError",
    "ListParams",
    "Message",
    "Method",
    "MethodParams",
    "MissingCapabilityError",
    "Notification",
    "Opened",
    "Params",
    "PromptMessage",
    "PromptReference",
    "ProtocolError",
    "ReadResourceParams",
    "Reply",
    "Request",
    "RequestId",
    "ResourceContents",
    "ResourceLink",
    "ResourceNotFoundError",
    "ResourceTemplateReference",
    "Response",
    "Revision",
    "Server",
    "Text",
    "TextResource",
    "TransportError",
    "UnknownPromptError",
    "UnknownToolError",
    "Wire",
    "acknowledge",
    "batch_reply",
    "call_result",
    "check_header_params",
    "complete_result",
    "declared_header_params",
    "discover_result",
    "error_reply",
    "get_prompt_result",
    "header_value",
    "initialize_result",
    "list_result",
    "open_request",
    "quoted",
    "read_body",
    "read_params",
    "read_resource_result",
    "refuse_arguments",
    "require_json_accepted",
    "require_json_body",
    "result_reply",
    "structured_result",
    "tool_error_result",
]
