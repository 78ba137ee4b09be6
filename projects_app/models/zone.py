"""IANA time zones by name."""

from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

ZONE_NAME_LENGTH: Final = 64


@cache
def _known_names() -> frozenset[str]:
    return frozenset(available_timezones())


def get_zone(name: str) -> ZoneInfo:
    """Return the zone called `name`, spelt as in the IANA database (`Europe/Rome`, `UTC`).

    Names are compared with the database's list and never reach the file system otherwise.

    Raises:
        ValueError: no zone has that name.
    """
    if name not in _known_names():
        raise ValueError(f"{name[:ZONE_NAME_LENGTH]!r} is not the name of an IANA time zone.")
    return ZoneInfo(name)
