"""The site as it is served to be killed: wholly loaded before the fork, and mortal on request."""

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from itertools import count
from typing import Any, Final

from django.db import connection
from django.urls import get_resolver

from config.wsgi import application as site
from mcp_gateway.catalog import registry
from tests.faults.site import DIES_AT

DIES_AT_VARIABLE: Final = f"HTTP_{DIES_AT.upper().replace('-', '_')}"

# What a worker would otherwise do at its first request.
get_resolver().url_patterns  # noqa: B018
registry()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Serve a request, or die at it."""
    fatal = environ.get(DIES_AT_VARIABLE)
    with connection.execute_wrapper(_Executioner(int(fatal))) if fatal else nullcontext():
        return site(environ, start_response)


class _Executioner:
    """Counts the statements of one request."""

    def __init__(self, fatal: int) -> None:
        self._fatal = fatal
        self._numbers = count(1)

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Run the statement, or kill the process instead."""
        if next(self._numbers) == self._fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*arguments)
