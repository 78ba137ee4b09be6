"""A served site with demo data, the rows of it that calls name, and a token for changes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from tests.clients.calls import Known
from tests.served import ANSWER_SECONDS, OWNER, ServedSite, served_site


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """Serve a site with demo data; its token is the owner's, and only reads through tools."""
    with served_site(
        tmp_path_factory.mktemp("clients"), commands=(("quickstart", "--no-serve"),)
    ) as served:
        yield served


@pytest.fixture(scope="package")
def known(site: ServedSite) -> Known:
    """Name a task, a project and a label that the token's owner may see."""
    return Known(
        task_id=_call(site, "list_tasks")["tasks"][0]["id"],
        project_id=_call(site, "list_projects")["projects"][0]["id"],
        label=_call(site, "list_labels")["labels"][0]["id"],
    )


@pytest.fixture(scope="package")
def open_site(site: ServedSite) -> ServedSite:
    """Let the owner and the member allow changes; the token stays one that only reads."""
    site.manage("mcp_settings", "set", "writes_enabled=true")
    answer = httpx2.put(
        f"{site.url}/api/v1/me/agent-access",
        headers=_headers(site),
        json={"writes_allowed": True},
        timeout=ANSWER_SECONDS,
    )
    answer.raise_for_status()
    return site


@pytest.fixture
def agent_site(open_site: ServedSite) -> ServedSite:
    """Return the site with a fresh token of an assistant that may make changes."""
    token = open_site.manage(
        *("mcp_token", "create", f"agent {uuid4()}", f"--user={OWNER}", "--scope=agent", "--plain")
    )
    return replace(open_site, token=token)


@pytest.fixture
def anyio_backend() -> str:
    """Run the asynchronous tests on asyncio alone."""
    return "asyncio"


def _headers(site: ServedSite) -> dict[str, str]:
    return {"Authorization": f"Bearer {site.token}"}


def _call(site: ServedSite, tool: str) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool}}
    answer = httpx2.post(
        site.endpoint, headers=_headers(site), json=message, timeout=ANSWER_SECONDS
    )
    result: dict[str, Any] = answer.raise_for_status().json()["result"]["structuredContent"]
    return result
