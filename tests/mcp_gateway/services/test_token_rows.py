"""A token read by the prepared query is the token that the ORM reads."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import models

from mcp_gateway.models import AccessToken, AgentAccess
from mcp_gateway.services.token_rows import read_token
from tests.make import make_user

pytestmark = pytest.mark.django_db


def make_token(**columns: object) -> AccessToken:
    defaults: dict[str, object] = {"name": "desk", "scope": "read", "last_four": "abcd"}
    return AccessToken.objects.create(**{"digest": "d" * 64, **defaults, **columns})


def columns_of(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("toolsets", [None, [], ["tasks", "shelf"]])
@pytest.mark.parametrize("writes_allowed", [True, False])
def test_every_column_is_as_the_orm_reads_it(
    django_assert_num_queries, *, toolsets: list[str] | None, writes_allowed: bool
):
    user = make_user("ada", first_name="Ada", email="ada@example.com")
    AgentAccess.objects.create(user_id=user.pk, writes_allowed=writes_allowed)
    make_token(user_id=user.pk, toolsets=toolsets)
    by_orm = AccessToken.objects.get()

    with django_assert_num_queries(1):
        token = read_token("d" * 64)
        assert token is not None
        user_read: Any = token.user
        found = (token, user_read, user_read.agent_access)

    expected = (by_orm, get_user_model().objects.get(), AgentAccess.objects.get())
    assert [columns_of(row) for row in found] == [columns_of(row) for row in expected]


def test_an_account_without_a_switch_is_known_to_have_none(django_assert_num_queries):
    make_token(user_id=make_user().pk)

    with django_assert_num_queries(1):
        token = read_token("d" * 64)
        assert token is not None
        assert not hasattr(token.user, "agent_access")


def test_another_digest_finds_nothing_and_each_finds_its_own():
    first = make_token(user_id=make_user().pk)
    second = make_token(user_id=make_user().pk, digest="e" * 64)

    assert [read_token(digest * 64) for digest in "def"] == [first, second, None]


def test_a_token_so_read_can_be_saved():
    make_token(user_id=make_user().pk)
    token = read_token("d" * 64)
    assert token is not None

    token.name = "couch"
    token.save()

    assert AccessToken.objects.get().name == "couch"
