"""Types that arguments of several tools share."""

import datetime as dt
from typing import Annotated, Final, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from mcp_gateway.registry import InvalidArgumentsError, ToolArgs
from projects_app.models.zone import get_zone
from projects_app.selectors.clock import LocalClock

MOST_ITEMS: Final = 200
USUAL_ITEMS: Final = 50
UTC: Final = "UTC"


def check_zone(name: str) -> str:
    """Return `name`, or refuse it where it is no time zone."""
    try:
        get_zone(name)
    except ValueError:
        raise PydanticCustomError(
            "time_zone", "must be the name of an IANA time zone, such as Europe/Rome"
        ) from None
    return name


def clock_for(zone: str | None, now: dt.datetime) -> LocalClock:
    """Return the clock of a call: in the zone that was named, or in UTC."""
    return LocalClock(now=now, zone=ZoneInfo(zone or UTC))


def read_moment(text: str | None, clock: LocalClock, argument: str) -> dt.datetime | None:
    """Return the instant an argument names, None where it is left out.

    Raises:
        InvalidArgumentsError: it is no date, RFC 3339 time or number of milliseconds.
    """
    try:
        return None if text is None else clock.read_moment(text)
    except ValueError as error:
        raise InvalidArgumentsError(str(error), argument=argument) from error


def _number_as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Zone = Annotated[str, AfterValidator(check_zone)]
Moment = Annotated[str, BeforeValidator(_number_as_text)]
Cursor: TypeAlias = str


class CursorArgs(ToolArgs):
    """Arguments of a list that is read a page at a time."""

    cursor: Annotated[Cursor | None, Field(description="next_cursor of the last page.")] = None


class ZonedArgs(ToolArgs):
    """Arguments of a tool whose answer depends on where its reader is."""

    timezone: Annotated[Zone | None, Field(description="IANA zone; UTC if left out.")] = None

    def clock(self, now: dt.datetime) -> LocalClock:
        """Return the clock that the call is answered by."""
        return clock_for(self.timezone, now)


class PagedArgs(ZonedArgs, CursorArgs):
    """Arguments of a list of tasks."""

    include_completed: Annotated[bool, Field(description="Completed tasks too.")] = False
    limit: Annotated[int, Field(ge=1, le=MOST_ITEMS, description="Per page.")] = USUAL_ITEMS
