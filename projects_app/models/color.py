"""Colours of projects and labels: `#rrggbb`, or nothing."""

from typing import Final

from django.core.validators import RegexValidator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

COLOR_LENGTH: Final = 7
COLOR_PATTERN: Final = "^#[0-9a-fA-F]{6}$"

validate_color = RegexValidator(COLOR_PATTERN, _("Write a colour as #rrggbb."))


def color_is_valid() -> Q:
    """Return the condition a table with a `color` column holds every row to."""
    return Q(color="") | Q(color__regex=COLOR_PATTERN)
