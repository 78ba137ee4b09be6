"""Calling tools: what comes back, what is written down, what never is."""

import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, connection

from mcp_gateway.models import (
    AccessToken,
    AuditEvent,
    ChangingCall,
    GatewaySettings,
    RepeatableCall,
)
from mcp_gateway.registry import Scope, ToolContent
from mcp_gateway.services.callers import personal_access
from mcp_gateway.services.calls import CallOutcome, call_tool
from mcp_gateway.services.errors import InternalFailureError, UnknownNameError
from mcp_gateway.services.gates import Gate
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import enable_gateway, make_access, make_agent_access
from tests.mcp_gateway.services.toolsets import MARKER, GroupResult, ReadResult, make_registry

pytestmark = pytest.mark.django_db

REGISTRY = make_registry()


def _call(access, name: str, arguments: object = None) -> CallOutcome:
    return call_tool(
        registry=REGISTRY,
        access=access,
        name=name,
        arguments={} if arguments is None else arguments,
        request_id="r1",
    )


def _code(outcome: CallOutcome) -> str | None:
    return None if outcome.error is None else outcome.error.code


def _events() -> list[tuple[object, ...]]:
    columns = ("kind", "outcome", "reason", "tool", "item_count", "request_id")
    return list(AuditEvent.objects.order_by("pk").values_list(*columns))


def test_a_result_comes_with_its_json():
    outcome = _call(make_access(), "read_count", {"count": 3})

    assert outcome.result == ReadResult(count=3)
    assert outcome.structured_json == b'{"count":3}'
    assert (outcome.error, outcome.invalid, outcome.gate) == (None, None, None)


def test_an_unknown_tool_is_an_error_of_its_own():
    with pytest.raises(UnknownNameError) as caught:
        _call(make_access(), "no_such_tool")

    assert caught.value.name == "no_such_tool"
    assert not AuditEvent.objects.exists()


def test_a_read_notes_the_use_of_the_token_and_is_neither_counted_nor_audited(
    django_assert_num_queries,
):
    access = make_access()

    with django_assert_num_queries(1):
        _call(access, "read_count")
    with django_assert_num_queries(0):
        _call(access, "read_count")

    assert AccessToken.objects.get().last_used_at is not None
    assert not AuditEvent.objects.exists()
    assert not ChangingCall.objects.exists()


def test_a_change_is_counted_and_audited_with_who_what_and_how_many():
    access = make_agent_access(user=make_user("ada"), name="desk")

    outcome = _call(access, "make_groups", {"names": ["a", "b"]})

    ids = list(Group.objects.order_by("pk").values_list("pk", flat=True))
    assert outcome.result == GroupResult(ids=ids)
    assert ChangingCall.objects.get().item_count == 2
    assert _events() == [("agent.write", "ok", "", "make_groups", 2, "r1")]
    event = AuditEvent.objects.get()
    assert (event.actor_name, event.subject_id) == ("ada", access.user.pk)
    assert (event.token_id, event.token_name) == (access.caller.token_id, "desk")
    assert event.call_id == outcome.call_id


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param({"names": [MARKER], "fail": "refuse"}, "refused_by_tool", id="by the tool"),
        pytest.param({"names": [MARKER], "fail": "domain"}, "taken", id="by the domain"),
        pytest.param({"names": [MARKER] * 51}, "invalid_arguments", id="by a limit"),
        pytest.param({"names": []}, "invalid_arguments", id="by the schema"),
        pytest.param({"names": [f"{MARKER}\0"]}, "invalid_arguments", id="NUL"),
    ],
)
def test_a_refused_change_leaves_nothing_but_its_audit_event(arguments, code):
    access = make_agent_access()

    outcome = _call(access, "make_groups", arguments)

    assert _code(outcome) == code
    assert (outcome.result, outcome.structured_json) == (None, None)
    assert not Group.objects.exists()
    assert not ChangingCall.objects.exists()
    assert _events() == [("agent.refused", "refused", code, "make_groups", 0, "r1")]


