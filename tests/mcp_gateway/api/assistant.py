"""An assistant as the tests play it: it speaks every revision and checks every answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpResponse
from django.test import Client
from mcp_types.methods import validate_server_result

MODERN: Final = "2026-07-28"
LEGACY: Final = ("2025-03-26", "2025-06-18", "2025-11-25")
EVERY_VERSION: Final = (*LEGACY, MODERN)
NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
META: Final = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
}


@dataclass(frozen=True, kw_only=True)
class Assistant:
    """A client with a token, at an address of its own."""

    secret: str
    address: str
    client: Client = field(default_factory=Client)

    def post(
        self,
        body: object,
        *,
        path: str = "/mcp",
        headers: Mapping[str, str | None] | None = None,
        content_type: str = "application/json",
    ) -> Any:
        """Post bytes as they are, or anything else as JSON; a header of None is not sent."""
        sent = {"Authorization": f"Bearer {self.secret}", **(headers or {})}
        return self.client.post(
            path,
            data=body if isinstance(body, bytes) else json.dumps(body).encode(),
            content_type=content_type,
            headers={name: value for name, value in sent.items() if value is not None},
            CONTENT_TYPE=content_type,
            REMOTE_ADDR=self.address,
        )

    def ask(
        self, method: str, params: Mapping[str, object] | None = None, *, version: str = MODERN
    ) -> dict[str, Any]:
        """Ask as a client of the revision does; return the whole answer, checked."""
        return self.answer(method, params, version=version)[1]

    def answer(
        self, method: str, params: Mapping[str, object] | None = None, *, version: str = MODERN
    ) -> tuple[int, dict[str, Any]]:
        """As `ask`, with the HTTP status before it."""
        body, headers = request(method, params, version=version)
        response = self.post(body, headers=headers)
        return response.status_code, checked(response, method, version)

    def call(
        self, tool: str, arguments: object | None = None, *, version: str = MODERN
    ) -> dict[str, Any]:
        """Call a tool and return its result.

        Fails where the answer is an error instead.
        """
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments}, version=version)
        result: dict[str, Any] = answer["result"]
        return result

    def tool_names(self, *, version: str = MODERN) -> list[str]:
        """The names in `tools/list`."""
        listed = self.ask("tools/list", version=version)["result"]["tools"]
        return [tool["name"] for tool in listed]


def request(
    method: str, params: Mapping[str, object] | None = None, *, version: str = MODERN
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return body and headers of a request as a client of the revision sends them."""
    body: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
    if version != MODERN:
        if params is not None:
            body["params"] = dict(params)
        return body, {"MCP-Protocol-Version": version}
    body["params"] = {**(params or {}), "_meta": META}
    headers = {"MCP-Protocol-Version": version, "Mcp-Method": method}
    name = (params or {}).get(NAMED.get(method, ""))
    if isinstance(name, str):
        headers["Mcp-Name"] = name
    return body, headers


def checked(response: HttpResponse, method: str, version: str) -> dict[str, Any]:
    """Return the JSON-RPC message of a response that is one, with a result valid for `method`."""
    message = read_message(response)
    if "result" in message:
        validate_server_result(method, version, message["result"])
    return message


def read_message(response: HttpResponse) -> dict[str, Any]:
    """Return the JSON-RPC message that a response carries, checked for its shape."""
    assert response["Content-Type"] == "application/json"
    return check_message(json.loads(response.content))


def check_message(message: Any) -> dict[str, Any]:
    """Return a message that is a JSON-RPC response with either a result or an error."""
    assert message["jsonrpc"] == "2.0"
    assert message.keys() in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    if "error" in message:
        assert message["error"].keys() <= {"code", "message", "data"}
        assert isinstance(message["error"]["code"], int)
        assert isinstance(message["error"]["message"], str)
    found: dict[str, Any] = message
    return found
