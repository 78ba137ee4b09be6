"""What people are called."""


def full_name(first: str, last: str, username: str) -> str:
    """Return the full name, or the user name of who gave none."""
    return f"{first} {last}".strip() or username
