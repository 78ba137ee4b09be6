"""Recurrence rules read from RFC 5545's text."""

import datetime as dt
import re
from dataclasses import replace
from itertools import count, islice
from typing import Final

from projects_app.models.recurrence.dates import first_match_after, matches_after, next_date
from projects_app.models.recurrence.rule import DAYS, Frequency, Rule, Weekday

RULE_LENGTH: Final = 500
LARGEST_NUMBER: Final = 1000
"""Bound of INTERVAL and COUNT."""
SAMPLE_START: Final = dt.date(2000, 1, 1)
PART_NAMES: Final = frozenset(
    ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL"]
)


def parse(text: str) -> Rule:
    """Return the rule that `text`, the value of an RRULE of at most 500 characters, states.

    Lower case and a leading `RRULE:` are allowed.

    Raises:
        ValueError: the text is no such rule, or one that no task can follow; says what is wrong.
    """
    parts = _split(text)
    if parts["FREQ"] not in Frequency.__members__:
        raise ValueError(f"FREQ must be one of {', '.join(Frequency)}.")
    week_start = parts.get("WKST", DAYS[0])
    if week_start not in DAYS:
        raise ValueError("WKST must be a day such as MO.")
    rule = Rule(
        frequency=Frequency(parts["FREQ"]),
        interval=_number(parts.get("INTERVAL", "1"), name="INTERVAL"),
        months=_numbers(parts, name="BYMONTH", largest=12),
        month_days=_numbers(parts, name="BYMONTHDAY", largest=31, signed=True),
        weekdays=_weekdays(parts),
        set_positions=_numbers(parts, name="BYSETPOS", largest=366, signed=True),
        week_start=week_start,
        count=_number(parts["COUNT"], name="COUNT") if "COUNT" in parts else None,
        until=_until(parts["UNTIL"]) if "UNTIL" in parts else None,
    )
    if first_match_after(rule, SAMPLE_START) is None:
        raise ValueError("No day of the next 40 years matches the rule.")
    return rule


def advance(text: str, *, day: dt.date, past: dt.date | None = None) -> tuple[dt.date, str] | None:
    """Return the next date of a series that stands at `day`, and the rule that then holds.

    With `past` it goes on to the first date after that one too. The rule only changes by its
    COUNT, which includes the date the series stands at. None means that the series has ended.
    As RFC 5545 has it, dates that do not exist are passed over: a rule for day 31 skips the
    shorter months.

    Raises:
        ValueError: `text` is no rule.
    """
    rule = parse(text)
    reached = day if past is None else max(day, past)
    if rule.count is None:
        following = next_date(rule, day, past=reached)
        return None if following is None else (following, str(rule))
    remaining = islice(matches_after(rule, day), rule.count - 1)
    for left, following in zip(count(rule.count - 1, -1), remaining, strict=False):
        if following > reached:
            return following, str(replace(rule, count=left))
    return None


def _split(text: str) -> dict[str, str]:
    if len(text) > RULE_LENGTH:
        raise ValueError(f"A recurrence rule has at most {RULE_LENGTH} characters.")
    parts: dict[str, str] = {}
    for part in text.strip().upper().removeprefix("RRULE:").split(";"):
        name, _, value = part.partition("=")
        if name not in PART_NAMES:
            raise ValueError(f"A recurrence rule for tasks has no part {name[:20]!r}.")
        if name in parts or not value:
            raise ValueError(f"{name} must stand once, with a value.")
        parts[name] = value
    if "FREQ" not in parts:
        raise ValueError("A recurrence rule needs FREQ.")
    return parts


def _number(text: str, *, name: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= LARGEST_NUMBER:
        raise ValueError(f"{name} must be a number from 1 to {LARGEST_NUMBER}.")
    return int(text)


def _numbers(
    parts: dict[str, str], *, name: str, largest: int, signed: bool = False
) -> tuple[int, ...]:
    items = parts[name].split(",") if name in parts else []
    pattern = "[+-]?[0-9]{1,3}" if signed else "[0-9]{1,3}"
    for item in items:
        if not re.fullmatch(pattern, item) or not 1 <= abs(int(item)) <= largest:
            raise ValueError(f"{name} holds {item[:20]!r}; numbers go from 1 to {largest}.")
    return tuple(sorted({int(item) for item in items}, key=_forward))


def _forward(number: int) -> tuple[bool, int]:
    return number < 0, number


def _weekdays(parts: dict[str, str]) -> tuple[Weekday, ...]:
    items = parts["BYDAY"].split(",") if "BYDAY" in parts else []
    weekdays = {Weekday.read(item) for item in items}
    return tuple(sorted(weekdays, key=lambda item: (_forward(item.nth), DAYS.index(item.day))))


def _until(text: str) -> dt.date:
    match = re.fullmatch(r"([0-9]{8})(T[0-9]{6}Z?)?", text)
    try:
        return dt.date.fromisoformat(match[1] if match else "")
    except ValueError:
        raise ValueError("UNTIL must be a date written as YYYYMMDD.") from None
