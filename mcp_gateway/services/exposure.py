"""Tokens pasted into what is to be written: refused, and revoked, as others could read them."""

from collections.abc import Iterator

from mcp_gateway.registry import ToolError
from mcp_gateway.services.callers import Access
from mcp_gateway.services.tokens import (
    EXPOSED,
    find_token,
    revoke_exposed_token,
    tokens_in_text,
)


def refuse_exposed_tokens(access: Access, content: object, *, request_id: str = "") -> None:
    """Refuse content that holds a live token of this site, and revoke that token.

    Text without anything of a token's form and checksum costs no query. Call it outside the
    transaction of the change, so that the revocation outlives the refusal.

    Args:
        access: who is writing; it need not be the token's own account.
        content: any JSON value; all of its texts are searched, names of keys too.
        request_id: what the audit events are filed under.

    Raises:
        ToolError: `secret_in_text`; it names no token.
    """
    secrets = {secret for text in _texts(content) for secret in tokens_in_text(text)}
    exposed = [token for token in map(find_token, sorted(secrets)) if token is not None]
    for token in exposed:
        revoke_exposed_token(finder=access.user, token=token, request_id=request_id)
    if exposed:
        raise ToolError(
            "The text holds an access token of this site. Nothing was written, and the token "
            "has been revoked, as it must count as known to others.",
            code=EXPOSED,
        )


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
