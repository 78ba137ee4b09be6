"""The reader's time."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from projects_app.selectors.clock import LocalClock

NOW = dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC)


def clock(zone: str = "UTC") -> LocalClock:
    return LocalClock(NOW, ZoneInfo(zone))


@pytest.mark.parametrize(
    ("zone", "today"),
    [
        ("UTC", dt.date(2026, 3, 11)),
        ("Pacific/Kiritimati", dt.date(2026, 3, 12)),
        ("Pacific/Pago_Pago", dt.date(2026, 3, 11)),
    ],
)
def test_today_is_the_date_on_the_wall(zone, today):
    assert clock(zone).today == today


@pytest.mark.parametrize(
    ("text", "zone", "moment"),
    [
        ("2026-03-11", "UTC", "2026-03-11T00:00Z"),
        ("2026-03-11", "Asia/Tokyo", "2026-03-10T15:00Z"),
        ("2026-09-06", "America/Santiago", "2026-09-06T04:00Z"),  # midnight is skipped
        ("2026-03-11T10:00:00+02:00", "Asia/Tokyo", "2026-03-11T08:00Z"),
        ("2026-03-11t08:00:00.5z", "UTC", "2026-03-11T08:00:00.500Z"),
        ("2026-03-11 08:00:00Z", "UTC", "2026-03-11T08:00Z"),
        ("1773216000000", "Asia/Tokyo", "2026-03-11T08:00Z"),
        ("-1", "UTC", "1969-12-31T23:59:59.999Z"),
    ],
)
def test_a_moment_is_a_date_a_time_or_milliseconds(text, zone, moment):
    assert clock(zone).read_moment(text) == dt.datetime.fromisoformat(moment)


@pytest.mark.parametrize(
    "text",
    [
        *("", "tomorrow", "2026-3-1", "2026-02-30", "2026-03-11T08:00:00", "20260311T080000Z"),
        *("2026-03-11T25:00:00Z", "9999999999999999", "0001-01-01T00:00:00+14:00", "١٢٣"),
    ],
)
def test_other_texts_are_no_moment(text):
    with pytest.raises(ValueError):  # noqa: PT011  # the only thing it raises
        clock().read_moment(text)


def test_a_wall_time_that_the_clocks_repeat_is_read_twice():
    london = clock("Europe/London")
    before = dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)

    assert london.wall(before) == london.wall(before + dt.timedelta(hours=1))
