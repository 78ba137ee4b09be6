"""Reading answers in tests."""

import json
from typing import Any


def done(response: Any, status: int = 200) -> list[tuple[str, str]]:
    """Return id and status of each item of a change that must have succeeded."""
    assert response.status_code == status, response.content
    body = json.loads(response.content)
    assert body.keys() == {"call_id", "items", "server_time"}
    return [(item["id"], item["status"]) for item in body["items"]]


def call_of(response: Any) -> str:
    """Return the id of the call that an answer names."""
    call_id: str = json.loads(response.content)["call_id"]
    return call_id


def refusal(response: Any) -> tuple[int, str, str | None]:
    """Return status, code and field of a refusal, having checked its form."""
    body = json.loads(response.content)
    assert {"error", "message"} <= body.keys()
    return response.status_code, body["error"], body.get("field")
