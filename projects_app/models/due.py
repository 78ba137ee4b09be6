"""When a task is due, and the columns that say so.

A due date *floats* (the calendar date, and perhaps the time, wherever the reader is) unless it
names a zone: then it is *pinned* to one instant.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final, TypedDict

from projects_app.models.zone import get_zone

UNDATED: Final = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
"""Sort key of a task without a due date: after every dated one."""
EARLIEST_DATE: Final = dt.date(1900, 1, 1)
LATEST_DATE: Final = dt.date(9998, 12, 31)


@dataclass(frozen=True, slots=True)
class Due:
    """A due date, with an optional wall time, and for a pinned one the time's zone.

    Raises:
        ValueError: the date is outside 1900-01-01 to 9998-12-31, the time names an offset, or
            the zone is unknown or stands without a time.
    """

    date: dt.date
    time: dt.time | None = None
    tz: str | None = None

    def __post_init__(self) -> None:
        if not EARLIEST_DATE <= self.date <= LATEST_DATE:
            raise ValueError(f"The date must lie between {EARLIEST_DATE} and {LATEST_DATE}.")
        if self.time is not None and self.time.tzinfo is not None:
            raise ValueError("The time must not name an offset; name a zone instead.")
        if self.tz is not None:
            if self.time is None:
                raise ValueError("A due date with a time zone needs a time.")
            get_zone(self.tz)

    @property
    def instant(self) -> dt.datetime | None:
        """The moment of a pinned due date in UTC, or None for a floating one.

        A wall time that the zone skips or repeats is read with `fold=0` (PEP 495): with the
        offset before the change.
        """
        if self.tz is None or self.time is None:
            return None
        return dt.datetime.combine(self.date, self.time, get_zone(self.tz)).astimezone(dt.UTC)

    @property
    def sort_key(self) -> dt.datetime:
        """The instant of a pinned due date, the wall date and time as if UTC of a floating one."""
        wall = dt.datetime.combine(self.date, self.time or dt.time.min, dt.UTC)
        return self.instant or wall


class DueColumns(TypedDict):
    """The five columns of a task that hold its due date."""

    due_date: dt.date | None
    due_time: dt.time | None
    due_tz: str
    due_at: dt.datetime | None
    due_sort: dt.datetime


def due_columns(due: Due | None) -> DueColumns:
    """Return what a task's due columns hold for `due`; None is no due date.

    The only place that derives `due_at` and `due_sort`.
    """
    if due is None:
        return DueColumns(due_date=None, due_time=None, due_tz="", due_at=None, due_sort=UNDATED)
    return DueColumns(
        due_date=due.date,
        due_time=due.time,
        due_tz=due.tz or "",
        due_at=due.instant,
        due_sort=due.sort_key,
    )
