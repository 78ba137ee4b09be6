"""What people are called."""

from typing import cast

from django.contrib.auth.models import AbstractBaseUser, AbstractUser


def full_name(first: str, last: str, username: str) -> str:
    """Return the full name, or the user name of who gave none."""
    return f"{first} {last}".strip() or username


def display_name(user: AbstractBaseUser) -> str:
    """Return what others see of an account."""
    person = cast(AbstractUser, user)
    return full_name(person.first_name, person.last_name, person.username)
