"""Content negotiation of the endpoint: JSON in, JSON out (RFC 9110 sections 8.3 and 12.5.1)."""

from functools import lru_cache
from typing import Final

from mcp_gateway.protocol.errors import NotAcceptableError, UnsupportedMediaTypeError

JSON: Final = "application/json"

_SPECIFICITY: Final = {"*/*": 0, "application/*": 1, JSON: 2}


def require_json_body(content_type: str | None) -> None:
    """Check `Content-Type`: JSON, whatever its parameters, as JSON text is always UTF-8.

    Raises:
        UnsupportedMediaTypeError: anything else, or no header.
    """
    if content_type is None or _media_type(content_type) != JSON:
        raise UnsupportedMediaTypeError(f"Send the body as {JSON}.")


def require_json_accepted(accept: str | None) -> None:
    """Check `Accept`: missing, empty, or with a range that admits JSON.

    Raises:
        NotAcceptableError: no range admits JSON, or the closest one has `q=0`.
    """
    if accept and not _admits_json(accept):
        raise NotAcceptableError(f"Answers are {JSON}; the Accept header does not admit it.")


@lru_cache(maxsize=64)
def _admits_json(accept: str) -> bool:
    ranges = ((_media_type(entry), entry) for entry in accept.split(","))
    admitting = (
        (_SPECIFICITY[kind], _quality(entry) > 0) for kind, entry in ranges if kind in _SPECIFICITY
    )
    return max(admitting, default=(0, False))[1]


def _media_type(value: str) -> str:
    return value.partition(";")[0].strip().lower()


def _quality(entry: str) -> float:
    """The weight of a media range; 1 when it is absent or not a number."""
    for parameter in entry.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value)
            except ValueError:
                return 1.0
    return 1.0
