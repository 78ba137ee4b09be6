"""Recurrence as callers write it."""

from projects_app.errors import InvalidValueError
from projects_app.models.recurrence import to_rule


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
