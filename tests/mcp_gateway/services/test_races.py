"""What holds when many workers do the same at once; on SQLite and on PostgreSQL alike."""

import pytest
from django.contrib.auth.models import Group

from mcp_gateway.models import AuditEvent, AuditSeal, ChangingCall, RepeatableCall
from mcp_gateway.services import audit
from mcp_gateway.services.calls import CallOutcome, call_tool
from tests.make_gateway import enable_gateway, make_agent_access
from tests.mcp_gateway.services.racing import race
from tests.mcp_gateway.services.toolsets import make_registry

pytestmark = pytest.mark.django_db(transaction=True)

REGISTRY = make_registry()


def _codes(outcomes: list[CallOutcome]) -> list[str]:
    return sorted("done" if each.error is None else each.error.code for each in outcomes)


def _access(**limits: int):
    enable_gateway(writes=True, **limits)
    return make_agent_access()


def _make_group(access, name: str, **arguments: object) -> CallOutcome:
    return call_tool(
        registry=REGISTRY,
        access=access,
        name="make_groups",
        arguments={"names": [name], **arguments},
        request_id=name,
    )


def test_twenty_workers_race_for_the_last_call_and_one_wins():
    access = _access(calls_per_minute=5)
    for number in range(4):
        _make_group(access, f"before {number}")

    outcomes = race(lambda number: _make_group(access, f"race {number}"), workers=20)

    assert _codes(outcomes) == ["done"] + ["rate_limited"] * 19
    assert Group.objects.filter(name__startswith="race").count() == 1
    assert ChangingCall.objects.count() == 5


def test_twenty_workers_race_for_the_last_item_of_the_day_and_one_wins():
    access = _access(calls_per_minute=100, items_per_day=3)
    for number in range(2):
        _make_group(access, f"before {number}")

    outcomes = race(lambda number: _make_group(access, f"race {number}"), workers=20)

    assert _codes(outcomes) == ["done"] + ["rate_limited"] * 19
    assert Group.objects.filter(name__startswith="race").count() == 1


def test_sixteen_repeats_of_one_call_do_it_once_and_get_the_same_ids():
    access = _access()

    outcomes = race(lambda _number: _make_group(access, "once", client_request_id="r"), workers=16)

    group = Group.objects.get()
    assert _codes(outcomes) == ["done"] * 16
    assert {each.structured_json for each in outcomes} == {b'{"ids":[%d]}' % group.pk}
    assert RepeatableCall.objects.count() == 1
    assert ChangingCall.objects.count() == 1


def test_repeats_with_other_arguments_are_refused_whoever_comes_first():
    access = _access()

    outcomes = race(
        lambda number: _make_group(access, f"name {number}", client_request_id="r"), workers=16
    )

    assert _codes(outcomes) == ["done"] + ["request_id_reused"] * 15
    assert Group.objects.count() == 1


def test_when_the_first_attempt_fails_a_waiting_repeat_does_the_work():
    access = _access()

    def attempt(number: int) -> CallOutcome:
        how = "refuse" if number % 2 else ""
        return _make_group(access, f"group {number}", fail=how, client_request_id=str(number // 2))

    outcomes = race(attempt, workers=16)

    done = [each for each in outcomes if each.error is None]
    assert Group.objects.count() == len(done) == RepeatableCall.objects.count() == 8


def test_events_written_at_once_are_all_sealed_in_one_chain():
    race(
        lambda number: audit.record(
            AuditEvent.Kind.SETTINGS_CHANGED, actor=None, request_id=str(number)
        ),
        workers=16,
    )

    positions = list(AuditSeal.objects.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, 17))
    assert audit.verify() == audit.Verdict(checked_count=16)
