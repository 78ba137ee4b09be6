"""Request headers that repeat the body, so that a proxy can route without reading it.

2026-07-28 `basic/transports#streamable-http` (standard headers, value encoding) and
`server/tools#x-mcp-header` (custom headers from tool parameters).
"""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from mcp_gateway.protocol.constants import HEADER_ANNOTATION, PARAM_HEADER_PREFIX
from mcp_gateway.protocol.errors import HeaderMismatchError
from mcp_gateway.protocol.json_text import path_text


class Headers(Protocol):
    """Request headers by name, in any case; Django's `request.headers` is one."""

    def get(self, name: str, /) -> str | None: ...


_ENCODED = re.compile(r"=\?base64\?(.*)\?=", re.ASCII)
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_DECIMAL = re.compile(r"(-?[0-9]{1,40})(?:\.0{1,40})?")
_ANNOTATED_TYPES: Final = frozenset({"string", "integer", "boolean"})
_DATA_KEYWORDS: Final = frozenset({"default", "examples", "const", "enum"})


def header_value(headers: Headers, name: str) -> str | None:
    """The value without the white space around it (RFC 9110 section 5.5), None when missing."""
    value = headers.get(name)
    return None if value is None else value.strip(" \t")


def decoded_value(headers: Headers, name: str) -> str | None:
    """The value with `=?base64?...?=` decoded as UTF-8, None when missing.

    Raises:
        HeaderMismatchError: the encoding is broken or not the canonical one.
    """
    value = header_value(headers, name)
    match = _ENCODED.fullmatch(value) if value else None
    if match is None:
        return value
    try:
        raw = base64.b64decode(match[1], validate=True)
        if base64.b64encode(raw).decode("ascii") == match[1]:
            return raw.decode("utf-8")
    except ValueError as exc:
        raise _broken(name) from exc
    raise _broken(name)


def _broken(name: str) -> HeaderMismatchError:
    return HeaderMismatchError(f"The {name} header is not valid Base64 of UTF-8 text.")


def require_header(headers: Headers, name: str, expected: str) -> None:
    """Check that a header says what the body says.

    Raises:
        HeaderMismatchError: missing, broken or different.
    """
    value = decoded_value(headers, name)
    if value is None:
        raise HeaderMismatchError(f"The {name} header is missing.")
    if value != expected:
        raise HeaderMismatchError(f"The {name} header says something else than the body.")


@dataclass(frozen=True, slots=True)
class HeaderParam:
    """An argument of one tool that a header repeats.

    Attributes:
        path: property names from the root of the input schema.
        header: full name, `Mcp-Param-...`.
        is_integer: compared as a number, so that `42.0` is 42.
    """

    path: tuple[str, ...]
    header: str
    is_integer: bool


def declared_header_params(input_schema: Mapping[str, object]) -> tuple[HeaderParam, ...]:
    """The parameters of a tool that carry `x-mcp-header`; read once, when the tool is declared.

    Raises:
        ValueError: an annotation off a chain of `properties`, on a type other than string,
            integer and boolean, with a name that is no HTTP token, or with a name used twice.
    """
    found: dict[str, HeaderParam] = {}
    for path, schema in _schema_positions(input_schema, ()):
        if HEADER_ANNOTATION not in schema:
            continue
        if not path:
            raise ValueError(f"{HEADER_ANNOTATION} stands where no header can repeat the value.")
        token, kind = schema[HEADER_ANNOTATION], schema.get("type")
        where = path_text(path)
        if not isinstance(token, str) or not _TOKEN.fullmatch(token):
            raise ValueError(f"{where}: {HEADER_ANNOTATION} must be an HTTP token.")
        if not isinstance(kind, str) or kind not in _ANNOTATED_TYPES:
            raise ValueError(f"{where}: {HEADER_ANNOTATION} is for string, integer and boolean.")
        if token.lower() in found:
            raise ValueError(f"{where}: {HEADER_ANNOTATION} {token} is used twice.")
        found[token.lower()] = HeaderParam(path, PARAM_HEADER_PREFIX + token, kind == "integer")
    return tuple(found.values())


_Position = tuple[tuple[str, ...] | None, Mapping[str, object]]


def _schema_positions(schema: object, path: tuple[str, ...] | None) -> Iterator[_Position]:
    """Each subschema with its property path, None where something else than properties led on."""
    if isinstance(schema, list):
        for item in schema:
            yield from _schema_positions(item, None)
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword, value in schema.items():
        if keyword == "properties" and isinstance(value, dict):
            for name, inner in value.items():
                yield from _schema_positions(inner, None if path is None else (*path, name))
        elif keyword not in _DATA_KEYWORDS:
            yield from _schema_positions(value, None)


def check_header_params(
    declared: Sequence[HeaderParam], arguments: Mapping[str, object], headers: Headers
) -> None:
    """Check a modern `tools/call`: each declared header and its argument agree or both lack.

    An argument that is null counts as absent; headers that the tool does not declare are ignored.

    Raises:
        HeaderMismatchError: names the header.
    """
    for param in declared:
        expected = _rendered(_argument_at(arguments, param.path))
        value = decoded_value(headers, param.header)
        if value == expected:
            continue
        if value is None or expected is None or not param.is_integer:
            raise HeaderMismatchError(
                f"The {param.header} header and the argument {path_text(param.path)} differ."
            )
        if _as_integer(value) != _as_integer(expected):
            raise HeaderMismatchError(f"The {param.header} header is another number.")


def _argument_at(arguments: Mapping[str, object], path: Sequence[str]) -> object:
    node: object = arguments
    for name in path:
        node = node.get(name) if isinstance(node, dict) else None
    return node


def _rendered(value: object) -> str | None:
    """An argument as its header spells it; None for what no header repeats."""
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
    return None


def _as_integer(text: str) -> int | str:
    """The number that a plain decimal spells; other text stands for itself."""
    match = _DECIMAL.fullmatch(text)
    return int(match[1]) if match else text
