"""What a token or a person opens."""

import pytest

from mcp_gateway.registry import Caller, Scope
from mcp_gateway.services.callers import Access, open_access, personal_access
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import allow_writes, enable_gateway, make_token

pytestmark = pytest.mark.django_db


def test_settings_token_user_and_switch_are_read_by_two_queries(django_assert_num_queries):
    enable_gateway()
    token, secret = make_token(scope=Scope.AGENT, name="desk")
    allow_writes(token.user)

    with django_assert_num_queries(2):
        settings = read_settings()
        access = open_access(secret, settings, address="192.0.2.1")
        assert access is not None
        caller = access.caller

    assert access == Access(
        settings=settings,
        user=token.user,
        scope=Scope.AGENT,
        token=token,
        writes_allowed=True,
        address="192.0.2.1",
    )
    assert caller == Caller(
        user=token.user, scope=Scope.AGENT, token_id=token.pk, token_name="desk"
    )


def test_what_is_no_token_opens_nothing():
    enable_gateway()

    assert open_access("nonsense", read_settings()) is None


def test_a_person_has_full_scope_and_no_token():
    user = make_user()

    access = personal_access(user, read_settings())

    assert access.caller == Caller(user=user, scope=Scope.FULL)
    assert not access.writes_allowed
