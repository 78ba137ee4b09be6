"""The endpoint as it is really served: by gunicorn's threads, and by uvicorn as ASGI."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from tests.mcp_gateway.api.assistant import check_message, request
from tests.served import ROOT, STOP_SECONDS, ServedSite, prepare, site_environment

SERVERS = {
    "gunicorn": ("gunicorn", "config.wsgi:application", "--threads=4", "--no-control-socket"),
    "uvicorn": ("uvicorn", "config.asgi:application", "--lifespan=off", "--log-level=warning"),
}


def arguments(server: str, descriptor: int) -> Sequence[str]:
    """How to start a server on a listening socket."""
    bind = f"--bind=fd://{descriptor}" if server == "gunicorn" else f"--fd={descriptor}"
    return [sys.executable, "-m", *SERVERS[server], bind]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> tuple[Path, str]:
    """The folder of a fresh site with the endpoint on, and a full token."""
    folder = tmp_path_factory.mktemp("served")
    environment = site_environment(folder, settings="config.settings", url="http://localhost")
    return folder, prepare(environment, ())


@pytest.fixture(scope="module", params=list(SERVERS))
def site(request: pytest.FixtureRequest, prepared: tuple[Path, str]) -> Iterator[ServedSite]:
    """The site, served in one of two ways."""
    folder, token = prepared
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        environment = site_environment(folder, settings="config.settings", url=url)
        with (folder / f"{request.param}.log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603
                arguments(request.param, listener.fileno()),
                cwd=ROOT,
                env={**os.environ, **environment},
                pass_fds=(listener.fileno(),),
                stdout=log,
                stderr=log,
            )
    try:
        yield ServedSite(url=url, token=token, environment=environment)
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def post(site: ServedSite, body: object, path: str = "/mcp", **headers: str) -> httpx.Response:
    """Post JSON, or bytes as they are, with the site's token."""
    return httpx.post(
        site.url + path,
        content=body if isinstance(body, bytes) else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {site.token}",
            "Content-Type": "application/json",
            **headers,
        },
        timeout=60,
    )


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/token"])
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_request_is_answered_in_both_eras(site, path, version):
    body, headers = request("tools/list", version=version)

    response = post(site, body, path, **headers)

    message = check_message(response.json())
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    assert isinstance(message["result"]["tools"], list)


def test_notification_has_no_body(site):
    response = post(site, {"jsonrpc": "2.0", "method": "notifications/initialized"})

    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("verb", ["GET", "HEAD", "DELETE", "OPTIONS", "BREW"])
def test_other_verbs_are_not_allowed(site, verb):
    response = httpx.request(
        verb, f"{site.url}/mcp", headers={"Authorization": f"Bearer {site.token}"}, timeout=60
    )

    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


def test_visitor_is_challenged(site):
    response = httpx.post(f"{site.url}/mcp", json={}, timeout=60)

    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="MCP Gateway"'


@pytest.mark.parametrize("size", [1_000_001, 8_000_000])
def test_large_body_is_refused_and_the_next_request_served(site, size):
    large = post(site, b" " * size)
    body, headers = request("tools/list")

    assert large.status_code == 413
    assert post(site, body, **headers).status_code == 200


def test_body_without_a_length_is_no_crash(site):
    def chunks() -> Iterator[bytes]:
        yield b'{"jsonrpc": "2.0", "id": 1,'
        yield b' "method": "ping"}'

    response = httpx.post(
        f"{site.url}/mcp",
        content=chunks(),
        headers={"Authorization": f"Bearer {site.token}", "Content-Type": "application/json"},
        timeout=60,
    )

    assert response.status_code in {200, 400}
    check_message(response.json())


def test_foreign_host_and_origin_are_refused(site):
    body, headers = request("tools/list")

    host = post(site, body, **headers, Host="evil.example")
    origin = post(site, body, **headers, Origin="https://evil.example")

    assert (host.status_code, host.json()["error"]) == (400, "bad_host")
    assert (origin.status_code, origin.json()["error"]) == (403, "bad_origin")


def test_site_is_ready_and_described(site):
    assert httpx.get(f"{site.url}/readyz", timeout=60).json() == {"status": "ok"}
    assert httpx.get(f"{site.url}/openapi.json", timeout=60).json()["openapi"] == "3.1.0"
