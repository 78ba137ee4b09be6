"""A member, another member and the owner, each by session and by token."""

import pytest

from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope
from tests.make import make_superuser, make_user
from tests.make_gateway import issue, make_token
from tests.mcp_gateway.api.conftest import fresh_address
from tests.mcp_gateway.installed import fixture_tools
from tests.mcp_gateway.rest.people import Knocker

__all__ = ["fixture_tools", "fresh_address"]


@pytest.fixture
def anonymous(db, fresh_address) -> Knocker:
    return Knocker(fresh_address)


@pytest.fixture
def member(db, fresh_address) -> Knocker:
    return Knocker(fresh_address, user=make_user("member"))


@pytest.fixture
def other(db, fresh_address) -> Knocker:
    return Knocker(fresh_address, user=make_user("other"))


@pytest.fixture
def owner(db, fresh_address) -> Knocker:
    return Knocker(fresh_address, user=make_superuser("owner"))


@pytest.fixture
def read(member) -> Knocker:
    return Knocker(member.address, member.user, secret=issue(member.user, Scope.READ))


@pytest.fixture
def full(member) -> Knocker:
    return Knocker(member.address, member.user, secret=issue(member.user, Scope.FULL))


@pytest.fixture
def agent(member) -> Knocker:
    return Knocker(member.address, member.user, secret=issue(member.user, Scope.AGENT))


@pytest.fixture
def owner_full(owner) -> Knocker:
    return Knocker(owner.address, owner.user, secret=issue(owner.user, Scope.FULL))


@pytest.fixture
def owner_read(owner) -> Knocker:
    return Knocker(owner.address, owner.user, secret=issue(owner.user, Scope.READ))


@pytest.fixture
def owner_agent(owner) -> Knocker:
    return Knocker(owner.address, owner.user, secret=issue(owner.user, Scope.AGENT))


@pytest.fixture
def token_of_member(member) -> AccessToken:
    return make_token(user=member.user, name="to be revoked")[0]
