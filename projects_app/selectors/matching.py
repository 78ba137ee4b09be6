"""Finding text whatever its case, on every database.

SQLite's LIKE knows the case of ASCII letters alone. Text beyond ASCII is matched there by
Django's REGEXP, which runs Python's regular expressions.
"""

import re
import string
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Q

ID_DIGITS: Final = 32


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


def id_begins(text: str) -> Q:
    """Return the condition that the id begins with `text`, hyphens in their places or left out."""
    digits = text.replace("-", "").lower()
    if len(digits) > ID_DIGITS or not all(digit in string.hexdigits for digit in digits):
        return Q(pk__in=())
    return Q(pk__gte=UUID(digits.ljust(ID_DIGITS, "0")), pk__lte=UUID(digits.ljust(ID_DIGITS, "f")))


def _needs_regex(text: str) -> bool:
    return connection.vendor == "sqlite" and not text.isascii()
