"""The people of the demo and their labels."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

OWNER: Final = "owner"
MARIA: Final = "maria-demo"
JONAS: Final = "jonas-demo"
AISHA: Final = "aisha-demo"
OWNER_USERNAME: Final = "sam-demo"
"""Who stands for the owner on a site that has none."""

NAMES: Final[Mapping[str, tuple[str, str]]] = {
    MARIA: ("Maria", "Rossi"),
    JONAS: ("Jonas", "Weber"),
    AISHA: ("Aisha", "Karim"),
    OWNER_USERNAME: ("Sam", "Okafor"),
}
ZONES: Final[Mapping[str, str]] = {
    MARIA: "Europe/Rome",
    JONAS: "Europe/Berlin",
    AISHA: "Asia/Tokyo",
}
ENCRYPTED: Final = frozenset({AISHA})
LABELS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    OWNER: (("urgent", "#c0392b"), ("waiting", "#8e44ad"), ("errand", "#2980b9")),
    MARIA: (("urgent", "#e67e22"), ("outside", "#27ae60"), ("reading", "#16a085")),
    JONAS: (("deep work", "#34495e"),),
}


def get_or_create_person(username: str) -> AbstractUser:
    """Return the demo person, made without a usable password where there is none yet."""
    first, last = NAMES[username]
    person, is_new = get_user_model().objects.get_or_create(
        username=username, defaults={"first_name": first, "last_name": last}
    )
    if is_new:
        person.set_unusable_password()
        person.save(update_fields=["password"])
    return person
