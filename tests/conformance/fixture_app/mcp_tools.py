"""Tools, resources and prompts under the names and with the contents that the suite asserts."""

import base64
import io
import wave
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import Field

from mcp_gateway.protocol.content import Audio, EmbeddedResource, Image, Text, TextResource
from mcp_gateway.registry import (
    Effect,
    NoArgs,
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
)

READING: Final = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
RED_PIXEL: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5E"
    "rkJggg=="
)

fixtures: Final = ToolSet(
    name="conformance",
    title="Conformance fixtures",
    description="What the official suite calls.",
)
toolsets: Final = (fixtures,)


def one_sample_of_silence() -> bytes:
    """Return the smallest sound there is, as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8_000)
        sound.writeframes(b"\x80")
    return file.getvalue()


class EchoArgs(ToolArgs):
    """One argument that the request repeats in a header."""

    region: Annotated[
        str,
        Field(description="Any text.", json_schema_extra={"x-mcp-header": "Region"}),
    ]


class Echo(ToolResult):
    """What was sent."""

    region: str


class TemplateArgs(ResourceArgs):
    """The variable of the template."""

    id: str


class TemplateData(ToolResult):
    """What the template holds."""

    id: str
    data: str


class NoPromptArgs(PromptArgs):
    """For prompts that take no argument."""


class TwoArgs(PromptArgs):
    """Two texts."""

    arg1: Annotated[str, Field(description="First test argument.")]
    arg2: Annotated[str, Field(description="Second test argument.")]


class EmbeddedArgs(PromptArgs):
    """A resource to embed."""

    resource_uri: Annotated[
        str, Field(alias="resourceUri", description="URI of the resource to embed.")
    ]


@fixtures.tool(title="Simple text", effect=READING)
def test_simple_text(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return one block of text."""
    return ToolContent((Text("This is a simple text response for testing."),))


@fixtures.tool(title="Image", effect=READING)
def test_image_content(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return one image."""
    return ToolContent((Image(RED_PIXEL, "image/png"),))


@fixtures.tool(title="Audio", effect=READING)
def test_audio_content(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return one sound."""
    return ToolContent((Audio(one_sample_of_silence(), "audio/wav"),))


@fixtures.tool(title="Embedded resource", effect=READING)
def test_embedded_resource(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return a resource with its contents."""
    resource = TextResource("test://embedded-resource", "This is an embedded resource content.")
    return ToolContent((EmbeddedResource(resource),))


@fixtures.tool(title="Several kinds", effect=READING)
def test_multiple_content_types(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return text, an image and a resource."""
    resource = TextResource(
        "test://mixed-content-resource", '{"test":"data","value":123}', "application/json"
    )
    return ToolContent(
        (
            Text("Multiple content types test:"),
            Image(RED_PIXEL, "image/png"),
            EmbeddedResource(resource),
        )
    )


@fixtures.tool(title="Failure", effect=READING)
def test_error_handling(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Fail, always."""
    raise ToolError("This tool intentionally returns an error for testing", code="intended")


@fixtures.tool(
    title="Needs sampling", effect=READING, options=ToolOptions(capabilities=("sampling",))
)
def test_missing_capability(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Run for clients that declare sampling alone."""
    return ToolContent((Text("The client declares sampling."),))


@fixtures.tool(title="No elicitation", effect=READING)
def test_streaming_elicitation(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return without asking the client for anything."""
    return ToolContent((Text("Nothing was asked for."),))


@fixtures.tool(title="No log messages", effect=READING)
def test_logging_tool(ctx: ToolContext[Any], args: NoArgs) -> ToolContent:
    """Return without sending the client a log message."""
    return ToolContent((Text("Nothing was logged to the client."),))


@fixtures.tool(title="Header argument", effect=READING)
def test_header_argument(ctx: ToolContext[Any], args: EchoArgs) -> Echo:
    """Return the argument that the request also carries in a header."""
    return Echo(region=args.region)


@fixtures.resource("test://static-text", title="Static text", mime_type="text/plain")
def static_text(ctx: ToolContext[Any], args: ResourceArgs) -> ResourceContent:
    """A resource of text."""
    text = "This is the content of the static text resource."
    return ResourceContent(mime_type="text/plain", text=text)


@fixtures.resource("test://static-binary", title="Static bytes", mime_type="image/png")
def static_binary(ctx: ToolContext[Any], args: ResourceArgs) -> ResourceContent:
    """A resource of bytes."""
    return ResourceContent(mime_type="image/png", blob=RED_PIXEL)


@fixtures.resource("test://template/{id}/data", title="Template")
def template_data(ctx: ToolContext[Any], args: TemplateArgs) -> TemplateData:
    """A resource that repeats its variable."""
    return TemplateData(id=args.id, data=f"Data for ID: {args.id}")


@fixtures.prompt("test_simple_prompt", title="Simple prompt")
def simple_prompt(ctx: ToolContext[Any], args: NoPromptArgs) -> str:
    """Text alone."""
    return "This is a simple prompt for testing."


@fixtures.prompt("test_prompt_with_arguments", title="Prompt with arguments")
def prompt_with_arguments(ctx: ToolContext[Any], args: TwoArgs) -> str:
    """Text that repeats both arguments."""
    return f"Prompt with arguments: arg1='{args.arg1}', arg2='{args.arg2}'"


@fixtures.prompt("test_prompt_with_embedded_resource", title="Prompt with a resource")
def prompt_with_resource(ctx: ToolContext[Any], args: EmbeddedArgs) -> Sequence[PromptMessage]:
    """A resource and what to do with it."""
    resource = TextResource(args.resource_uri, "Embedded resource content for testing.")
    return (
        PromptMessage(content=EmbeddedResource(resource)),
        PromptMessage(content="Please process the embedded resource above."),
    )


@fixtures.prompt("test_prompt_with_image", title="Prompt with an image")
def prompt_with_image(ctx: ToolContext[Any], args: NoPromptArgs) -> Sequence[PromptMessage]:
    """An image and what to do with it."""
    return (
        PromptMessage(content=Image(RED_PIXEL, "image/png")),
        PromptMessage(content="Please analyze the image above."),
    )


@fixtures.completion("test_prompt_with_arguments", "arg1")
def complete_arg1(ctx: ToolContext[Any], value: str, _context: Mapping[str, str]) -> Sequence[str]:
    """Complete the first argument with words that start alike."""
    return [word for word in ("paris", "park", "party", "testing") if word.startswith(value)]
