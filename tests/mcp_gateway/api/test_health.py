"""`/healthz` and `/readyz`."""

import json
import socket

import pytest
from django.db import connection
from django.test import Client

from tests.mcp_gateway.api.outage import outage

BROKEN_CACHE = {"default": {"BACKEND": "tests.mcp_gateway.api.outage.BrokenCache"}}


def ready():
    """Status and body of `/readyz`."""
    response = Client().get("/readyz")
    assert response["Content-Type"] == "application/json"
    return response.status_code, json.loads(response.content)


@pytest.fixture
def closed_port():
    """A port of this machine that nothing listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def test_process_that_answers_is_alive_without_asking_the_database(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        response = Client().get("/healthz")

    assert (response.status_code, json.loads(response.content)) == (200, {"status": "ok"})


def test_site_is_ready_when_every_part_works(db):
    assert ready() == (200, {"status": "ok"})


def test_cache_that_fails_is_named_and_nothing_else(db, settings):
    settings.CACHES = BROKEN_CACHE

    assert ready() == (503, {"status": "unavailable", "failing": ["cache"]})


def test_broker_that_cannot_be_reached_is_named(db, settings, closed_port):
    settings.CELERY_BROKER_URL = f"redis://user:secret@127.0.0.1:{closed_port}/0"

    assert ready() == (503, {"status": "unavailable", "failing": ["broker"]})


def test_database_that_fails_is_named(db):
    with connection.execute_wrapper(outage):
        answer = ready()

    assert answer == (503, {"status": "unavailable", "failing": ["database"]})


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("verb", ["post", "put", "delete", "options"])
def test_health_is_only_read(path, verb):
    response = getattr(Client(enforce_csrf_checks=True), verb)(path)

    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_may_be_asked_for_its_head(path, db):
    assert Client().head(path).status_code == 200
