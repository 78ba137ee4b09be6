"""Recurrence as callers write it, and the step to the next date."""

import datetime as dt

from projects_app.errors import InvalidValueError
from projects_app.models.recurrence import advance, to_rule


def read_rule(text: str, *, argument: str) -> str:
    """Return the RFC 5545 rule that `text` states, in RFC form or in English; empty for none.

    Raises:
        InvalidValueError: nobody can read it.
    """
    if not text.strip():
        return ""
    try:
        return to_rule(text)
    except ValueError as error:
        raise InvalidValueError(str(error), argument=argument) from error


def next_occurrence(rule: str, *, due: dt.date, today: dt.date) -> tuple[dt.date, str] | None:
    """Return the first date of the series after both `due` and `today`, and the rule from then.

    Completing an overdue task catches up: it does not come back overdue. None means that the
    series has ended.
    """
    return advance(rule, day=due, past=today)
