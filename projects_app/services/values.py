"""Values of custom fields: from what a caller sends to a column, and to history's form."""

import datetime as dt
import re
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from projects_app.models import FieldDefinition, FieldValue
from projects_app.models.field import VALUE_LENGTH

Kind = FieldDefinition.Kind
Value = str | float | bool | None

READABLE_KINDS: Final = frozenset({Kind.TEXT, Kind.DATE, Kind.CHOICE, Kind.LINK})
"""Kinds whose values an encrypted account keeps as ciphertext."""
CHECKBOX_WORDS: Final = {"true": True, "false": False}
LARGEST_NUMBER: Final = 1e15
_NUMBER: Final = re.compile(
    r" *[+-]?([0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})([eE][+-]?[0-9]{1,3})? *"
)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_value(definition: FieldDefinition, raw: object) -> Value:
    """Return what `raw` means for the field, in history's form; None clears it.

    Text is read by the field's type (`"120"`, `"true"`, `"2026-10-16"`); a value of the type
    itself is taken as it is.

    Raises:
        ValueError: it does not fit; the sentence names the type that is wanted.
    """
    if raw is None:
        return None
    return _READERS[Kind(definition.kind)](raw, definition)


def dump_value(stored: FieldValue, definition: FieldDefinition) -> Value:
    """Return a stored value in history's form; ciphertext as it is."""
    if stored.is_encrypted and definition.kind in READABLE_KINDS:
        return stored.text or None
    match definition.kind:
        case Kind.NUMBER:
            return stored.number
        case Kind.CHECKBOX:
            return stored.checkbox
        case Kind.DATE:
            return stored.date.isoformat() if stored.date else None
        case _:
            return stored.text or None


def store_value(row: FieldValue, definition: FieldDefinition, value: Value) -> None:
    """Put a value in history's form into the row's columns, emptying the others.

    Whether the row's text is ciphertext stays as it was: nothing here can encrypt.
    """
    row.text, row.number, row.checkbox, row.date = "", None, None, None
    if isinstance(value, bool):
        row.checkbox = value
    elif isinstance(value, float | int):
        row.number = float(value)
    elif value is not None and definition.kind == Kind.DATE and not row.is_encrypted:
        row.date = dt.date.fromisoformat(value)
    elif value is not None:
        row.text = value


def _read_text(raw: object, _definition: FieldDefinition) -> str | None:
    if not isinstance(raw, str) or len(raw) > VALUE_LENGTH:
        raise ValueError(f"a text of at most {VALUE_LENGTH} characters")
    return raw or None


def _read_number(raw: object, _definition: FieldDefinition) -> float:
    is_number = isinstance(raw, int | float) and not isinstance(raw, bool)
    if is_number or (isinstance(raw, str) and _NUMBER.fullmatch(raw)):
        with suppress(OverflowError):
            number = float(raw)  # type: ignore[arg-type]  # narrowed in the line above
            if abs(number) <= LARGEST_NUMBER:
                return number
    raise ValueError(f"a number between -{LARGEST_NUMBER:g} and {LARGEST_NUMBER:g}")


def _read_checkbox(raw: object, _definition: FieldDefinition) -> bool:
    if isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and raw.lower() in CHECKBOX_WORDS:
        return CHECKBOX_WORDS[raw.lower()]
    raise ValueError("true or false")


def _read_date(raw: object, _definition: FieldDefinition) -> str:
    with suppress(ValueError):
        if isinstance(raw, str) and _DATE.fullmatch(raw):
            return dt.date.fromisoformat(raw).isoformat()
    raise ValueError("a date such as 2026-10-16")


def _read_choice(raw: object, definition: FieldDefinition) -> str:
    if not isinstance(raw, str) or raw not in definition.options:
        raise ValueError("one of the field's options")
    return raw


def _read_link(raw: object, definition: FieldDefinition) -> str | None:
    text = _read_text(raw, definition)
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or any(character.isspace() for character in text):
        raise ValueError("an http or https address")
    return text


_READERS: Final = {
    Kind.TEXT: _read_text,
    Kind.NUMBER: _read_number,
    Kind.CHECKBOX: _read_checkbox,
    Kind.DATE: _read_date,
    Kind.CHOICE: _read_choice,
    Kind.LINK: _read_link,
}
