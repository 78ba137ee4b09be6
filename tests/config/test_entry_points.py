"""What a server imports, and the site's answers to errors."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.wsgi import WSGIHandler
from django.urls import get_resolver

from config import asgi, wsgi
from config.start import refuse_failed_checks
from mcp_gateway.api import fallbacks
from tests.served import ROOT


def test_site_is_served_by_wsgi_and_asgi():
    assert isinstance(wsgi.application, WSGIHandler)
    assert isinstance(asgi.application, ASGIHandler)


def test_wrong_setting_stops_the_start_and_is_named(settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_onlyy": True}

    with pytest.raises(ImproperlyConfigured, match="read_onlyy"):
        refuse_failed_checks()


def test_right_settings_start():
    refuse_failed_checks()


@pytest.mark.parametrize("entry", ["config.wsgi", "config.asgi"])
def test_server_that_runs_no_checks_itself_is_stopped_too(entry):
    done = _load(entry, settings="tests.config.wrong_settings")

    assert done.returncode != 0
    assert "proxy_count" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("entry", ["config.wsgi", "config.asgi"])
def test_server_starts_without_warnings_though_nothing_was_prepared(entry):
    done = _load(entry)

    assert (done.returncode, done.stderr) == (0, "")


def _load(entry: str, *, settings: str = "config.settings") -> subprocess.CompletedProcess[str]:
    """Import an entry point as a server does, with warnings as errors."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-W", "error", "-c", f"import {entry}"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": settings},
        capture_output=True,
        check=False,
        text=True,
    )


def test_errors_of_the_site_are_answered_for_machines_and_people():
    resolver = get_resolver("config.urls")

    handlers = [resolver.resolve_error_handler(status) for status in (400, 404, 500)]

    assert handlers == [fallbacks.bad_request, fallbacks.not_found, fallbacks.server_error]
