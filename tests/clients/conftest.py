"""A served site with demo data, and the rows of it that calls name."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.clients.calls import Known
from tests.served import ServedSite, served_site


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """Serve a site with demo data; its token is the owner's."""
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


@pytest.fixture
def anyio_backend() -> str:
    """Run the asynchronous tests on asyncio alone."""
    return "asyncio"


def _call(site: ServedSite, tool: str) -> dict[str, Any]:
    answer = httpx2.post(
        site.endpoint,
        headers={"Authorization": f"Bearer {site.token}"},
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool}},
    )
    result: dict[str, Any] = answer.raise_for_status().json()["result"]["structuredContent"]
    return result
