"""Paths that are not served, and requests that Django itself refuses."""

import json

import pytest
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.test import Client

from mcp_gateway.api import fallbacks

WELL_KNOWN = (
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource/mcp/token",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp/token",
    "/.well-known/openid-configuration",
    "/mcp/.well-known/openid-configuration",
    "/mcp/token/.well-known/oauth-protected-resource",
)


def body_of(response):
    """The JSON of a refusal."""
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


@pytest.mark.parametrize("verb", ["get", "post", "options"])
@pytest.mark.parametrize("path", WELL_KNOWN)
def test_discovery_that_is_not_served_is_not_found(path, verb):
    response = getattr(Client(), verb)(path)

    assert (response.status_code, body_of(response)["error"]) == (404, "not_found")


@pytest.mark.parametrize("debug", [False, True])
def test_discovery_is_not_found_in_json_under_debug_too(settings, debug):
    settings.DEBUG = debug

    assert body_of(Client().get(WELL_KNOWN[0]))["error"] == "not_found"


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tools", "/mcp/x/y", "/readyz/x"])
def test_unknown_paths_of_machines_are_not_found_in_json(path):
    response = Client().get(path)

    assert (response.status_code, body_of(response)["error"]) == (404, "not_found")


def test_unknown_paths_of_people_are_a_page():
    response = Client().get("/nothing-here")

    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/mcp", "/api/tools/x", "/openapi.json", "/healthz", "/readyz"])
def test_foreign_host_is_told_machines_in_json(path):
    response = Client().get(path, headers={"Host": "evil.example"})

    assert (response.status_code, body_of(response)["error"]) == (400, "bad_host")


def test_foreign_host_is_told_people_in_a_page():
    response = Client().get("/admin/", headers={"Host": "evil.example"})

    assert response.status_code == 400
    assert response["Content-Type"].startswith("text/html")


def asked_for(path):
    """A bare request for a path."""
    request = HttpRequest()
    request.path_info = path
    return request


def test_other_malformed_requests_are_told_apart_from_a_foreign_host():
    response = fallbacks.bad_request(asked_for("/mcp"), SuspiciousOperation())

    assert (response.status_code, body_of(response)["error"]) == (400, "bad_request")


def test_failure_outside_of_every_view_is_json_for_machines_alone():
    machine = fallbacks.server_error(asked_for("/api/v1/tokens"))
    person = fallbacks.server_error(asked_for("/admin/"))

    assert body_of(machine)["error"] == "internal_error"
    assert (machine.status_code, person.status_code) == (500, 500)
    assert person["Content-Type"].startswith("text/html")
