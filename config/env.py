"""Typed readers of the environment, and the only code that touches `os.environ`.

Every reader names the variable in its error, so that a wrong value stops the start with a
sentence an operator can act on.
"""

import difflib
import os
import secrets
from collections.abc import Collection, Sequence
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

KNOWN_NAMES = frozenset(
    {
        "MCP_ENABLED",
        "MCP_WRITES",
        "MCP_READ_ONLY",
        # Read by the stdio bridge, which may share its environment with the site.
        "MCP_URL",
        "MCP_TOKEN",
        "OPENPROJECT_URL",
    }
)
GUARDED_PREFIXES = ("MCP_", "OPENPROJECT_")
TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})

_env = environ.Env()


def refuse_unknown_names() -> None:
    """Stop the start when a guarded variable is misspelt.

    A misspelt `MCP_READ_ONLY` would otherwise fail open.

    Raises:
        ImproperlyConfigured: a variable starts with a guarded prefix and is not known.
    """
    for name in sorted(os.environ):
        if name.startswith(GUARDED_PREFIXES) and name not in KNOWN_NAMES:
            nearest = difflib.get_close_matches(name, sorted(KNOWN_NAMES), n=1, cutoff=0.0)[0]
            raise ImproperlyConfigured(
                f"The environment variable {name} is not known. Did you mean {nearest}?"
            )


def env_str(name: str, *, default: str = "") -> str:
    """Return the variable as text, stripped of surrounding white space."""
    return os.environ.get(name, default).strip()


def env_bool(name: str, *, default: bool = False) -> bool:
    """Return the variable as a truth value; `1/true/yes/on` and `0/false/no/off` are known."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word not in TRUE_WORDS | FALSE_WORDS:
        raise ImproperlyConfigured(f"{name} must be true or false, not {raw!r}.")
    return word in TRUE_WORDS


def env_choice(name: str, *, choices: Sequence[str], default: str) -> str:
    """Return the variable, in whatever case it is written, as one of `choices`."""
    word = env_str(name).upper() or default
    if word not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}.")
    return word


def env_int(name: str, *, default: int, minimum: int = 0, maximum: int) -> int:
    """Return the variable as a whole number from `minimum` to `maximum`."""
    raw = os.environ.get(name)
    if raw is None or not raw.strip():
        return default
    try:
        number = int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}.") from None
    if not minimum <= number <= maximum:
        raise ImproperlyConfigured(f"{name} must be from {minimum} to {maximum}, not {number}.")
    return number


def env_list(name: str, *, default: tuple[str, ...] = ()) -> list[str]:
    """Return the variable's comma-separated parts, empty ones dropped."""
    raw = os.environ.get(name)
    if raw is None:
        return list(default)
    return [part.strip() for part in raw.split(",") if part.strip()]


def env_url(name: str, *, default: str = "") -> str:
    """Return the variable as an http(s) URL without a trailing slash, or an empty text."""
    url = env_str(name, default=default)
    if not url:
        return ""
    parts = _split_url(url, schemes={"http", "https"})
    if parts is None or parts.query or parts.fragment or parts.username is not None:
        raise ImproperlyConfigured(
            f"{name} must be an http or https URL, without user, query or fragment."
        )
    return url.rstrip("/")


def env_redis_url(name: str) -> str:
    """Return the variable as a redis URL, or an empty text when it is not set."""
    url = env_str(name)
    if url and _split_url(url, schemes={"redis", "rediss"}) is None:
        raise ImproperlyConfigured(f"{name} must be a redis:// or rediss:// URL.")
    return url


def env_database(name: str, *, default: str) -> dict[str, object]:
    """Return Django's database settings for the URL in the variable.

    SQLite runs in WAL mode and takes its write lock at the start of a transaction, so that
    writers wait for one another instead of failing in the middle (Django docs, "Database is
    locked errors"; SQLite docs, "Write-Ahead Logging").
    """
    url = env_str(name, default=default) or default
    try:
        database: dict[str, object] = _env.db_url_config(url)
    except (ValueError, environ.ImproperlyConfigured):
        raise ImproperlyConfigured(f"{name} is not a database URL.") from None
    engine = database.get("ENGINE")
    if engine == "django.db.backends.sqlite3":
        database["ENGINE"] = "config.sqlite"
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
                "PRAGMA mmap_size=134217728; PRAGMA temp_store=MEMORY;"
            ),
        }
        database["CONN_MAX_AGE"] = None
    elif engine == "django.db.backends.postgresql":
        database["CONN_MAX_AGE"] = 60
        database["CONN_HEALTH_CHECKS"] = True
    else:
        raise ImproperlyConfigured(f"{name} must name SQLite or PostgreSQL.")
    return database


def env_secret_key(name: str, *, local_file: Path) -> str:
    """Return the signing key from the variable, or one kept beside the code for a local site.

    The file is made on first use, readable by its owner alone.
    """
    key = env_str(name)
    if key:
        return key
    try:
        return local_file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        local_file.parent.mkdir(parents=True, exist_ok=True)
    fresh = secrets.token_urlsafe(64)
    try:
        handle = os.open(local_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return local_file.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(fresh)
    return fresh


def _split_url(url: str, *, schemes: Collection[str]) -> SplitResult | None:
    """Return the parts of an absolute URL of one of the schemes, None for anything else."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in schemes and parts.hostname else None
