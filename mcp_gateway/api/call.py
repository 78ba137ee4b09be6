"""One request on its way to a handler."""

from dataclasses import dataclass

from mcp_gateway.protocol import Headers, Opened
from mcp_gateway.services.callers import Access


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request that passed the ladder, and who sent it.

    Attributes:
        opened: method, params and revision.
        access: the caller, and what owner and member allow.
        headers: those of the HTTP request.
        request_id: what the request is logged and audited under.
    """

    opened: Opened
    access: Access
    headers: Headers
    request_id: str
