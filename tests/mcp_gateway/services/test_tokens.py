"""Issuing, finding and revoking tokens."""

import datetime as dt
import hashlib

import pytest
import time_machine
from django.db import OperationalError, connection
from django.utils import timezone

from mcp_gateway.models import AccessToken, AuditEvent
from mcp_gateway.registry import Registry, Scope
from mcp_gateway.services.errors import InvalidValueError, NotPermittedError
from mcp_gateway.services.tokens import (
    NewToken,
    find_token,
    issue_token,
    revoke_token,
    touch_token,
    visible_tokens,
)
from tests.make import make_superuser, make_user
from tests.make_gateway import make_token
from tests.mcp_gateway.services.toolsets import make_registry

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def _issue(actor, *, user=None, **changes):
    wanted = {"name": "desk", "scope": Scope.READ, **changes}
    return issue_token(
        actor=actor, new=NewToken(user=user or actor, **wanted), registry=make_registry()
    )


def test_the_secret_is_kept_as_its_digest_alone():
    user = make_user()

    issued = _issue(user, scope=Scope.AGENT)

    row = AccessToken.objects.values().get()
    assert row["digest"] == hashlib.sha256(issued.secret.encode()).hexdigest()
    assert row["last_four"] == issued.secret[-4:]
    assert issued.secret not in str(row)
    assert issued.secret not in repr(issued)
    assert issued.secret not in str(list(AuditEvent.objects.values()))


def test_issuing_is_audited_with_actor_and_token():
    user = make_user("ada")

    issued = issue_token(
        actor=user,
        new=NewToken(user=user, name="desk", scope=Scope.FULL),
        registry=Registry(),
        request_id="r1",
    )

    event = AuditEvent.objects.get()
    assert (event.kind, event.actor_name, event.subject_id) == ("token.created", "ada", user.pk)
    assert (event.token_id, event.token_name) == (issued.token.pk, "desk")
    assert (event.request_id, event.details) == ("r1", {"scope": "full"})


def test_the_command_line_issues_for_anybody_and_is_named_so():
    user = make_user()

    issued = _issue(None, user=user)

    assert issued.token.user == user
    assert AuditEvent.objects.get().actor_name == "command line"


@pytest.mark.parametrize("actor", [make_user, make_superuser])
def test_nobody_issues_a_token_of_somebody_else(actor):
    with pytest.raises(NotPermittedError):
        _issue(actor(), user=make_user())

    assert not AccessToken.objects.exists()
    assert not AuditEvent.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "   "),
        ("name", "x" * 101),
        ("name", "line\nbreak"),
        ("name", "nul\0"),
        ("name", "half \ud800"),
        ("name", 5),
        ("scope", "root"),
        ("scope", None),
        ("toolsets", ["basic", "none such"]),
        ("toolsets", "basic"),
        ("toolsets", [5]),
        ("expires_in_days", 0),
        ("expires_in_days", 3_651),
        ("expires_in_days", -1),
        ("expires_in_days", 2.5),
        ("expires_in_days", True),
        ("expires_in_days", "7"),
    ],
)
def test_a_wrong_value_is_refused_by_its_name_and_makes_nothing(field, value):
    with pytest.raises(InvalidValueError) as caught:
        _issue(make_user(), **{field: value})

    assert caught.value.field == field
    assert not AccessToken.objects.exists()


def test_an_inactive_account_gets_no_token():
    with pytest.raises(InvalidValueError) as caught:
        _issue(None, user=make_user(is_active=False))

    assert caught.value.field == "user"


@pytest.mark.parametrize(
    ("asked", "kept"),
    [(None, None), ([], None), (["extra", "basic", "extra"], ["basic", "extra"])],
)
def test_toolsets_are_kept_once_each_in_the_order_of_the_registry(asked, kept):
    assert _issue(make_user(), toolsets=asked).token.toolsets == kept


def test_a_token_is_found_with_user_and_switch_by_one_query(django_assert_num_queries):
    token, secret = make_token()

    with django_assert_num_queries(1):
        found = find_token(secret)
        assert found == token
        assert found.user.is_active
        assert not hasattr(found.user, "agent_access")


