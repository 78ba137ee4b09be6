"""The reader's time: one moment, seen in one time zone."""

import datetime as dt
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNIX_MS: Final = re.compile(r"-?[0-9]{1,16}")
_RFC_3339: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True)
class LocalClock:
    """What "today" and "overdue" are measured by.

    Args:
        now: the moment of the call, aware.
        zone: where its reader is.
    """

    now: dt.datetime
    zone: ZoneInfo

    @cached_property
    def today(self) -> dt.date:
        """The calendar date of `now` in the zone."""
        return self.now.astimezone(self.zone).date()

    @property
    def is_utc(self) -> bool:
        """Whether wall times are UTC itself."""
        return self.zone.key == "UTC"

    def wall(self, instant: dt.datetime) -> dt.datetime:
        """Return the wall time of an instant in the zone, written as if UTC.

        It is cut to whole seconds outside UTC, as the databases do.
        """
        if self.is_utc:
            return instant
        return instant.astimezone(self.zone).replace(tzinfo=dt.UTC, microsecond=0)

    def read_moment(self, text: str) -> dt.datetime:
        """Return the instant that `text` names, in UTC.

        Args:
            text: a date, which is the start of that day in the zone; RFC 3339; or milliseconds
                since 1970.

        Raises:
            ValueError: it is none of them, or no such moment exists.
        """
        try:
            return self._instant(text)
        except (ValueError, OverflowError):
            raise ValueError("It must be YYYY-MM-DD, RFC 3339 or Unix milliseconds.") from None

    def _instant(self, text: str) -> dt.datetime:
        if _DATE.fullmatch(text):
            start = dt.datetime.combine(dt.date.fromisoformat(text), dt.time.min, self.zone)
            return start.astimezone(dt.UTC)
        if _UNIX_MS.fullmatch(text):
            return _EPOCH + dt.timedelta(milliseconds=int(text))
        if not _RFC_3339.fullmatch(text):
            raise ValueError(text)
        return dt.datetime.fromisoformat(text.upper()).astimezone(dt.UTC)
