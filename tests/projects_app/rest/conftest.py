"""A member, their assistants, another member and the owner, with every gate open."""

import pytest

from tests.make_gateway import allow_writes, enable_gateway
from tests.mcp_gateway.api.conftest import fresh_address
from tests.mcp_gateway.rest.conftest import (
    agent,
    anonymous,
    full,
    member,
    other,
    owner,
    owner_agent,
    read,
)

__all__ = [
    "agent",
    "anonymous",
    "fresh_address",
    "full",
    "member",
    "other",
    "owner",
    "owner_agent",
    "read",
]


@pytest.fixture(autouse=True)
def open_gates(request, db) -> None:
    """Let the member's assistants make changes."""
    enable_gateway(writes=True)
    allow_writes(request.getfixturevalue("member").user)
