"""Text that people wrote: nothing in it is hidden."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_gateway.registry import ToolResult, UntrustedStr, make_visible

# Format characters (category Cf) that are drawn: Arabic, Syriac, Kaithi and Egyptian signs.
DRAWN = {
    *range(0x600, 0x606),
    *(0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD),
    *range(0x13430, 0x13440),
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("a\x00b", "a\\u0000b", id="NUL"),
        pytest.param("a\x1b[31m", "a\\u001b[31m", id="C0"),
        pytest.param("a\x7fb", "a\\u007fb", id="DEL"),
        pytest.param("a\x85b", "a\\u0085b", id="C1"),
        pytest.param("a\xadb", "a\\u00adb", id="soft hyphen"),
        pytest.param("a\u034fb", "a\\u034fb", id="grapheme joiner"),
        pytest.param("a\u061cb", "a\\u061cb", id="Arabic letter mark"),
        pytest.param("a\u3164b", "a\\u3164b", id="Hangul filler"),
        pytest.param("a\u200bb", "a\\u200bb", id="zero-width space"),
        pytest.param("a\u200db", "a\\u200db", id="zero-width joiner"),
        pytest.param("a\u2028b", "a\\u2028b", id="line separator"),
        pytest.param("a\u202eb", "a\\u202eb", id="bidirectional override"),
        pytest.param("a\u2066b", "a\\u2066b", id="bidirectional isolate"),
        pytest.param("a\u2062b", "a\\u2062b", id="invisible operator"),
        pytest.param("\ufeffa", "\\ufeffa", id="byte order mark"),
        pytest.param("a\ufff9b", "a\\ufff9b", id="annotation"),
        pytest.param("a\ud800b", "a\\ud800b", id="lone surrogate"),
        pytest.param("a\U000e0041b", "a\\U000e0041b", id="tag"),
        pytest.param("a\U000e0100b", "a\\U000e0100b", id="variation selector"),
        pytest.param("\u2764\ufe0f\ufe0f", "\u2764\ufe0f\\ufe0f", id="second emoji selector"),
        pytest.param("a\rb", "a\\u000db", id="lone carriage return"),
    ],
)
def test_a_hidden_character_is_shown(text, shown):
    assert make_visible(text) == shown


@pytest.mark.parametrize(
    "text",
    ["", "Plain text.", "a\tb\nc\r\nd", "Größe, 水, مرحبا, \u2764\ufe0f, \U0001f600", "\\u200b"],
)
def test_what_can_be_seen_stays_as_it_is(text):
    assert make_visible(text) == text


def test_no_control_or_format_character_of_unicode_passes():
    hidden = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        and code not in DRAWN
        and chr(code) not in "\t\n"
    ]

    assert [hex(code) for code in hidden if make_visible(chr(code)) == chr(code)] == []


@given(st.text())
def test_making_visible_twice_changes_nothing_more(text):
    once = make_visible(text)

    assert make_visible(once) == once


def test_a_field_of_untrusted_text_is_made_visible():
    class Note(ToolResult):
        body: UntrustedStr

    assert Note(body="a\u202eb").body == "a\\u202eb"
