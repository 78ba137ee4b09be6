"""What the domain refuses, one class a reason.

The code is the contract; the message is for people. `details` names the items concerned.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

NO_DETAILS: Final[Mapping[str, object]] = MappingProxyType({})


class DomainError(Exception):
    """A selector or service refuses; nothing has changed.

    Args:
        message: a sentence that says what to do.
        details: further JSON values, such as the ids concerned.
    """

    code: ClassVar[str]

    def __init__(self, message: str, *, details: Mapping[str, object] = NO_DETAILS) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class NotFoundError(DomainError):
    """No such row, or none that the actor may see: unknown, deleted and foreign are one case."""

    code = "not_found"

    def __init__(self, ids: Sequence[str], *, noun: str = "task") -> None:
        super().__init__(f"No such {noun}.", details={"ids": list(ids)})


class TaskNotFoundError(NotFoundError):
    """The one task that was asked for is not there, or not for the actor."""

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(ids, noun="task")


class InvalidValueError(DomainError):
    """A value does not fit; `argument` is its path in what the caller sent."""

    code = "invalid_arguments"

    def __init__(self, message: str, *, argument: str) -> None:
        super().__init__(message, details={"argument": argument})
        self.argument = argument


class ForbiddenError(DomainError):
    """The actor may see the items, but their role in the project does not allow the change."""

    code = "forbidden"

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(
            "Your role in the project only allows reading.", details={"items": list(ids)}
        )


class NotPermittedError(DomainError):
    """Not with this token: an assistant may put away only what the same token made."""

    code = "not_permitted"

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(
            "Only tasks that this assistant created can be moved to the trash.",
            details={"items": list(ids)},
        )


class ScopeChangeError(DomainError):
    """A move would show tasks to other people, or hide them from some."""

    code = "scope_change"

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(
            "Tasks cannot move between projects that are shared with different people.",
            details={"items": list(ids)},
        )


class EncryptionEnabledError(DomainError):
    """The account is end-to-end encrypted, and readable text was to be written into it."""

    code = "encryption_enabled"

    def __init__(self) -> None:
        super().__init__(
            "This account is end-to-end encrypted; readable text cannot be written into it."
        )


class ChangedSinceError(DomainError):
    """What is to be undone has been changed again by somebody."""

    code = "changed_since"

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(
            "Some of it has been changed since; undo the later changes first.",
            details={"items": list(ids)},
        )
