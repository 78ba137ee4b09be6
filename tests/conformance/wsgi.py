"""The site's WSGI application for a client that cannot send a token of its own.

The official suite has no option for a header, so requests without one get the token that the
environment names.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from config.wsgi import application as site

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

AUTHORIZATION: Final = f"Bearer {os.environ['TOKEN']}"


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Serve one request, as the owner of the token unless it says otherwise."""
    environ.setdefault("HTTP_AUTHORIZATION", AUTHORIZATION)
    return site(environ, start_response)
