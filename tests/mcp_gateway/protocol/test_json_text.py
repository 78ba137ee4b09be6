"""RFC 8259, and what this server adds to it: depth, keys once, exact integers."""

import json

import pytest

from mcp_gateway.protocol.constants import MAX_DEPTH, ErrorCode
from mcp_gateway.protocol.errors import ParseError
from mcp_gateway.protocol.json_text import Flaw, Fragment, find_flaw, path_text, read, write


def nested(depth: int) -> bytes:
    """Objects and arrays in turn, `depth` of them in all."""
    pairs, odd = divmod(depth, 2)
    return b'{"a":[' * pairs + b"[" * odd + b"]" * odd + b"]}" * pairs


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"{} {}", id="two values"),
        pytest.param(b'{"a": "\xff"}', id="not UTF-8"),
        pytest.param('"\ud800"'.encode("utf-8", "surrogatepass"), id="surrogate as UTF-8"),
        pytest.param("{}".encode("utf-16"), id="UTF-16"),
        pytest.param(b"\xef\xbb\xbf{}", id="byte order mark"),
        pytest.param(b"[NaN]", id="NaN"),
        pytest.param(b"[Infinity]", id="Infinity"),
        pytest.param(b"[-Infinity]", id="minus Infinity"),
        pytest.param(b"[1e400]", id="number no double can hold"),
        pytest.param(b'{"a": 1, "b": 2, "a": 3}', id="key twice"),
        pytest.param(b'[{"x": {"\\ud800": 1, "\\ud800": 2}}]', id="surrogate key twice"),
        pytest.param(b'"\x00"', id="raw control character"),
        pytest.param(nested(MAX_DEPTH + 1), id="too deep by one"),
        pytest.param(nested(1_000), id="1,000 deep"),
        pytest.param(b"[" * 900_000, id="900,000 brackets"),
    ],
)
def test_what_is_not_json_is_a_parse_error(raw):
    with pytest.raises(ParseError) as caught:
        read(raw)

    assert (caught.value.code, caught.value.http_status) == (ErrorCode.PARSE_ERROR, 400)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(nested(MAX_DEPTH), id="as deep as may be"),
        pytest.param(b'{"items":[' + b"{}," * 200 + b"{}]}", id="wide"),
        pytest.param(json.dumps("[" * 200).encode(), id="brackets in a string"),
        pytest.param(b'{"n": [1, -2.5, true, null, "\\u00e9\\ud83d\\ude00"]}', id="each type"),
    ],
)
def test_json_within_the_limits_is_read_as_the_standard_library_reads_it(raw):
    assert read(raw) == json.loads(raw)


def test_an_integer_stays_exact_up_to_640_digits_and_is_too_big_beyond():
    exact = 10**639 + 7

    assert read(str(exact).encode()) == exact
    assert find_flaw(read(b"9" * 100_000)) == Flaw((), "is an integer beyond 64 bits")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        pytest.param(2**63, "", id="integer"),
        pytest.param({"items": [{}, {"id": -(2**63) - 1}]}, "items[1].id", id="inner integer"),
        pytest.param({"title": "a\0b"}, "title", id="NUL"),
        pytest.param(["é", "x\ud800"], "[1]", id="lone surrogate"),
        pytest.param({"a": {"k\udfff": 1}}, 'a."k\\udfff"', id="surrogate in a key"),
        pytest.param({"a b": "\0"}, '"a b"', id="key that is no word"),
    ],
)
def test_a_flaw_is_found_and_named_by_its_path(value, path):
    flaw = find_flaw(value)

    assert flaw is not None
    assert path_text(flaw.path) == path
    assert str(flaw) == f"{path} {flaw.reason}"


def test_values_that_every_database_takes_have_no_flaw():
    value: object = {"a": [2**63 - 1, -(2**63), 1.5, True, None, "é\n", {"ü": []}]}

    assert find_flaw(value) is None


def test_a_key_of_any_length_makes_a_short_path():
    assert len(path_text(("k" * 100_000, 3))) < 200


def test_what_orjson_refuses_is_written_with_escapes():
    assert write(["\ud800é", 2**64]) == b'["\\ud800\\u00e9",18446744073709551616]'


def test_a_fragment_is_embedded_as_it_stands():
    assert write({"a": Fragment(b'{"b":1}')}) == b'{"a":{"b":1}}'


def test_what_is_not_json_cannot_be_written():
    with pytest.raises(TypeError):
        write({"a": object()})
