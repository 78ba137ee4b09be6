"""Recurrence rules read from simple English."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from projects_app.models.recurrence.reading import RULE_LENGTH, parse
from projects_app.models.recurrence.rule import (
    DAYS,
    WORKDAYS,
    Frequency,
)
from projects_app.models.recurrence.wording import DAY_NAMES, MONTH_NAMES, ORDINAL_WORDS, UNITS

SINGLE_WORDS: Final = {
    "daily": "every day",
    "weekly": "every week",
    "fortnightly": "every 2 weeks",
    "monthly": "every month",
    "quarterly": "every 3 months",
    "yearly": "every year",
    "annually": "every year",
    "weekdays": "every weekday",
}
FREQUENCIES: Final = {unit: frequency for frequency, unit in UNITS.items()}
GROUPS: Final = {
    "weekday": WORKDAYS,
    "workday": WORKDAYS,
    "weekend": DAYS[5:],
}
FILLERS: Final = frozenset({"the", "of", "and", "day", "days", "in"})
SHORTEST_NAME: Final = 3
ORDINALS: Final = {word: number for number, word in ORDINAL_WORDS.items()}


def to_rule(text: str) -> str:
    """Return the RRULE that `text` states: a rule itself, or simple English.

    English is read in any case, for example `daily`, `every other week`, `every weekday`,
    `every 2 weeks on mon, fri`, `every month on the 31st`, `every month on the last friday`,
    `every year on 11 March`; with ` until 2026-12-31` or `, 10 times` after it.

    Raises:
        ValueError: the text is neither, or states a rule that no task can follow.
    """
    if len(text) > RULE_LENGTH:
        raise ValueError(f"A recurrence has at most {RULE_LENGTH} characters.")
    if "=" in text:
        return str(parse(text))
    phrase = " ".join(text.lower().replace(",", " , ").split())
    pace, end = _split_end(phrase)
    return str(parse(_pattern(pace) + end))


def _split_end(phrase: str) -> tuple[str, str]:
    if match := re.fullmatch(r"(.+?)(?: ,)? ([0-9]{1,4}) times", phrase):
        return match[1], f";COUNT={match[2]}"
    if match := re.fullmatch(r"(.+?)(?: ,)? once", phrase):
        return match[1], ";COUNT=1"
    if match := re.fullmatch(r"(.+?)(?: ,)? until ([0-9]{4})-([0-9]{2})-([0-9]{2})", phrase):
        return match[1], f";UNTIL={match[2]}{match[3]}{match[4]}"
    return phrase, ""


def _pattern(phrase: str) -> str:
    first, _, rest = phrase.partition(" ")
    phrase = f"{SINGLE_WORDS.get(first, first)} {rest}".strip()
    match = re.fullmatch(
        r"every (?:(other|[0-9]{1,4}) )?(day|week|month|year)s?(?: on (.+))?", phrase
    )
    if match is None:
        return _weekly(phrase)
    frequency = FREQUENCIES[match[2]]
    interval = "2" if match[1] == "other" else match[1] or "1"
    pattern = f"FREQ={frequency};INTERVAL={interval}"
    if match[3] is None:
        return pattern
    words = [word for word in re.findall(r"[^\s,]+", match[3]) if word not in FILLERS]
    return pattern + _days(frequency, words)


def _weekly(phrase: str) -> str:
    match = re.fullmatch(r"every (other )?(.+)", phrase)
    if match is None:
        raise _not_understood(phrase)
    words = [word for word in re.findall(r"[^\s,]+", match[2]) if word not in FILLERS]
    interval = 2 if match[1] else 1
    return f"FREQ=WEEKLY;INTERVAL={interval}" + _weekdays(words)


def _days(frequency: Frequency, words: list[str]) -> str:
    match frequency:
        case Frequency.WEEKLY:
            return _weekdays(words)
        case Frequency.MONTHLY:
            return _days_of_month(words)
        case Frequency.YEARLY:
            return _day_of_year(words)
        case Frequency.DAILY:
            raise _not_understood(" ".join(words))


def _weekdays(words: Iterable[str]) -> str:
    days = [day for word in words for day in _days_named(word)]
    return f";BYDAY={','.join(days)}"


def _days_named(word: str) -> Iterable[str]:
    singular = word.removesuffix("s")
    if singular in GROUPS:
        return GROUPS[singular]
    for day, name in DAY_NAMES.items():
        if len(word) >= len(day) and name.lower().startswith((word, singular)):
            return (day,)
    raise _not_understood(word)


def _days_of_month(words: list[str]) -> str:
    month_days: list[str] = []
    weekdays: list[str] = []
    for word, following in pairwise([*words, ""]):
        if _is_weekday(word) and weekdays:
            continue
        if _is_weekday(following):
            weekdays += [f"{_place(word)}{day}" for day in _days_named(following)]
        else:
            month_days.append(str(_place(word)))
    if bool(month_days) == bool(weekdays):
        raise _not_understood(" ".join(words))
    return f";BYDAY={','.join(weekdays)}" if weekdays else f";BYMONTHDAY={','.join(month_days)}"


def _is_weekday(word: str) -> bool:
    return any(name.lower().startswith(word[:SHORTEST_NAME]) for name in DAY_NAMES.values() if word)


def _day_of_year(words: list[str]) -> str:
    months = [number for word in words for number in _months_named(word)]
    days = [str(_place(word)) for word in words if not _months_named(word)]
    if len(months) != 1 or not days:
        raise _not_understood(" ".join(words))
    return f";BYMONTH={months[0]};BYMONTHDAY={','.join(days)}"


def _months_named(word: str) -> list[int]:
    if len(word) < SHORTEST_NAME:
        return []
    return [number for number, name in enumerate(MONTH_NAMES, 1) if name.lower().startswith(word)]


def _place(word: str) -> int:
    """Return the number that `31`, `31st` or `last` stands for."""
    if word in ORDINALS:
        return ORDINALS[word]
    match = re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th)?", word)
    if match is None:
        raise _not_understood(word)
    return int(match[1])


def _not_understood(word: str) -> ValueError:
    return ValueError(
        f"The recurrence is not understood at {word[:40]!r}. Write an RRULE, or English such as "
        "'every 2 weeks on Monday'."
    )
