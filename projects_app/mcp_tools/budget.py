"""Keeping results under the size that clients read whole.

A client in use cuts a result at 25,000 tokens, about 60,000 characters. Sizes are those of the
JSON in UTF-8 bytes, which is never less than what any client counts.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import orjson
from pydantic import TypeAdapter

from mcp_gateway.registry import ToolResult, make_visible

RESULT_BYTES: Final = 58_000
"""What the parts of a result may take together; the rest is for what frames them."""

QUOTES: Final = 2
MOST_BYTES: Final = 4
"""Of one visible character in JSON."""

PartT = TypeVar("PartT", bound=ToolResult)
_ANY: Final[TypeAdapter[Any]] = TypeAdapter(Any)


def json_size(value: object) -> int:
    """Return how many bytes of JSON `value` is."""
    return len(_ANY.dump_json(value, by_alias=True))


def take_fitting(parts: Sequence[PartT], room: int) -> Sequence[PartT]:
    """Return as many of `parts`, from the first on, as fit into `room` bytes of JSON."""
    if json_size(parts) <= room:
        return parts
    used = 2
    for count, part in enumerate(parts):
        used += json_size(part) + 1
        if used > room:
            return parts[:count]
    return parts


def share_room(lists: Sequence[Sequence[Any]], room: int) -> list[list[Any]]:
    """Return what fits of each list when all of them share `room` bytes.

    What a short list leaves of its equal share goes to the longer ones.
    """
    kept = [list(parts) for parts in lists]
    sizes = [json_size(parts) for parts in lists]
    places = sorted(range(len(lists)), key=sizes.__getitem__)
    for done, place in enumerate(places):
        kept[place] = list(take_fitting(lists[place], room // (len(lists) - done)))
        room -= json_size(kept[place])
    return kept


def shorten(text: str, size: int) -> str:
    """Return `text` with hidden characters visible, cut to `size` bytes of JSON at most."""
    visible = make_visible(text)
    if len(orjson.dumps(visible)) - QUOTES <= size:
        return visible
    visible = visible[:size]
    while (excess := len(orjson.dumps(visible)) - QUOTES - size) > 0:
        visible = visible[: -(excess // MOST_BYTES + 1)]
    return visible
