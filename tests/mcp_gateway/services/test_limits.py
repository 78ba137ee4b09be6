"""Limits of changing calls, counted from the database."""

import datetime as dt

import pytest
import time_machine
from django.db import transaction

from mcp_gateway.models import AccessToken, ChangingCall
from mcp_gateway.registry import InvalidArgumentsError, ToolError
from mcp_gateway.services import limits
from mcp_gateway.services.callers import personal_access
from mcp_gateway.services.changes import count_items
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import enable_gateway, make_token

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
MIDNIGHT = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)


@pytest.fixture
def token() -> AccessToken:
    """Make a token under limits small enough to reach."""
    enable_gateway(writes=True, items_per_call=5, calls_per_minute=3, items_per_day=12)
    return make_token()[0]


def _reserve(token: AccessToken, item_count: int = 1) -> None:
    with transaction.atomic():
        limits.reserve(token=token, settings=read_settings(), item_count=item_count)


def _refused_for(token: AccessToken, item_count: int = 1) -> object:
    """Return the seconds to wait, having made sure that nothing was counted."""
    before = list(ChangingCall.objects.values_list("pk", flat=True))
    with pytest.raises(ToolError) as caught:
        _reserve(token, item_count)
    assert caught.value.code == "rate_limited"
    assert list(ChangingCall.objects.values_list("pk", flat=True)) == before
    return caught.value.details["retry_after_seconds"]


def test_calls_of_the_last_minute_are_counted_and_the_wait_is_right_to_the_second(token):
    with time_machine.travel(NOON, tick=False) as clock:
        _reserve(token)
        clock.shift(10)
        _reserve(token)
        _reserve(token)
        assert _refused_for(token) == 50
        clock.shift(48.5)
        assert _refused_for(token) == 2
        clock.shift(1)
        assert _refused_for(token) == 1
        clock.shift(0.5)
        _reserve(token)
        assert _refused_for(token) == 10


def test_a_lowered_limit_waits_until_enough_calls_have_left_the_window(token):
    with time_machine.travel(NOON, tick=False) as clock:
        for _ in range(3):
            _reserve(token)
            clock.shift(10)
        enable_gateway(calls_per_minute=1)
        assert _refused_for(token) == 50
        clock.shift(50)
        _reserve(token)


def test_items_of_the_utc_day_are_counted_until_midnight(token):
    with time_machine.travel(MIDNIGHT - dt.timedelta(minutes=10), tick=False) as clock:
        _reserve(token, 5)
        clock.shift(60)
        _reserve(token, 5)
        assert _refused_for(token, 3) == 540
        _reserve(token, 2)
        assert _refused_for(token) == 540
        clock.move_to(MIDNIGHT - dt.timedelta(milliseconds=1))
        assert _refused_for(token) == 1
        clock.move_to(MIDNIGHT)
        _reserve(token, 5)


def test_the_minute_reaches_over_midnight(token):
    with time_machine.travel(MIDNIGHT - dt.timedelta(seconds=1), tick=False) as clock:
        for _ in range(3):
            _reserve(token)
        clock.move_to(MIDNIGHT)
        assert _refused_for(token) == 59


def test_the_longer_of_two_waits_is_told(token):
    with time_machine.travel(MIDNIGHT - dt.timedelta(seconds=90), tick=False):
        _reserve(token, 5)
        _reserve(token, 5)
        _reserve(token, 2)
        assert _refused_for(token) == 90


def test_more_items_than_any_call_may_name_are_a_wrong_argument(token):
    with pytest.raises(InvalidArgumentsError) as caught, transaction.atomic():
        limits.reserve(token=token, settings=read_settings(), item_count=6, argument="ids")

    assert caught.value.argument == "ids"
    assert not ChangingCall.objects.exists()


def test_more_items_than_any_day_allows_are_a_wrong_argument_too(token):
    enable_gateway(items_per_day=4)

    with pytest.raises(InvalidArgumentsError):
        _reserve(token, 5)


def test_each_token_has_limits_of_its_own(token):
    other, _ = make_token(user=token.user)
    for _ in range(3):
        _reserve(token)

    _reserve(other)

    assert ChangingCall.objects.filter(token=other).count() == 1


def test_a_call_that_is_rolled_back_was_not_counted(token):
    with transaction.atomic():
        limits.reserve(token=token, settings=read_settings(), item_count=1)
        transaction.set_rollback(True)

    assert not ChangingCall.objects.exists()


def test_the_ledger_is_kept_for_two_days(token):
    with time_machine.travel(NOON, tick=False) as clock:
        _reserve(token)
        clock.shift(dt.timedelta(days=2))
        _reserve(token)
        assert ChangingCall.objects.count() == 2
        clock.shift(dt.timedelta(days=1))
        _reserve(token)

    kept = ChangingCall.objects.order_by("pk").values_list("called_at", flat=True)
    assert list(kept) == [NOON + dt.timedelta(days=2), NOON + dt.timedelta(days=3)]


def test_a_call_is_counted_by_a_constant_number_of_queries(token, django_assert_num_queries):
    enable_gateway(calls_per_minute=100, items_per_day=100)
    settings = read_settings()
    _reserve(token)
    with transaction.atomic(), django_assert_num_queries(3):
        limits.reserve(token=token, settings=settings, item_count=1)


def test_a_person_without_a_token_is_held_to_the_items_of_a_call_alone(token):
    access = personal_access(make_user(), read_settings())

    for _ in range(10):
        count_items(access, item_count=5)
    with pytest.raises(InvalidArgumentsError):
        count_items(access, item_count=6)

    assert not ChangingCall.objects.exists()
