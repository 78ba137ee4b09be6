"""What a tool is told about the call it serves."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar
from uuid import UUID

UserT = TypeVar("UserT")


class Scope(StrEnum):
    """What a token is for."""

    READ = "read"
    FULL = "full"
    AGENT = "agent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller(Generic[UserT]):
    """The account that a call acts as, and the token it came with.

    `token_id` is None when a person calls without a token (a session, or the command line).
    """

    user: UserT
    scope: Scope
    token_id: int | None = None
    token_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext(Generic[UserT]):
    """One call: who asks, when, and the identifiers it is recorded under.

    `now` is aware UTC and the only clock a tool reads, so that one call has one time. `tool` is
    the name of the tool that is called; empty for a resource or a prompt.
    """

    caller: Caller[UserT]
    call_id: UUID
    request_id: str
    now: datetime
    tool: str = ""

    @property
    def user(self) -> UserT:
        """The account that the call acts as."""
        return self.caller.user
