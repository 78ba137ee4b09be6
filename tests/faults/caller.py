"""An assistant that calls tools over real HTTP and may lose an answer."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx
from django.contrib.auth.models import AbstractUser

from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope
from tests.make_gateway import allow_writes, enable_gateway, make_token
from tests.mcp_gateway.api.assistant import check_message, request

REVISION: Final = "2025-11-25"
TIMEOUT_SECONDS: Final = 60
UNREACHED: Final = {
    "calls_per_minute": 10_000,
    "items_per_day": 1_000_000,
    "reads_per_minute": 100_000,
}
"""Limits that no test comes near."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A client with an agent token; every call is a connection of its own."""

    url: str
    secret: str
    http: httpx.Client

    def call(
        self, tool: str, arguments: Mapping[str, object], **headers: str
    ) -> dict[str, Any] | None:
        """Call a tool; return its result or refusal, or None where the answer was lost.

        Fails where the answer is a protocol error, or anything but 200.
        """
        params = {"name": tool, "arguments": arguments}
        body, versions = request("tools/call", params, version=REVISION)
        try:
            response = self.http.post(
                f"{self.url}/mcp",
                content=json.dumps(body).encode(),
                headers={
                    "Authorization": f"Bearer {self.secret}",
                    "Content-Type": "application/json",
                    **versions,
                    **headers,
                },
            )
        except httpx.TransportError:
            return None
        assert response.status_code == 200, response.text
        message = check_message(response.json())
        assert "result" in message, message
        result: dict[str, Any] = message["result"]
        return result


@contextmanager
def calling(url: str, secret: str) -> Iterator[Caller]:
    """Open a caller that any number of threads may share."""
    limits = httpx.Limits(max_keepalive_connections=0)
    with httpx.Client(timeout=TIMEOUT_SECONDS, limits=limits, trust_env=False) as http:
        yield Caller(url=url, secret=secret, http=http)


def hire(user: AbstractUser, **limits: int) -> tuple[AccessToken, str]:
    """Make an agent token that every gate lets through; return it with its secret."""
    enable_gateway(writes=True, **(UNREACHED | limits))
    allow_writes(user)
    return make_token(user=user, scope=Scope.AGENT)


def ids_of(result: dict[str, Any] | None) -> list[str]:
    """Return the ids that a call answered; it must have gone through."""
    assert result is not None
    assert not result.get("isError"), result
    return [item["id"] for item in result["structuredContent"]["items"]]


def code_of(result: dict[str, Any] | None) -> str:
    """Return "done", or the code of the refusal."""
    assert result is not None
    if not result.get("isError"):
        return "done"
    code: str = json.loads(result["content"][0]["text"])["error"]
    return code
