"""Due dates and the columns derived from them."""

import datetime as dt

import pytest

from projects_app.models.due import UNDATED, Due, due_columns

DAY = dt.date(2026, 3, 11)


def test_no_due_date_sorts_after_every_date():
    columns = due_columns(None)

    assert columns == {
        "due_date": None,
        "due_time": None,
        "due_tz": "",
        "due_at": None,
        "due_sort": UNDATED,
    }
    assert due_columns(Due(dt.date(9998, 12, 31), dt.time.max))["due_sort"] < UNDATED


def test_a_floating_date_has_no_instant_and_sorts_as_midnight():
    assert due_columns(Due(DAY)) == {
        "due_date": DAY,
        "due_time": None,
        "due_tz": "",
        "due_at": None,
        "due_sort": dt.datetime(2026, 3, 11, tzinfo=dt.UTC),
    }


def test_a_floating_time_sorts_by_the_clock_on_the_wall():
    columns = due_columns(Due(DAY, dt.time(9, 30)))

    assert columns["due_at"] is None
    assert columns["due_sort"] == dt.datetime(2026, 3, 11, 9, 30, tzinfo=dt.UTC)


def test_a_pinned_time_is_one_instant_and_sorts_by_it():
    columns = due_columns(Due(DAY, dt.time(1), "Asia/Tokyo"))

    instant = dt.datetime(2026, 3, 10, 16, tzinfo=dt.UTC)
    assert columns == {
        "due_date": DAY,
        "due_time": dt.time(1),
        "due_tz": "Asia/Tokyo",
        "due_at": instant,
        "due_sort": instant,
    }


@pytest.mark.parametrize(
    ("day", "time", "utc"),
    [
        pytest.param(dt.date(2026, 3, 29), dt.time(2, 30), dt.time(1, 30), id="skipped hour"),
        pytest.param(dt.date(2026, 10, 25), dt.time(2, 30), dt.time(0, 30), id="repeated hour"),
        pytest.param(dt.date(2026, 7, 1), dt.time(12), dt.time(10), id="summer"),
        pytest.param(dt.date(2026, 1, 1), dt.time(12), dt.time(11), id="winter"),
    ],
)
def test_wall_times_around_a_change_of_clocks_take_the_earlier_offset(day, time, utc):
    columns = due_columns(Due(day, time, "Europe/Rome"))

    assert columns["due_at"] == dt.datetime.combine(day, utc, dt.UTC)


def test_a_leap_day_is_a_date():
    assert due_columns(Due(dt.date(2028, 2, 29)))["due_date"] == dt.date(2028, 2, 29)


@pytest.mark.parametrize(
    "zone",
    [
        "Mars/Base",
        "europe/rome",
        "",
        ".",
        "..",
        "../etc/passwd",
        "/etc/localtime",
        "Europe",
        "Europe/Rome\0",
        "\ud800",
        "A" * 10_000,
    ],
)
def test_what_is_no_zone_is_refused(zone):
    with pytest.raises(ValueError, match="zone"):
        Due(DAY, dt.time(9), zone)


@pytest.mark.parametrize(
    ("date", "time", "tz"),
    [
        pytest.param(DAY, None, "Europe/Rome", id="zone without a time"),
        pytest.param(DAY, dt.time(9, tzinfo=dt.UTC), None, id="time with an offset"),
        pytest.param(dt.date(1899, 12, 31), None, None, id="too early"),
        pytest.param(dt.date(9999, 1, 1), None, None, id="too late"),
    ],
)
def test_a_due_date_that_cannot_be_is_refused(date, time, tz):
    with pytest.raises(ValueError, match=r"\w"):
        Due(date, time, tz)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize("day", [dt.date(1900, 1, 1), dt.date(9998, 12, 31)])
def test_the_outermost_dates_have_an_instant_in_every_zone(zone, day):
    assert due_columns(Due(day, dt.time(0), zone))["due_sort"] < UNDATED
