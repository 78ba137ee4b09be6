"""The part of RFC 5545's recurrence rules that fits tasks, which recur by the day.

Left out, and refused by name: parts finer than a day (`BYHOUR` and below) and those that count
days or weeks of a year (`BYYEARDAY`, `BYWEEKNO`).
"""

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKDAYS: Final = DAYS[:5]


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
        ValueError: the parts contradict one another, as RFC 5545 defines them.
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

    def __str__(self) -> str:
        parts = {
            "FREQ": self.frequency,
            "INTERVAL": self.interval if self.interval > 1 else "",
            "BYMONTH": _joined(self.months),
            "BYMONTHDAY": _joined(self.month_days),
            "BYDAY": _joined(self.weekdays),
            "BYSETPOS": _joined(self.set_positions),
            "WKST": self.week_start if self.week_start != DAYS[0] else "",
            "COUNT": self.count or "",
            "UNTIL": self.until.isoformat().replace("-", "") if self.until else "",
        }
        return ";".join(f"{name}={value}" for name, value in parts.items() if value)


def _joined(items: Iterable[object]) -> str:
    return ",".join(str(item) for item in items)
