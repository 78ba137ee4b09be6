"""Finding text whatever its case, on every database.

SQLite's LIKE knows the case of ASCII letters alone. Text beyond ASCII is matched there by
Django's REGEXP, which runs Python's regular expressions.
"""

import re

from django.db import connection
from django.db.models import Q


def contains(column: str, text: str) -> Q:
    """Return the condition that `column` contains `text`, taken literally."""
    if _needs_regex(text):
        return Q((f"{column}__iregex", re.escape(text)))
    return Q((f"{column}__icontains", text))


def equals(column: str, text: str) -> Q:
    """Return the condition that `column` is `text`, taken literally."""
    if _needs_regex(text):
        return Q((f"{column}__iregex", rf"\A{re.escape(text)}\Z"))
    return Q((f"{column}__iexact", text))


def _needs_regex(text: str) -> bool:
    return connection.vendor == "sqlite" and not text.isascii()
