"""Budgets of requests and of failed sign-ins."""

import datetime as dt

import pytest
import time_machine

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import throttle
from mcp_gateway.services.callers import personal_access
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import enable_gateway, make_access

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
ADDRESS = "198.51.100.1"


def _fail(address: str | None, times: int = 1) -> None:
    for _ in range(times):
        throttle.note_failed_sign_in(address, request_id="r1")


def test_after_ten_failures_in_a_minute_the_address_has_to_wait():
    with time_machine.travel(NOON, tick=False) as clock:
        _fail(ADDRESS, 9)
        assert throttle.sign_in_wait(ADDRESS) == 0
        clock.shift(20)
        _fail(ADDRESS)
        assert throttle.sign_in_wait(ADDRESS) == 40
        clock.shift(41)
        assert throttle.sign_in_wait(ADDRESS) == 0


def test_another_address_need_not_wait():
    _fail(ADDRESS, 10)

    assert throttle.sign_in_wait("203.0.113.77") == 0


def test_a_stopped_address_is_audited_once_a_minute():
    with time_machine.travel(NOON, tick=False) as clock:
        _fail(ADDRESS, 15)
        assert [(event.kind, event.outcome) for event in AuditEvent.objects.all()] == [
            ("auth.throttled", "refused")
        ]
        event = AuditEvent.objects.get()
        assert (event.address, event.request_id) == (ADDRESS, "r1")
        clock.shift(61)
        _fail(ADDRESS, 10)

    assert AuditEvent.objects.count() == 2


def test_an_unknown_address_is_counted_too():
    with time_machine.travel(NOON, tick=False):
        _fail(None, 10)
        assert throttle.sign_in_wait(None) > 0


def test_the_number_of_failures_is_the_sites_to_set(settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "failed_sign_ins_per_minute": 2}

    _fail(ADDRESS, 2)

    assert throttle.sign_in_wait(ADDRESS) > 0


def test_requests_of_a_token_are_counted_against_its_budget():
    enable_gateway(reads_per_minute=3)
    access, other = make_access(), make_access()
    with time_machine.travel(NOON, tick=False) as clock:
        assert [throttle.spend_request(access) for _ in range(3)] == [0, 0, 0]
        clock.shift(15)
        assert throttle.spend_request(access) == 45
        assert throttle.spend_request(other) == 0
        clock.shift(46)
        assert throttle.spend_request(access) == 0


def test_a_person_without_a_token_has_a_budget_too():
    enable_gateway(reads_per_minute=1)
    access = personal_access(make_user(), read_settings())

    with time_machine.travel(NOON, tick=False):
        assert throttle.spend_request(access) == 0
        assert throttle.spend_request(access) > 0


def test_when_the_storage_is_away_the_process_counts_meanwhile(settings, caplog):
    # Port 9 of the loopback has no Redis behind it.
    unreachable = "redis://127.0.0.1:9/0"
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "limits_storage_url": unreachable}

    _fail(ADDRESS, 10)

    assert throttle.sign_in_wait(ADDRESS) > 0
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert unreachable not in caplog.text
