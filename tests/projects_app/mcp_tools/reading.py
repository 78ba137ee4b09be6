"""Reading as an assistant does, through the whole pipeline."""

from typing import Any

import orjson
from django.contrib.auth.models import AbstractUser

from mcp_gateway.catalog import registry
from mcp_gateway.registry import ToolError
from mcp_gateway.services.calls import CallOutcome, call_tool
from mcp_gateway.services.prompts import PromptOutcome, complete, get_prompt
from mcp_gateway.services.resources import ResourceOutcome, read_resource
from tests.make_gateway import make_access

NOW = "2026-03-11T12:00:00Z"
"""A Wednesday."""


class Reader:
    """An account's assistant with a read-only token."""

    def __init__(self, user: AbstractUser) -> None:
        self.user = user
        self.access = make_access(user=user)

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        """Return what a call answers, as a client reads it; it fits its published schema."""
        outcome = self._outcome(tool, arguments)
        assert outcome.error is None, outcome.error.body()
        assert outcome.structured_json is not None
        answer: dict[str, Any] = orjson.loads(outcome.structured_json)
        validator = registry().tools[tool].output_validator
        assert validator is not None
        assert list(validator.iter_errors(answer)) == []
        return answer

    def refused(self, tool: str, **arguments: object) -> ToolError:
        """Return the error of a call."""
        outcome = self._outcome(tool, arguments)
        assert outcome.error is not None
        return outcome.error

    def titles(self, tool: str = "list_tasks", **arguments: object) -> list[str]:
        """Return the titles of the tasks that a list holds."""
        return titles_of(self.call(tool, **arguments)["tasks"])

    def read(self, uri: str) -> dict[str, Any]:
        """Return the JSON of a resource."""
        outcome = self._resource(uri)
        assert outcome.error is None, outcome.error.body()
        assert outcome.content is not None
        content: dict[str, Any] = orjson.loads(outcome.content.text)
        return content

    def read_refused(self, uri: str) -> ToolError:
        """Return the error of reading a resource."""
        outcome = self._resource(uri)
        assert outcome.error is not None
        return outcome.error

    def prompt(self, name: str, **arguments: object) -> str:
        """Return the text of a prompt."""
        outcome = self._prompt(name, arguments)
        assert outcome.error is None, outcome.error.body()
        (message,) = outcome.messages
        assert isinstance(message.content, str)
        return message.content

    def prompt_refused(self, name: str, **arguments: object) -> ToolError:
        """Return the error of getting a prompt."""
        outcome = self._prompt(name, arguments)
        assert outcome.error is not None
        return outcome.error

    def complete(self, reference: str, argument: str, typed: str) -> list[str]:
        """Return the completions of an argument."""
        found = complete(
            registry=registry(),
            access=self.access,
            reference=reference,
            argument=(argument, typed),
            known={},
            request_id="r1",
        )
        return list(found)

    def _outcome(self, tool: str, arguments: dict[str, object]) -> CallOutcome:
        return call_tool(
            registry=registry(),
            access=self.access,
            name=tool,
            arguments=arguments,
            request_id="r1",
        )

    def _prompt(self, name: str, arguments: dict[str, object]) -> PromptOutcome:
        return get_prompt(
            registry=registry(),
            access=self.access,
            name=name,
            arguments=arguments,
            request_id="r1",
        )

    def _resource(self, uri: str) -> ResourceOutcome:
        return read_resource(registry=registry(), access=self.access, uri=uri, request_id="r1")


def titles_of(tasks: list[dict[str, Any]]) -> list[str]:
    """Return the titles of tasks in a result."""
    return [task["untrusted_text"]["title"] for task in tasks]
