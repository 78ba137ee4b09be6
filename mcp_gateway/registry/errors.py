"""Errors of the registry: what a tool refuses, and what a wrong declaration says."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NO_DETAILS: Final[Mapping[str, object]] = MappingProxyType({})
NOT_FOUND: Final = "not_found"
"""The code of a refusal for what is not there, or not for this caller."""


class ToolDeclarationError(Exception):
    """A tool, resource or prompt is declared wrongly; raised at import, never at run time."""


class ToolError(Exception):
    """A call is refused or fails in a way that the caller can act on.

    Args:
        message: a sentence for people and models; may be reworded.
        code: the contract, snake_case.
        details: further JSON values of the refusal, such as `ids` or `retry_after_seconds`.
    """

    def __init__(
        self, message: str, *, code: str, details: Mapping[str, object] = NO_DETAILS
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.details = details

    def body(self) -> dict[str, object]:
        """Return the JSON object that a refused call answers with."""
        return {"error": self.code, "message": self.message, **self.details}


class ItemNotFoundError(ToolError):
    """The one thing a call names does not exist for this caller.

    It is answered with the bare message, the same for a missing, a deleted and a foreign row.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message, code=NOT_FOUND)


class InvalidArgumentsError(ToolError):
    """The arguments do not fit the tool; `argument` is the path of the first that does not.

    The message names it too: to clients of some revisions nothing else is sent.
    """

    def __init__(self, message: str, *, argument: str) -> None:
        is_named = message.startswith((f"{argument}:", f"{argument} "))
        named = message if is_named else f"{argument}: {message}"
        super().__init__(named, code="invalid_arguments", details={"argument": argument})
        self.argument = argument
