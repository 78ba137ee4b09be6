"""Request headers by name, read from the environment of the request one at a time."""

from collections.abc import Mapping
from functools import lru_cache

_WITHOUT_PREFIX = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})


class RequestHeaders:
    """A view of `request.META`; Django's own `request.headers` copies all of them first."""

    __slots__ = ("_meta",)

    def __init__(self, meta: Mapping[str, object]) -> None:
        self._meta = meta

    def get(self, name: str, /) -> str | None:
        """Return the header, None when the request has none of that name in any case."""
        value = self._meta.get(_key(name))
        return value if isinstance(value, str) else None


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    key = name.upper().replace("-", "_")
    return key if key in _WITHOUT_PREFIX else f"HTTP_{key}"