def test_too_many_items_are_refused_by_the_name_of_the_list():
    outcome = _call(make_agent_access(), "make_groups", {"names": ["x"] * 51})

    assert outcome.invalid is not None
    assert outcome.invalid.argument == "names"


def test_a_shut_gate_is_told_and_audited_before_the_arguments_are_looked_at():
    access = make_access(scope=Scope.AGENT)

    outcome = _call(access, "make_groups", {"nonsense": MARKER})

    assert outcome.gate is Gate.OWNER
    assert _code(outcome) == "writes_disabled_by_owner"
    assert _events() == [
        ("agent.refused", "refused", "writes_disabled_by_owner", "make_groups", 0, "r1")
    ]


def test_refused_reads_are_not_audited():
    access = make_access(toolsets=["extra"])

    assert _call(access, "read_count").gate is Gate.TOOLSET
    assert _call(make_access(), "read_count", {"count": 0}).invalid is not None
    assert not AuditEvent.objects.exists()


def test_the_refusal_of_a_person_without_a_token_is_not_audited_but_their_change_is():
    enable_gateway(writes=True)
    member = personal_access(make_user(), read_settings(), scope=Scope.AGENT)
    assert _call(member, "make_groups", {"names": ["a"]}).gate is Gate.MEMBER
    assert _events() == []

    operator = make_agent_access()
    person = personal_access(operator.user, read_settings(), scope=Scope.AGENT)
    assert _call(person, "make_groups", {"names": ["a"]}).error is None
    assert _events() == [("agent.write", "ok", "", "make_groups", 1, "r1")]


def test_a_repeat_returns_the_first_result_uncounted_even_when_the_limit_is_reached():
    access = make_agent_access()
    GatewaySettings.objects.update(calls_per_minute=1)
    arguments = {"names": ["a"], "client_request_id": "one"}

    first = _call(access, "make_groups", arguments)
    again = _call(access, "make_groups", {**arguments})

    assert again.result == first.result
    assert again.structured_json == first.structured_json
    assert Group.objects.count() == ChangingCall.objects.count() == 1
    assert _events()[1] == ("agent.write", "ok", "repeated", "make_groups", 0, "r1")


def test_a_repeat_with_other_arguments_is_refused():
    access = make_agent_access()
    _call(access, "make_groups", {"names": ["a"], "client_request_id": "one"})

    outcome = _call(access, "make_groups", {"names": ["b"], "client_request_id": "one"})

    assert _code(outcome) == "request_id_reused"
    assert Group.objects.count() == 1


def test_another_token_or_tool_may_use_the_same_id():
    access = make_agent_access()
    other = make_agent_access(user=access.user)

    _call(access, "make_groups", {"names": ["a"], "client_request_id": "one"})
    _call(other, "make_groups", {"names": ["b"], "client_request_id": "one"})
    _call(access, "poke", {"client_request_id": "one"})

    assert Group.objects.count() == RepeatableCall.objects.count() == 3


def test_a_repeat_of_an_empty_result_does_nothing_again():
    access = make_agent_access()

    first = _call(access, "poke", {"client_request_id": "one"})
    again = _call(access, "poke", {"client_request_id": "one"})

    assert first.structured_json == again.structured_json == b"{}"
    assert Group.objects.count() == 1


def test_a_failed_call_may_be_tried_again_under_its_id():
    access = make_agent_access()
    arguments = {"names": ["a"], "fail": "refuse", "client_request_id": "one"}
    _call(access, "make_groups", arguments)

    outcome = _call(access, "make_groups", {**arguments, "fail": ""})

    assert outcome.error is None
    assert Group.objects.count() == 1


