"""How tasks recur: rules of RFC 5545 (section 3.3.10), and the English they are shown in."""

from projects_app.models.recurrence.phrase import to_rule
from projects_app.models.recurrence.reading import advance, parse
from projects_app.models.recurrence.rule import Rule
from projects_app.models.recurrence.wording import describe

__all__ = ["Rule", "advance", "describe", "parse", "to_rule"]
