"""The days that a recurrence rule matches (RFC 5545, section 3.3.10).

Written out here, because a general engine looks for the next match up to the year 9999: a rule
that never matches would then keep a worker busy for seconds.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from projects_app.models.due import LATEST_DATE
from projects_app.models.recurrence.rule import DAYS, Frequency, Rule, Weekday

HORIZON: Final = dt.timedelta(days=40 * 366)
"""How far ahead a match is looked for: past the 28 years a leap day takes, in most centuries, to
come back to its weekday."""
LAST_WEEK: Final = LATEST_DATE - dt.timedelta(days=6)


def next_date(rule: Rule, day: dt.date, *, past: dt.date | None = None) -> dt.date | None:
    """Return the next date of a series that stands at `day`, or None once it has ended.

    With `past` it is the first date after that one too, however many lie between.
    """
    following = first_match_after(rule, day, past=past)
    if following is None or (rule.until is not None and following > rule.until):
        return None
    return following


def first_match_after(rule: Rule, start: dt.date, *, past: dt.date | None = None) -> dt.date | None:
    """Return the first match of a series from `start`, leaving COUNT and UNTIL aside."""
    return next(matches_after(rule, start, past=past), None)


def matches_after(rule: Rule, start: dt.date, *, past: dt.date | None = None) -> Iterator[dt.date]:
    """Yield the matches of a series from `start`, leaving COUNT and UNTIL aside.

    They end where the next one is not within the horizon. With `past` only those after
    that date too; the periods before it are not looked at.
    """
    latest = max(start, past or start)
    rule = _completed(rule, start)
    for period in _periods(rule, start, reached=latest):
        if period[0] - latest > HORIZON:
            return
        days = [day for day in period if _matches(rule, day)]
        for day in _chosen(days, rule.set_positions):
            if day > latest:
                latest = day
                yield day


def _completed(rule: Rule, start: dt.date) -> Rule:
    """Return the rule with the parts that it leaves to the start of the series."""
    if rule.month_days or rule.weekdays:
        return rule
    match rule.frequency:
        case Frequency.WEEKLY:
            return replace(rule, weekdays=(Weekday(DAYS[start.weekday()]),))
        case Frequency.MONTHLY:
            return replace(rule, month_days=(start.day,))
        case Frequency.YEARLY:
            return replace(rule, months=rule.months or (start.month,), month_days=(start.day,))
        case Frequency.DAILY:
            return rule


def _periods(rule: Rule, start: dt.date, *, reached: dt.date) -> Iterator[list[dt.date]]:
    """Return the days of every period that the interval reaches, from the start's own on.

    Periods that end before `reached` are left out.
    """
    last = LAST_WEEK
    match rule.frequency:
        case Frequency.DAILY:
            days = _steps(start.toordinal(), reached.toordinal(), last.toordinal(), rule.interval)
            return (_span(day, day + 1) for day in days)
        case Frequency.WEEKLY:
            monday = start.toordinal() - (start.weekday() - DAYS.index(rule.week_start)) % 7
            days = _steps(monday, reached.toordinal(), last.toordinal(), 7 * rule.interval)
            return (_span(day, day + 7) for day in days)
        case Frequency.MONTHLY:
            months = _steps(
                _month_number(start), _month_number(reached), _month_number(last), rule.interval
            )
            return (_span(_first_day(month), _first_day(month + 1)) for month in months)
        case Frequency.YEARLY:
            months = _steps(
                12 * start.year, _month_number(reached), _month_number(last), 12 * rule.interval
            )
            return (_span(_first_day(month), _first_day(month + 12)) for month in months)


def _steps(first: int, reached: int, last: int, step: int) -> range:
    """Return the numbers `step` apart from `first` to `last`, from the one that holds `reached`."""
    return range(first + (reached - first) // step * step, last + 1, step)


def _span(first: int, end: int) -> list[dt.date]:
    return [dt.date.fromordinal(number) for number in range(first, end)]


def _month_number(day: dt.date) -> int:
    return 12 * day.year + day.month - 1


def _first_day(month_number: int) -> int:
    return dt.date(month_number // 12, month_number % 12 + 1, 1).toordinal()


def _matches(rule: Rule, day: dt.date) -> bool:
    if rule.months and day.month not in rule.months:
        return False
    month = _month_number(day)
    from_end = day.toordinal() - _first_day(month + 1)
    if rule.month_days and not {day.day, from_end}.intersection(rule.month_days):
        return False
    return not rule.weekdays or not _names(rule, day).isdisjoint(rule.weekdays)


def _names(rule: Rule, day: dt.date) -> set[Weekday]:
    """Return what a rule may call the weekday of `day`: `MO`, or in its month or year `2MO`."""
    name = DAYS[day.weekday()]
    if rule.frequency is Frequency.MONTHLY or rule.months:
        month = _month_number(day)
        first, end = _first_day(month), _first_day(month + 1)
    else:
        first, end = _first_day(12 * day.year), _first_day(12 * day.year + 12)
    from_first, from_end = day.toordinal() - first, end - 1 - day.toordinal()
    return {Weekday(name), Weekday(name, from_first // 7 + 1), Weekday(name, -(from_end // 7) - 1)}


def _chosen(days: Sequence[dt.date], set_positions: Sequence[int]) -> Sequence[dt.date]:
    if not set_positions:
        return days
    places = {place - 1 if place > 0 else len(days) + place for place in set_positions}
    return [day for place, day in enumerate(days) if place in places]