def test_bare_content_has_no_json_and_is_never_kept_for_repeats():
    outcome = _call(make_agent_access(), "say", {"client_request_id": "one"})

    assert isinstance(outcome.result, ToolContent)
    assert outcome.structured_json is None
    assert not RepeatableCall.objects.exists()


def test_the_overhead_of_a_change_is_a_constant_number_of_queries(django_assert_max_num_queries):
    access = make_agent_access()
    _call(access, "make_groups", {"names": ["first"]})

    # Savepoint twice, lock, count, ledger, audit and the tool's own insert.
    with django_assert_max_num_queries(8):
        _call(access, "make_groups", {"names": ["second"]})


@pytest.mark.parametrize("access", [make_access, make_agent_access])
@pytest.mark.parametrize("tool", ["read_badly", "make_groups"])
def test_a_domain_error_that_the_toolset_knows_is_told_as_it_says(access, tool):
    outcome = _call(access(), tool, {"names": ["a"], "fail": "domain"})

    assert _code(outcome) in {"taken", "writes_disabled_by_owner"}


def test_an_unforeseen_error_of_a_read_tells_the_request_id_and_nothing_else(caplog):
    with pytest.raises(InternalFailureError) as caught:
        _call(make_access(), "read_badly", {"names": [MARKER], "fail": "break"})

    assert caught.value.request_id == "r1"
    assert MARKER not in str(caught.value)
    assert caught.value.__cause__ is None
    assert "BrokenError" in caplog.text
    assert "r1" in caplog.text
    assert MARKER not in caplog.text
    assert not AuditEvent.objects.exists()


def test_an_unforeseen_error_of_a_change_is_rolled_back_and_audited_as_failed(caplog):
    access = make_agent_access()

    with pytest.raises(InternalFailureError):
        _call(access, "make_groups", {"names": [MARKER], "fail": "break"})

    assert not Group.objects.exists()
    assert not ChangingCall.objects.exists()
    assert _events() == [("agent.write", "failed", "internal_error", "make_groups", 0, "r1")]
    assert MARKER not in caplog.text


def test_an_error_of_the_database_leaks_neither_values_nor_statements(caplog):
    access = make_agent_access()

    with pytest.raises(InternalFailureError):
        _call(access, "make_groups", {"names": [MARKER, MARKER]})

    assert "IntegrityError" in caplog.text
    assert MARKER not in caplog.text
    assert not Group.objects.exists()


def test_a_failure_that_cannot_be_audited_either_is_still_told_as_one(caplog):
    access = make_agent_access()

    def refuse_audit(execute, sql, *rest):
        if "auditevent" in sql:
            raise OperationalError(MARKER)
        return execute(sql, *rest)

    with (
        connection.execute_wrapper(refuse_audit),
        pytest.raises(InternalFailureError) as caught,
    ):
        _call(access, "make_groups", {"names": ["a"]})

    assert caught.value.request_id == "r1"
    assert not Group.objects.exists()
    assert MARKER not in caplog.text


def test_no_content_gets_into_log_or_audit(caplog):
    caplog.set_level("DEBUG")
    access = make_agent_access()

    for how in ("", "refuse", "domain"):
        _call(access, "make_groups", {"names": [f"{MARKER} {how}"], "fail": how})
    _call(access, "make_groups", {"names": MARKER})
    _call(access, "make_groups", {MARKER: 1})

    assert MARKER not in str(list(AuditEvent.objects.values()))
    logged = [each for each in caplog.records if each.name.startswith("mcp_gateway")]
    assert MARKER not in str([each.getMessage() for each in logged])


def test_under_debug_a_result_outside_its_schema_is_logged_without_content(settings, caplog):
    settings.DEBUG = True

    with pytest.warns(UserWarning, match="serializ"):
        outcome = _call(make_access(), "read_badly", {"names": ["a"]})

    assert outcome.error is None
    assert [each.levelname for each in caplog.records if "schema" in each.getMessage()] == ["ERROR"]
    assert MARKER not in caplog.text
