"""Toolsets that show every way a tool, resource or prompt can behave."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from mcp_gateway.protocol import Image, ResourceLink, Text
from mcp_gateway.registry import (
    Effect,
    ItemNotFoundError,
    NoArgs,
    NoticedResult,
    PromptArgs,
    PromptMessage,
    ResourceArgs,
    ResourceContent,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolError,
    ToolOptions,
    ToolResult,
    ToolSet,
    UntrustedStr,
)

SECRET = "the-marker-that-must-not-get-out"
READ = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
WRITE = Effect(read_only=False, destructive=False, idempotent=False, open_world=False)


def traits_of(user: Any) -> Sequence[str]:
    """Name what is special about the account; fail for one that is broken."""
    if user.get_username().startswith("broken"):
        raise RuntimeError(SECRET)
    return ("sealed",) if user.get_username().startswith("sealed") else ()


shapes = ToolSet(
    name="shapes",
    title="Shapes",
    description="Every way a tool can behave.",
    traits_of=traits_of,
)
spare = ToolSet(
    name="spare", title="Spare", description="Carried when asked for.", is_default=False
)
toolsets = (shapes, spare)


class EchoArgs(ToolArgs):
    text: Annotated[str, Field(max_length=100_000, description="What comes back.")]
    times: Annotated[int, Field(ge=1, le=100, description="How often.")] = 1


class EchoResult(NoticedResult):
    untrusted_text: UntrustedStr
    count: int


@shapes.tool(title="Echo text", effect=READ)
def echo_text(ctx: ToolContext[Any], args: EchoArgs) -> EchoResult:
    """Return the text that was sent, as often as asked."""
    return EchoResult(untrusted_text=args.text * args.times, count=args.times)


@shapes.tool(title="Show blocks", effect=READ)
def show_blocks(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return blocks of several kinds, without structured content."""
    return ToolContent(
        (
            Text("plain"),
            Image(b"\x89PNG", "image/png"),
            ResourceLink(uri="fixture://note", name="note", title="Note"),
        )
    )


@shapes.tool(title="Miss an item", effect=READ)
def miss_item(ctx: ToolContext[Any], args: NoArgs) -> EchoResult:
    """Refuse as a tool does whose one item is not there."""
    raise ItemNotFoundError("thing not found")


class RefuseArgs(ToolArgs):
    code: Annotated[str, Field(max_length=40, description="Code of the refusal.")]


@shapes.tool(title="Refuse a call", effect=READ)
def refuse_call(ctx: ToolContext[Any], args: RefuseArgs) -> EchoResult:
    """Refuse with the code that was asked for."""
    raise ToolError("Refused as asked.", code=args.code, details={"retry_after_seconds": 7})


@shapes.tool(title="Fail badly", effect=READ)
def fail_badly(ctx: ToolContext[Any], args: NoArgs) -> EchoResult:
    """Fail in a way that nobody foresaw."""
    raise RuntimeError(SECRET)


@shapes.tool(title="Ask the model", effect=READ, options=ToolOptions(capabilities=("sampling",)))
def ask_model(ctx: ToolContext[Any], args: NoArgs) -> EchoResult:
    """Do what only clients with sampling can serve."""
    return EchoResult(untrusted_text="asked", count=1)


class RegionArgs(ToolArgs):
    region: Annotated[
        str,
        Field(
            max_length=40,
            description="Repeated by a header.",
            json_schema_extra={"x-mcp-header": "Region"},
        ),
    ]


@shapes.tool(title="Follow a header", effect=READ)
def follow_header(ctx: ToolContext[Any], args: RegionArgs) -> EchoResult:
    """Return the region that argument and header agree on."""
    return EchoResult(untrusted_text=args.region, count=1)


class FewerArgs(ToolArgs):
    """Without `times`."""

    text: Annotated[str, Field(max_length=100, description="What comes back.")]


@shapes.tool(
    title="Vary by account",
    effect=READ,
    options=ToolOptions(variants={"sealed": FewerArgs}),
)
def vary_by_account(ctx: ToolContext[Any], args: EchoArgs) -> EchoResult:
    """Return the text; sealed accounts are not offered `times`."""
    return EchoResult(untrusted_text=args.text, count=args.times)


@shapes.tool(title="Hide from some", effect=READ, options=ToolOptions(variants={"sealed": None}))
def hide_from_some(ctx: ToolContext[Any], args: NoArgs) -> EchoResult:
    """Serve every account but the sealed ones."""
    return EchoResult(untrusted_text="seen", count=1)


