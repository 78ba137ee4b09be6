"""Blocks that results are made of (`server/tools#tool-result`, `schema#contentblock`)."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from mcp_gateway.protocol.constants import Revision

Wire = dict[str, object]
"""A JSON object as it is written to the wire."""


@dataclass(frozen=True, slots=True)
class TextResource:
    """Contents of a resource that is text."""

    uri: str
    text: str
    mime_type: str = "text/plain"

    def to_wire(self) -> Wire:
        return {"uri": self.uri, "mimeType": self.mime_type, "text": self.text}


@dataclass(frozen=True, slots=True)
class BlobResource:
    """Contents of a resource that is bytes; they travel as Base64."""

    uri: str
    blob: bytes
    mime_type: str = "application/octet-stream"

    def to_wire(self) -> Wire:
        return {"uri": self.uri, "mimeType": self.mime_type, "blob": _base64(self.blob)}


ResourceContents = TextResource | BlobResource


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str

    def to_wire(self) -> Wire:
        return {"type": "text", "text": self.text}


@dataclass(frozen=True, slots=True)
class Image:
    """An image, such as `image/png`; the bytes travel as Base64."""

    data: bytes
    mime_type: str

    def to_wire(self) -> Wire:
        return {"type": "image", "data": _base64(self.data), "mimeType": self.mime_type}


@dataclass(frozen=True, slots=True)
class Audio:
    """Sound, such as `audio/wav`; the bytes travel as Base64."""

    data: bytes
    mime_type: str

    def to_wire(self) -> Wire:
        return {"type": "audio", "data": _base64(self.data), "mimeType": self.mime_type}


@dataclass(frozen=True, slots=True)
class EmbeddedResource:
    """A resource with its contents."""

    resource: ResourceContents

    def to_wire(self) -> Wire:
        return {"type": "resource", "resource": self.resource.to_wire()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceLink:
    """A resource that the client may read if it cares; `size` is in bytes."""

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None

    def to_wire(self) -> Wire:
        optional = {
            "title": self.title,
            "description": self.description,
            "mimeType": self.mime_type,
            "size": self.size,
        }
        present = {key: value for key, value in optional.items() if value is not None}
        return {"type": "resource_link", "uri": self.uri, "name": self.name, **present}


ContentBlock = Text | Image | Audio | EmbeddedResource | ResourceLink


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One turn of a prompt (`server/prompts#promptmessage`)."""

    role: Literal["user", "assistant"]
    content: ContentBlock


def block_to_wire(block: ContentBlock, revision: Revision) -> Wire:
    """A block in the given revision; a link that it does not know becomes text."""
    if isinstance(block, ResourceLink) and not revision.has_resource_links:
        return Text(f"{block.title or block.name}: {block.uri}").to_wire()
    return block.to_wire()


def blocks_to_wire(blocks: Iterable[ContentBlock], revision: Revision) -> list[Wire]:
    """Several blocks, in their order."""
    return [block_to_wire(block, revision) for block in blocks]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
