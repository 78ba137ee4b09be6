"""What calls, reads and prompts come to; entry points put it on the wire."""

from dataclasses import dataclass
from uuid import UUID

from mcp_gateway.registry import (
    NOT_FOUND,
    InvalidArgumentsError,
    PromptMessage,
    ResourceContent,
    ToolContent,
    ToolError,
    ToolResult,
)
from mcp_gateway.services.gates import Gate


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOutcome:
    """A call's end: either `result` or `error`.

    `structured_json` is the result as UTF-8 JSON, serialised once; None for bare content and
    errors. A repeat of an earlier call has the earlier result.
    """

    call_id: UUID
    result: ToolResult | ToolContent | None = None
    structured_json: bytes | None = None
    error: ToolError | None = None

    @property
    def invalid(self) -> InvalidArgumentsError | None:
        """The error where the arguments were refused, before anything ran."""
        return self.error if isinstance(self.error, InvalidArgumentsError) else None

    @property
    def gate(self) -> Gate | None:
        """The gate that was shut, where one was."""
        code = None if self.error is None else self.error.code
        return next((gate for gate in Gate if gate.value == code), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceOutcome:
    """What reading a resource came to: `content`, or `error`.

    A resource that gives a `ToolResult` has it as JSON text in `content`.
    """

    uri: str
    content: ResourceContent | None = None
    error: ToolError | None = None

    @property
    def is_missing(self) -> bool:
        """Whether what the URI names is not there, or not for this caller."""
        return self.error is not None and self.error.code == NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptOutcome:
    """What a prompt gives: its description and messages, or `error`."""

    description: str
    messages: tuple[PromptMessage, ...] = ()
    error: ToolError | None = None
