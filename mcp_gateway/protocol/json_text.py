"""Reading and writing JSON: bytes to values and back, within the limits of this server."""

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from mcp_gateway.protocol.constants import MAX_DEPTH
from mcp_gateway.protocol.errors import ParseError, quoted

Fragment = orjson.Fragment
"""JSON text that is written as it stands: serialise a value once, embed it anywhere."""

MAX_INTEGER: Final = 2**63 - 1
MIN_INTEGER: Final = -(2**63)

_DIGITS = 640  # the least that Python may be set to convert (sys.int_info)
_PAST_64_BITS = 2**64
_PLAIN_KEY = re.compile(r"[\w-]{1,64}", re.ASCII)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        key = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ParseError(f"The key {quoted(key)} appears twice in one object.")
    return members


def _constant(text: str) -> object:
    raise ParseError(f"{text} is not JSON.")


def _integer(text: str) -> int:
    return int(text) if len(text) <= _DIGITS else _PAST_64_BITS


def _real(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ParseError(f"The number {quoted(text)} is out of range.")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_constant=_constant,
    parse_int=_integer,
    parse_float=_real,
)


def read(raw: bytes) -> object:
    """The value that `raw` holds as UTF-8 JSON (RFC 8259).

    Integers stay exact up to 640 digits; a longer one becomes some integer past 64 bits, which
    `find_flaw` names. Escaped lone surrogates and NUL are kept for it as well.

    Raises:
        ParseError: not UTF-8, not JSON, NaN or Infinity, a number no double can hold, a key
            twice in one object, or arrays and objects nested deeper than `MAX_DEPTH`.
    """
    try:
        value = _DECODER.decode(raw.decode("utf-8"))
    except UnicodeDecodeError as exc:
        raise ParseError(f"The body is not UTF-8 (byte {exc.start}).") from exc
    except json.JSONDecodeError as exc:
        raise ParseError(f"The body is not JSON: {exc.msg} (character {exc.pos}).") from exc
    except RecursionError:
        raise _too_deep() from None
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH and _is_deeper(value, MAX_DEPTH):
        raise _too_deep()
    return value


def _too_deep() -> ParseError:
    return ParseError(f"The JSON is nested deeper than {MAX_DEPTH} levels.")


def _is_deeper(value: object, limit: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
    return bool(level)


def write(value: object) -> bytes:
    """`value` as UTF-8 JSON.

    Lone surrogates and integers past 64 bits, which `orjson` refuses, are written in ASCII with
    escapes, so that what a client sent can always be sent back.

    Raises:
        TypeError: something that is not JSON; or one of those values beside a `Fragment`.
    """
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


@dataclass(frozen=True, slots=True)
class Flaw:
    """A value inside valid JSON that neither a tool nor a database can take.

    Attributes:
        path: keys and positions that lead to it, outermost first.
        reason: what is wrong with it, as the end of a sentence.
    """

    path: tuple[str | int, ...]
    reason: str

    def __str__(self) -> str:
        return f"{path_text(self.path)} {self.reason}"


def path_text(path: Sequence[str | int]) -> str:
    """A path as people write it, `items[2].title`; a key that is no plain word is quoted."""
    parts = (
        f"[{part}]"
        if isinstance(part, int)
        else f".{part if _PLAIN_KEY.fullmatch(part) else quoted(part)}"
        for part in path
    )
    return "".join(parts).removeprefix(".")


def find_flaw(value: object) -> Flaw | None:
    """The first integer past signed 64 bits, NUL or lone surrogate in `value`, keys included."""
    if isinstance(value, str):
        reason = _text_flaw(value)
        return Flaw((), reason) if reason else None
    if isinstance(value, dict):
        return _find_in_object(value)
    if isinstance(value, list):
        return _find_in_array(value)
    if isinstance(value, int) and not MIN_INTEGER <= value <= MAX_INTEGER:
        return Flaw((), "is an integer beyond 64 bits")
    return None


def _find_in_object(members: dict[str, object]) -> Flaw | None:
    for key, item in members.items():
        if reason := _text_flaw(key):
            return Flaw((key,), f"has a name that {reason}")
        if flaw := find_flaw(item):
            return Flaw((key, *flaw.path), flaw.reason)
    return None


def _find_in_array(items: list[object]) -> Flaw | None:
    for index, item in enumerate(items):
        if flaw := find_flaw(item):
            return Flaw((index, *flaw.path), flaw.reason)
    return None


def _text_flaw(text: str) -> str:
    if "\0" in text:
        return "contains a NUL character"
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            return "contains half of a surrogate pair"
    return ""
