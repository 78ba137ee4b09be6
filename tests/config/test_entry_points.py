"""What a server imports, and the site's answers to errors."""

from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.wsgi import WSGIHandler
from django.urls import get_resolver

from config import asgi, wsgi
from mcp_gateway.api import fallbacks


def test_site_is_served_by_wsgi_and_asgi():
    assert isinstance(wsgi.application, WSGIHandler)
    assert isinstance(asgi.application, ASGIHandler)


def test_errors_of_the_site_are_answered_for_machines_and_people():
    resolver = get_resolver("config.urls")

    handlers = [resolver.resolve_error_handler(status) for status in (400, 404, 500)]

    assert handlers == [fallbacks.bad_request, fallbacks.not_found, fallbacks.server_error]
