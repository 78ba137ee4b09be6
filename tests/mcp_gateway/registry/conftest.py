"""A call's context for registry tests."""

import datetime as dt
import uuid

import pytest

from mcp_gateway.registry import Caller, Scope, ToolContext


@pytest.fixture
def tool_context() -> ToolContext[str]:
    """Return the context of a call of the account "ada"."""
    return ToolContext(
        caller=Caller(user="ada", scope=Scope.READ),
        call_id=uuid.UUID(int=1),
        request_id="r1",
        now=dt.datetime(2026, 3, 11, tzinfo=dt.UTC),
    )
