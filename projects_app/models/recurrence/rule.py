"""The part of RFC 5545's recurrence rules that fits tasks, which recur by the day.

Left out, and refused by name: parts finer than a day (`BYHOUR` and below) and those that count
days or weeks of a year (`BYYEARDAY`, `BYWEEKNO`).
"""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from dateutil.rrule import rrulestr

RULE_LENGTH: Final = 500
LARGEST_NUMBER: Final = 1000
"""Bound of INTERVAL and COUNT."""
HORIZON: Final = dt.timedelta(days=40 * 366)
"""How far ahead the next date is looked for: past the 28 years a leap day takes to come back to
its weekday. It bounds the work that a rule can cause."""
DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS: Final = DAYS[:5]
PART_NAMES: Final = frozenset(
    ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL"]
)


class Frequency(StrEnum):
    """What an interval counts."""

    DAILY = "DAILY"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    YEARLY = "YEARLY"


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, or the nth one of a month or year (negative: from its end)."""

    day: str
    nth: int = 0

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the weekday of a `BYDAY` item such as `MO`, `2TU` or `-1FR`."""
        match = re.fullmatch(r"([+-]?[0-9]{1,2})?([A-Z]{2})", text)
        if match is None or match[2] not in DAYS or abs(int(match[1] or 1)) not in range(1, 54):
            raise ValueError(f"BYDAY holds {text!r}, which is no weekday.")
        return cls(match[2], int(match[1] or 0))

    def __str__(self) -> str:
        return f"{self.nth or ''}{self.day}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A recurrence rule; `str()` writes it in RFC 5545's form, the parts always in one order.

    Raises:
        ValueError: the parts contradict one another, or no day of 40 years matches them.
    """

    frequency: Frequency
    interval: int = 1
    months: tuple[int, ...] = ()
    month_days: tuple[int, ...] = ()
    weekdays: tuple[Weekday, ...] = ()
    set_positions: tuple[int, ...] = ()
    week_start: str = "MO"
    count: int | None = None
    until: dt.date | None = None

    def __post_init__(self) -> None:
        coarse = self.frequency in {Frequency.MONTHLY, Frequency.YEARLY}
        if any(weekday.nth for weekday in self.weekdays) and not coarse:
            raise ValueError("Only a monthly or yearly rule may number its weekdays.")
        if self.month_days and self.frequency is Frequency.WEEKLY:
            raise ValueError("A weekly rule cannot name days of the month.")
        if self.set_positions and not (self.months or self.month_days or self.weekdays):
            raise ValueError("BYSETPOS needs another BY part to choose from.")
        if self.count is not None and self.until is not None:
            raise ValueError("A rule ends by COUNT or by UNTIL, not by both.")
        if self._first_match_after(dt.date(2000, 1, 1)) is None:
            raise ValueError("No day of the next 40 years matches the rule.")

    def __str__(self) -> str:
        ends = {"COUNT": self.count or "", "UNTIL": _compact(self.until) if self.until else ""}
        return _written(self._pattern() | ends)

    def next_after(self, day: dt.date) -> dt.date | None:
        """Return the next date of a series that stands at `day`, or None once it has ended."""
        following = None if self.count == 1 else self._first_match_after(day)
        if following is None or (self.until is not None and following > self.until):
            return None
        return following

    def _first_match_after(self, day: dt.date) -> dt.date | None:
        start = dt.datetime.combine(day, dt.time.min)
        horizon = min(day, dt.date.max - HORIZON) + HORIZON
        pattern = _written(self._pattern() | {"UNTIL": _compact(horizon)})
        found = rrulestr(pattern, dtstart=start).after(start)
        return found.date() if found else None

    def _pattern(self) -> dict[str, object]:
        return {
            "FREQ": self.frequency,
            "INTERVAL": self.interval if self.interval > 1 else "",
            "BYMONTH": _joined(self.months),
            "BYMONTHDAY": _joined(self.month_days),
            "BYDAY": _joined(self.weekdays),
            "BYSETPOS": _joined(self.set_positions),
            "WKST": self.week_start if self.week_start != DAYS[0] else "",
        }


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
    return Rule(
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


def advance(text: str, *, day: dt.date) -> tuple[dt.date, str] | None:
    """Return the next date of a series that stands at `day`, and the rule that then holds.

    The rule only changes by its COUNT, which includes the date the series stands at. None means
    that the series has ended. As RFC 5545 has it, dates that do not exist are passed over: a
    rule for day 31 skips the shorter months.

    Raises:
        ValueError: `text` is no rule.
    """
    rule = parse(text)
    following = rule.next_after(day)
    if following is None:
        return None
    if rule.count is not None:
        rule = replace(rule, count=rule.count - 1)
    return following, str(rule)


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


def _joined(items: Iterable[object]) -> str:
    return ",".join(str(item) for item in items)


def _written(parts: dict[str, object]) -> str:
    return ";".join(f"{name}={value}" for name, value in parts.items() if value)


def _compact(day: dt.date) -> str:
    return day.isoformat().replace("-", "")
