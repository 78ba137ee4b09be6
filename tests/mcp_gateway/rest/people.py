"""Whoever may knock at the management API, each with a way of signing in."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.test import Client

ROOT = "/api/v1"


@dataclass(frozen=True)
class Knocker:
    """One caller: a browser with its session and CSRF token, or a program with a token."""

    address: str
    user: Any = None
    secret: str = ""
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request with `body` as JSON, or as it is where it is bytes.

        A path that begins with a slash is not of the management API.
        """
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        elif self.user is not None:
            self.client.force_login(self.user)
            headers.setdefault("X-CSRFToken", self._csrf_token())
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        response = self.client.generic(
            method,
            path if path.startswith("/") else f"{ROOT}/{path}",
            b"" if body is None else raw,
            headers={"Content-Type": "application/json", **headers},
            REMOTE_ADDR=self.address,
        )
        assert isinstance(response, HttpResponseBase)
        return response

    def get(self, path: str) -> Any:
        """Return the JSON of a page that must be there."""
        response = self.send("GET", path)
        assert response.status_code == 200, response.content
        return json.loads(response.content)

    def _csrf_token(self) -> str:
        token = "a" * 32
        self.client.cookies["csrftoken"] = token
        return token


def refusal(response: HttpResponse) -> tuple[int, str, str | None]:
    """Return status, code and field of a refusal, having checked its form."""
    body = json.loads(response.content)
    assert body.keys() - {"field"} == {"error", "message"}
    return response.status_code, body["error"], body.get("field")
