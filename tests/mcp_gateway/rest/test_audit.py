"""The audit log and one's own activity by REST."""

import csv
import io
import json

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from tests.make_gateway import make_token

Kind = AuditEvent.Kind


@pytest.fixture
def events(member, other):
    """Four events of three days: two writes of the member's assistant, two of another's."""
    token, _ = make_token(user=member.user, name="=desk")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        first = audit.record(
            Kind.AGENT_WRITE, actor=member.user, token=token, tool="create_tasks", item_count=3
        )
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        second = audit.record(
            Kind.AGENT_REFUSED,
            actor=member.user,
            token=token,
            tool="move_tasks",
            outcome=AuditEvent.Outcome.REFUSED,
            reason="rate_limited",
        )
    with time_machine.travel("2026-03-03T12:00:00Z", tick=False):
        third = audit.record(Kind.AGENT_ACCESS_CHANGED, actor=other.user, subject_id=other.user.pk)
        fourth = audit.record(
            Kind.AGENT_ACCESS_CHANGED, actor=other.user, subject_id=member.user.pk
        )
    return [first, second, third, fourth]


def numbers(page):
    return [item["id"] for item in page["items"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [3, 2, 1, 0]),
        ("kind=agent.write", [0]),
        ("outcome=refused", [1]),
        ("actor=other", [3, 2]),
        ("tool=move_tasks", [1]),
        ("since=2026-03-02T12:00:00Z", [3, 2, 1]),
        ("until=2026-03-02T12:00:00Z", [0]),
        ("since=2026-03-02&until=2026-03-03", [1]),
        ("since=2026-03-02T00:00:00Z&until=2026-03-03T00:00:00Z", [1]),
        ("actor=other&kind=agent.write", []),
    ],
)
def test_the_owner_filters_the_log(owner, events, query, expected):
    page = owner.get(f"audit?{query}")

    assert numbers(page) == [events[index].pk for index in expected]


def test_the_owner_filters_by_token(owner, events):
    assert numbers(owner.get(f"audit?token={events[0].token_id}")) == [events[1].pk, events[0].pk]


def test_pages_follow_one_another_while_events_are_added(owner, events):
    first = owner.get("audit?limit=2")
    audit.record(Kind.AGENT_WRITE)
    second = owner.get(f"audit?limit=2&cursor={first['next_cursor']}")

    assert numbers(first) + numbers(second) == [event.pk for event in reversed(events)]
    assert second["next_cursor"] is None


def test_an_event_is_shown_whole(owner, events):
    shown = owner.get("audit")["items"][-1]

    assert shown == {
        "id": events[0].pk,
        "at": "2026-03-01T12:00:00Z",
        "kind": "agent.write",
        "outcome": "ok",
        "reason": "",
        "actor_id": events[0].actor_id,
        "actor_name": "member",
        "subject_id": None,
        "token_id": events[0].token_id,
        "token_name": "=desk",
        "tool": "create_tasks",
        "item_count": 3,
        "call_id": None,
        "request_id": "",
        "address": None,
        "details": {},
    }


def test_a_member_sees_what_they_did_and_what_concerns_them(member, other, events):
    assert numbers(member.get("me/activity")) == [events[3].pk, events[1].pk, events[0].pk]
    assert numbers(other.get("me/activity")) == [events[3].pk, events[2].pk]


def test_an_owners_activity_is_their_own_too(owner, events):
    own = audit.record(Kind.SETTINGS_CHANGED, actor=owner.user)

    assert numbers(owner.get("me/activity")) == [own.pk]


def test_the_log_is_exported_as_csv_without_formulas(owner, events):
    response = owner.send("GET", "audit?format=csv&kind=agent.write")

    (row,) = csv.DictReader(io.StringIO(b"".join(response).decode()))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]
    assert (row["id"], row["token_name"]) == (str(events[0].pk), "'=desk")


def test_the_log_is_exported_as_json_lines(owner, events):
    response = owner.send("GET", "audit?format=jsonl&tool=move_tasks")

    (row,) = map(json.loads, b"".join(response).splitlines())
    assert (row["id"], row["reason"]) == (events[1].pk, "rate_limited")


def test_an_export_is_chosen_by_accept_too(owner, events):
    response = owner.send("GET", "audit", Accept="application/jsonl")

    assert len(b"".join(response).splitlines()) == len(events)


def test_an_export_is_itself_audited(owner, events):
    response = owner.send("GET", "audit?format=csv")

    event = AuditEvent.objects.get(kind=Kind.AUDIT_EXPORTED)
    assert (event.actor_id, event.request_id) == (owner.user.pk, response["X-Request-ID"])


def test_a_refused_export_is_json(member):
    response = member.send("GET", "audit?format=csv")

    assert response["Content-Type"] == "application/json"
    assert response.json()["error"] == "not_permitted"


def test_reading_a_page_costs_the_same_however_many_events_there_are(owner_full, events):
    owner_full.get("audit")
    with CaptureQueriesContext(
        connection,
    ) as few:
        owner_full.get("audit")
    for _ in range(20):
        audit.record(Kind.AGENT_WRITE)
    with CaptureQueriesContext(connection) as many:
        owner_full.get("audit")

    assert len(many) == len(few) == 3
    assert "COUNT" not in str(many.captured_queries)
