"""Recurrence rules in English."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from projects_app.models.recurrence.reading import parse
from projects_app.models.recurrence.rule import DAYS, WORKDAYS, Frequency, Rule, Weekday

DAY_NAMES: Final = dict(
    zip(
        DAYS,
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        strict=True,
    )
)
MONTH_NAMES: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
UNITS: Final = {
    Frequency.DAILY: "day",
    Frequency.WEEKLY: "week",
    Frequency.MONTHLY: "month",
    Frequency.YEARLY: "year",
}
ORDINAL_WORDS: Final = {
    1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last",
}  # fmt: skip


def describe(text: str) -> str:
    """Return the rule in lower-case English: `every 2 weeks on Monday and Friday`.

    What `to_rule` makes of the answer is the same rule again, for every rule that it can make.

    Raises:
        ValueError: `text` is no rule.
    """
    return describe_rule(parse(text))


def describe_rule(rule: Rule) -> str:
    """Return a rule that was read before in English, as `describe` does."""
    return _pace(rule) + _days(rule) + _choice(rule) + _end(rule)


def _pace(rule: Rule) -> str:
    if _is_every_workday(rule):
        return "every weekday"
    unit = UNITS[rule.frequency]
    return f"every {unit}" if rule.interval == 1 else f"every {rule.interval} {unit}s"


def _days(rule: Rule) -> str:
    weekdays = [] if _is_every_workday(rule) else [_weekday(item) for item in rule.weekdays]
    months = [MONTH_NAMES[number - 1] for number in rule.months]
    if _is_day_of_year(rule):
        return f" on {_listed([str(day) for day in rule.month_days])} {months[0]}"
    parts = ""
    if weekdays:
        parts += f" on {_listed(weekdays)}"
    if rule.month_days:
        parts += (" if it is " if weekdays else " on ") + _month_days(rule.month_days)
    if months:
        parts += f" in {_listed(months)}"
    return parts


def _month_days(days: Sequence[int]) -> str:
    numbers = [str(day) for day in days if day > 0]
    named = [f"{'day' if len(numbers) == 1 else 'days'} {_listed(numbers)}"] if numbers else []
    return _listed(named + [_from_end(day) for day in days if day < 0])


def _from_end(day: int) -> str:
    return "the last day" if day == -1 else f"the {_ordinal(-day)} day from the end"


def _weekday(weekday: Weekday) -> str:
    name = DAY_NAMES[weekday.day]
    if not weekday.nth:
        return name
    if weekday.nth in ORDINAL_WORDS:
        return f"the {ORDINAL_WORDS[weekday.nth]} {name}"
    place = f"the {_ordinal(abs(weekday.nth))} {name}"
    return place if weekday.nth > 0 else f"{place} from the end"


def _choice(rule: Rule) -> str:
    if not rule.set_positions:
        return ""
    places = [
        ORDINAL_WORDS.get(place) or f"{_ordinal(abs(place))}{'' if place > 0 else ' from the end'}"
        for place in rule.set_positions
    ]
    return f" (only the {_listed(places)} of these)"


def _end(rule: Rule) -> str:
    if rule.count is not None:
        return f", {rule.count} times" if rule.count > 1 else ", once"
    return f" until {dt.date.isoformat(rule.until)}" if rule.until else ""


def _is_every_workday(rule: Rule) -> bool:
    return (
        rule.frequency is Frequency.WEEKLY
        and rule.interval == 1
        and rule.weekdays == tuple(Weekday(day) for day in WORKDAYS)
    )


def _is_day_of_year(rule: Rule) -> bool:
    return (
        rule.frequency is Frequency.YEARLY
        and len(rule.months) == 1
        and not rule.weekdays
        and bool(rule.month_days)
        and min(rule.month_days) > 0
    )


def _listed(items: Sequence[str]) -> str:
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _ordinal(number: int) -> str:
    teens = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
