"""Toolsets of the tests alone: one tool of each effect, and everything that can go wrong."""

from typing import Annotated, Any
from uuid import UUID

from django.contrib.auth.models import Group
from pydantic import AfterValidator, Field

from mcp_gateway.protocol.content import Text
from mcp_gateway.registry import (
    Effect,
    NoArgs,
    Registry,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolError,
    ToolOptions,
    ToolResult,
    ToolSet,
)

READS = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
CHANGES = Effect(read_only=False, destructive=False, idempotent=False, open_world=False)

MARKER = "kumquat-marmalade"


class TakenError(Exception):
    """An error of the domain that the toolset knows how to tell."""


class BrokenError(Exception):
    """An error that nobody foresaw."""


def _tell(error: Exception) -> ToolError | None:
    if isinstance(error, TakenError):
        return ToolError("The name is taken.", code="taken")
    return None


def _lower_case(text: str) -> str:
    if text != text.lower():
        raise ValueError("must be in lower case")
    return text


class Size(ToolArgs):
    """Nested arguments."""

    width: Annotated[int, Field(ge=1, description="Width.")]


class ReadArgs(ToolArgs):
    """Arguments of each kind."""

    count: Annotated[int, Field(ge=1, le=9, description="A number.")] = 1
    text: Annotated[str, AfterValidator(_lower_case), Field(description="A text.")] = ""
    number: Annotated[UUID | None, Field(description="An id.")] = None
    sizes: Annotated[list[Size], Field(description="Sizes.")] = []
    either: Annotated[int | Size | None, Field(description="A number or a size.")] = None


class ReadResult(ToolResult):
    """What was read."""

    count: int


class GroupArgs(ToolArgs):
    """Names of groups to make."""

    names: Annotated[list[str], Field(min_length=1, description="Names.")]
    fail: Annotated[str, Field(description="How to fail afterwards.")] = ""
    client_request_id: Annotated[str | None, Field(description="Makes a repeat safe.")] = None


class GroupResult(ToolResult):
    """Ids alone."""

    ids: list[int]


class Nothing(ToolResult):
    """An empty result."""


class RepeatArgs(ToolArgs):
    """Nothing but the id of the request."""

    client_request_id: Annotated[str | None, Field(description="Makes a repeat safe.")] = None


def _fail(how: str) -> None:
    failures: dict[str, Exception] = {
        "refuse": ToolError("No.", code="refused_by_tool"),
        "domain": TakenError(MARKER),
        "break": BrokenError(MARKER),
    }
    if how:
        raise failures[how]


def _make_groups(names: list[str]) -> list[int]:
    return [Group.objects.create(name=name).pk for name in names]


def make_registry() -> Registry:
    """Declare the toolsets anew: `basic` carried by every token, `extra` only when named."""
    return Registry([_basic(), _extra()])


def _basic() -> ToolSet:
    basic = ToolSet(name="basic", title="Basic", description="For tests.", translate_error=_tell)
    _declare_reads(basic)
    _declare_changes(basic)
    return basic


def _declare_reads(basic: ToolSet) -> None:
    @basic.tool(title="Read", effect=READS)
    def read_count(ctx: ToolContext[Any], args: ReadArgs) -> ReadResult:
        """Read a number."""
        return ReadResult(count=args.count)

    @basic.tool(title="Read badly", effect=READS)
    def read_badly(ctx: ToolContext[Any], args: GroupArgs) -> ReadResult:
        """Fail as asked."""
        _fail(args.fail)
        return ReadResult.model_construct(count=MARKER)  # type: ignore[arg-type]


def _declare_changes(basic: ToolSet) -> None:
    @basic.tool(
        title="Make groups",
        effect=CHANGES,
        options=ToolOptions(count_items=lambda args: len(args.names)),
    )
    def make_groups(ctx: ToolContext[Any], args: GroupArgs) -> GroupResult:
        """Make groups, then fail as asked."""
        ids = _make_groups(args.names)
        _fail(args.fail)
        return GroupResult(ids=ids)

    @basic.tool(title="Poke", effect=CHANGES)
    def poke(ctx: ToolContext[Any], args: RepeatArgs) -> Nothing:
        """Make a group and say nothing of it."""
        _make_groups([str(ctx.call_id)])
        return Nothing()

    @basic.tool(title="Say", effect=CHANGES)
    def say(ctx: ToolContext[Any], args: RepeatArgs) -> ToolContent:
        """Make a group and answer with a block."""
        _make_groups([str(ctx.call_id)])
        return ToolContent(blocks=(Text(text="done"),))

    @basic.tool(title="Claim", effect=CHANGES, options=ToolOptions(needs_owner_writes=False))
    def claim_path(ctx: ToolContext[Any], args: NoArgs) -> Nothing:
        """Change nothing of the owner's."""
        return Nothing()


def _extra() -> ToolSet:
    extra = ToolSet(name="extra", title="Extra", description="For tests.", is_default=False)

    @extra.tool(title="Read more", effect=READS)
    def read_more(ctx: ToolContext[Any], args: NoArgs) -> Nothing:
        """Read nothing."""
        return Nothing()

    @extra.tool(title="Change more", effect=CHANGES)
    def change_more(ctx: ToolContext[Any], args: NoArgs) -> Nothing:
        """Change nothing."""
        return Nothing()

    return extra
