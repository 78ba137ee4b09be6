"""Arguments by the strict rules of JSON, refused by their path."""

import pytest

from mcp_gateway.registry import InvalidArgumentsError
from mcp_gateway.services.arguments import read_arguments, read_texts
from tests.mcp_gateway.services.toolsets import MARKER, ReadArgs, Size

ID = "7f5f3c46-6d3b-4b8f-9d0a-3f0a7f6f0b11"


def _nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


def test_valid_arguments_become_the_model():
    args = read_arguments(
        ReadArgs, {"count": 2, "text": "a", "number": ID, "sizes": [{"width": 1}], "either": 4}
    )

    assert (args.count, args.text, str(args.number), args.either) == (2, "a", ID, 4)
    assert args.sizes == [Size(width=1)]


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        pytest.param({"count": "2"}, "count", id="text for a number"),
        pytest.param({"count": 2.0}, "count", id="float for a number"),
        pytest.param({"count": True}, "count", id="boolean for a number"),
        pytest.param({"count": None}, "count", id="null"),
        pytest.param({"count": 10}, "count", id="out of bounds"),
        pytest.param({"count": 2**63}, "count", id="beyond 64 bits"),
        pytest.param({"text": "a\0b"}, "text", id="NUL"),
        pytest.param({"text": "\ud800"}, "text", id="half of a surrogate pair"),
        pytest.param({"text": MARKER.upper()}, "text", id="refused by the tool's own check"),
        pytest.param({"number": MARKER}, "number", id="no UUID"),
        pytest.param({"sizes": [{"width": 1}, {"width": 0}]}, "sizes[1].width", id="nested"),
        pytest.param({"sizes": [{}]}, "sizes[0].width", id="missing"),
        pytest.param({"sizes": [{"width": 1, "hue": 2}]}, "sizes[0].hue", id="unknown, nested"),
        pytest.param({"sizes": {"width": 1}}, "sizes", id="object for a list"),
        pytest.param({"either": MARKER}, "either", id="union"),
        pytest.param({"either": {"width": "x"}}, "either", id="union, nested"),
        pytest.param({"either": {}}, "either", id="union, of neither kind"),
        pytest.param({"nonsense": MARKER}, "nonsense", id="unknown"),
        pytest.param({"x\0": 1}, '"x\\u0000"', id="NUL in a name"),
        pytest.param({"sizes": [1, {"a": ["\0"]}]}, "sizes[1].a[0]", id="NUL, deep"),
        pytest.param(None, "arguments", id="null for all"),
        pytest.param([], "arguments", id="list for all"),
        pytest.param("x", "arguments", id="text for all"),
        pytest.param({"text": b"x"}, "arguments", id="not JSON"),
        pytest.param({"sizes": _nested(300)}, "arguments", id="deeper than can be written"),
        pytest.param({"sizes": _nested(3_000)}, "arguments", id="deeper than can be walked"),
    ],
)
def test_wrong_arguments_are_refused_by_their_path_without_their_value(arguments, path):
    with pytest.raises(InvalidArgumentsError) as caught:
        read_arguments(ReadArgs, arguments)

    assert caught.value.argument == path
    assert MARKER not in str(caught.value).lower()


def test_a_missing_argument_is_named():
    with pytest.raises(InvalidArgumentsError) as caught:
        read_arguments(Size, {})

    assert caught.value.argument == "width"


def test_several_wrong_arguments_are_all_in_the_message_up_to_five():
    with pytest.raises(InvalidArgumentsError) as caught:
        read_arguments(ReadArgs, {"count": 0, "sizes": [{} for _ in range(9)]})

    assert caught.value.argument == "count"
    assert "sizes[3].width" in str(caught.value)
    assert "sizes[4].width" not in str(caught.value)


def test_variables_are_read_from_text():
    assert read_texts(Size, {"width": "3"}) == Size(width=3)


@pytest.mark.parametrize("texts", [{"width": "three"}, {"width": "0"}, {"width": "1\0"}, {}])
def test_wrong_variables_are_refused_by_name(texts):
    with pytest.raises(InvalidArgumentsError) as caught:
        read_texts(Size, texts)

    assert caught.value.argument == "width"
