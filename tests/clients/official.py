"""The official Python client, connected with a token, its answers kept as they came."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import orjson
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types.methods import validate_server_result

from tests.served import ANSWER_SECONDS, ServedSite


@dataclass(frozen=True, slots=True)
class Transcript:
    """Every result of a connection, with the method it answers."""

    results: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    async def record(self, response: httpx2.Response) -> None:
        """Keep the result of one exchange, if it has one."""
        body = await response.aread()
        answer = orjson.loads(body) if body else {}
        if "result" in answer:
            request = orjson.loads(response.request.content)
            self.results.append((request["method"], answer["result"]))

    def validate(self, version: str) -> None:
        """Check every result against the official schema of `version`.

        Raises:
            pydantic.ValidationError: a result does not fit.
        """
        assert self.results
        for method, result in self.results:
            validate_server_result(method, version, result)


@asynccontextmanager
async def connected(site: ServedSite, *, mode: str) -> AsyncIterator[Client]:
    """Connect to the site; when the block ends well, validate whatever was answered in it.

    Args:
        site: where to connect.
        mode: `legacy`, `auto`, or a modern version, as the client spells it.
    """
    transcript = Transcript()
    headers = {"Authorization": f"Bearer {site.token}"}
    hooks = {"response": [transcript.record]}
    async with (
        httpx2.AsyncClient(headers=headers, event_hooks=hooks, timeout=ANSWER_SECONDS) as http,
        Client(streamable_http_client(site.endpoint, http_client=http), mode=mode) as client,
    ):
        yield client
        transcript.validate(client.protocol_version)