def test_text_with_a_wrong_checksum_costs_no_query(django_assert_num_queries):
    _, secret = make_token()

    with django_assert_num_queries(0):
        assert find_token(secret[:-1] + ("a" if secret[-1] != "a" else "b")) is None
        assert find_token("") is None
        assert find_token("mgr_é\0") is None


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"revoked_at": NOON - dt.timedelta(days=1)}, id="revoked"),
        pytest.param({"expires_at": NOON}, id="expired this moment"),
        pytest.param({"digest": "0" * 64}, id="unknown"),
    ],
)
@time_machine.travel(NOON, tick=False)
def test_what_is_not_valid_is_not_found(columns):
    _, secret = make_token(**columns)

    assert find_token(secret) is None


def test_the_token_of_an_inactive_account_is_not_found():
    _, secret = make_token(user=make_user(is_active=False))

    assert find_token(secret) is None


@time_machine.travel(NOON, tick=False)
def test_a_token_is_valid_until_the_moment_it_expires():
    _, secret = make_token(expires_at=NOON + dt.timedelta(microseconds=1))

    assert find_token(secret) is not None


@time_machine.travel(NOON, tick=False)
def test_the_expiry_is_counted_in_whole_days_from_now():
    issued = _issue(make_user(), expires_in_days=30)

    assert issued.token.expires_at == NOON + dt.timedelta(days=30)


@pytest.mark.parametrize("by", ["its account", "the owner", "the command line"])
def test_a_revoked_token_is_refused_from_then_on_and_audited_once(by):
    token, secret = make_token(user=make_user("ada"), name="desk")
    actor = {"its account": token.user, "the owner": make_superuser(), "the command line": None}[by]

    assert revoke_token(actor=actor, token=token)
    assert not revoke_token(actor=actor, token=token)

    assert find_token(secret) is None
    event = AuditEvent.objects.get()
    assert (event.kind, event.token_name) == ("token.revoked", "desk")
    assert event.subject_id == token.user_id


def test_another_member_may_not_revoke_a_token():
    token, secret = make_token()

    with pytest.raises(NotPermittedError):
        revoke_token(actor=make_user(), token=token)

    assert find_token(secret) == token


def test_an_owner_who_was_deactivated_may_not_revoke_a_token():
    token, _ = make_token()
    owner = make_superuser()
    owner.is_active = False

    with pytest.raises(NotPermittedError):
        revoke_token(actor=owner, token=token)


def test_use_is_noted_at_most_once_a_minute(django_assert_num_queries):
    with time_machine.travel(NOON, tick=False) as clock:
        token, secret = make_token()
        touch_token(token)
        clock.shift(59)
        found = find_token(secret)
        assert found is not None
        with django_assert_num_queries(0):
            touch_token(found)
        clock.shift(1)
        touch_token(found)

    token.refresh_from_db()
    assert token.last_used_at == NOON + dt.timedelta(seconds=60)


def test_a_token_that_another_request_has_noted_meanwhile_is_left_alone():
    token, _ = make_token()
    AccessToken.objects.update(last_used_at=timezone.now() + dt.timedelta(seconds=5))
    before = AccessToken.objects.get().last_used_at

    touch_token(token)

    assert AccessToken.objects.get().last_used_at == before


@pytest.mark.django_db(transaction=True)
def test_a_call_is_not_failed_by_a_use_that_cannot_be_noted(caplog):
    token, _ = make_token()

    def refuse_updates(execute, sql, *rest):
        if sql.startswith("UPDATE"):
            raise OperationalError
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse_updates):
        touch_token(token)

    assert [each.levelname for each in caplog.records] == ["WARNING"]
    assert AccessToken.objects.get().last_used_at is None


def test_people_see_their_own_tokens_and_the_command_line_all():
    token, _ = make_token()
    other, _ = make_token()

    assert list(visible_tokens(token.user)) == [token]
    assert set(visible_tokens(None)) == {token, other}
    assert list(visible_tokens(make_superuser())) == []