class MakeArgs(ToolArgs):
    names: Annotated[
        list[str], Field(min_length=1, max_length=100, description="Names of the things.")
    ]


class Made(ToolResult):
    id: int
    status: str


class MadeThings(ToolResult):
    call_id: UUID
    items: list[Made]


def _count_names(args: MakeArgs) -> int:
    return len(args.names)


@shapes.tool(title="Make things", effect=WRITE, options=ToolOptions(count_items=_count_names))
def make_things(ctx: ToolContext[Any], args: MakeArgs) -> MadeThings:
    """Make as many things as there are names; nothing is kept."""
    made = [Made(id=number, status="created") for number in range(1, len(args.names) + 1)]
    return MadeThings(call_id=ctx.call_id, items=made)


@spare.tool(title="Use the spare", effect=READ)
def use_spare(ctx: ToolContext[Any], args: NoArgs) -> EchoResult:
    """Answer for tokens that carry the spare toolset."""
    return EchoResult(untrusted_text="spare", count=1)


class NoVariables(ResourceArgs):
    """For a fixed address."""


class ThingVariables(ResourceArgs):
    thing_id: Annotated[int, Field(ge=1, description="Number of the thing.")]
    tz: Annotated[str, Field(max_length=40, description="Time zone.")] = "UTC"


class Thing(NoticedResult):
    id: int
    tz: str


@shapes.resource("fixture://note", title="Note", mime_type="text/plain")
def note(ctx: ToolContext[Any], args: NoVariables) -> ResourceContent:
    """A text."""
    return ResourceContent(mime_type="text/plain", text="a note")


@shapes.resource("fixture://bytes", title="Bytes", mime_type="application/octet-stream")
def some_bytes(ctx: ToolContext[Any], args: NoVariables) -> ResourceContent:
    """A few bytes."""
    return ResourceContent(mime_type="application/octet-stream", blob=b"\x00\x01")


@shapes.resource("fixture://broken", title="Broken")
def broken(ctx: ToolContext[Any], args: NoVariables) -> Thing:
    """A resource that fails."""
    raise RuntimeError(SECRET)


@shapes.resource("fixture://things/{thing_id}{?tz}", title="One thing")
def one_thing(ctx: ToolContext[Any], args: ThingVariables) -> Thing:
    """One thing by its number; there are nine."""
    if args.thing_id > 9:
        raise ItemNotFoundError("thing not found")
    return Thing(id=args.thing_id, tz=args.tz)


class PlanArgs(PromptArgs):
    topic: Annotated[str, Field(max_length=100, description="What to plan.")]
    tone: Annotated[str, Field(max_length=20, description="How to sound.")] = "plain"


@shapes.prompt("plan-things", title="Plan things")
def plan_things(ctx: ToolContext[Any], args: PlanArgs) -> str:
    """Plan what is to be done about a topic."""
    return f"Plan {args.topic} in a {args.tone} tone."


class NoPromptArgs(PromptArgs):
    """For a prompt without arguments."""


@shapes.prompt("show-link", title="Show a link")
def show_link(ctx: ToolContext[Any], args: NoPromptArgs) -> Sequence[PromptMessage]:
    """Speak in two turns, one of which is a link."""
    return (
        PromptMessage(content=ResourceLink(uri="fixture://note", name="note")),
        PromptMessage(content="Understood.", role="assistant"),
    )


@shapes.completion("plan-things", "topic")
def complete_topic(ctx: ToolContext[Any], value: str, given: Mapping[str, str]) -> Sequence[str]:
    """Offer a hundred and fifty topics, in the tone that was chosen already."""
    return [f"{value}{number}{given.get('tone', '')}" for number in range(150)]


@shapes.completion("fixture://things/{thing_id}{?tz}", "tz")
def complete_zone(ctx: ToolContext[Any], value: str, given: Mapping[str, str]) -> Sequence[str]:
    """Offer zones."""
    return [zone for zone in ("Europe/Berlin", "UTC") if zone.startswith(value)]


@shapes.completion("fixture://things/{thing_id}{?tz}", "thing_id")
def complete_thing(ctx: ToolContext[Any], value: str, given: Mapping[str, str]) -> Sequence[str]:
    """Refuse to tell which things there are."""
    raise ToolError("Things are not told.", code="not_permitted")
