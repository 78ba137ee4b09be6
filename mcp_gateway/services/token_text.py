"""The text form of a token: prefix, 43 random base-62 characters, checksum of 6.

The checksum lets a secret scanner, and this site, tell a real token from a look-alike without
knowing which tokens there are.
"""

import hashlib
import re
import secrets
import string
import zlib
from types import MappingProxyType
from typing import Final

from mcp_gateway.registry import Scope

ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LENGTH: Final = 43
CHECKSUM_LENGTH: Final = 6
TOKEN_PREFIXES: Final = MappingProxyType(
    {Scope.READ: "mgr_", Scope.FULL: "mgf_", Scope.AGENT: "mga_"}
)

_TOKEN: Final = re.compile(
    f"mg[rfa]_[0-9A-Za-z]{{{RANDOM_LENGTH + CHECKSUM_LENGTH}}}(?![0-9A-Za-z])", re.ASCII
)


def new_secret(scope: Scope) -> str:
    """Return a fresh token: 43 base-62 characters are 256 bits of randomness."""
    random = "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    body = TOKEN_PREFIXES[scope] + random
    return body + checksum(body)


def checksum(body: str) -> str:
    """Return the CRC-32 of `body` in base 62, six characters."""
    rest, digits = zlib.crc32(body.encode("ascii")), ""
    for _ in range(CHECKSUM_LENGTH):
        rest, digit = divmod(rest, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits


def is_well_formed(text: str) -> bool:
    """Whether `text` is a token by form and checksum; says nothing about its validity."""
    return _TOKEN.fullmatch(text) is not None and _has_checksum(text)


def tokens_in_text(text: str) -> list[str]:
    """Return every token in `text`, in order: those whose checksum is right."""
    return [found for found in _TOKEN.findall(text) if _has_checksum(found)]


def masked(scope: Scope, last_four: str) -> str:
    """Return what tells a token from others without telling it: `mga_…abcd`."""
    return f"{TOKEN_PREFIXES[scope]}…{last_four}"


def digest_of(secret: str) -> str:
    """Return the SHA-256 in hex by which a token is kept and found."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def _has_checksum(token: str) -> bool:
    return checksum(token[:-CHECKSUM_LENGTH]) == token[-CHECKSUM_LENGTH:]
