"""The audit log in the admin: read, filtered, exported; never edited, never counted whole."""

import csv
import io
import json

import pytest
import time_machine
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from tests.make import make_user
from tests.make_gateway import make_token

AUDIT = "/admin/mcp_gateway/auditevent/"
Kind = AuditEvent.Kind


@pytest.fixture
def events(db):
    """Two events of an assistant, a year apart, and one of a member without a tool."""
    member = make_user("mira")
    token, _ = make_token(user=member, name="=desk")
    with time_machine.travel("2025-03-01T12:00:00Z", tick=False):
        first = audit.record(Kind.AGENT_WRITE, actor=member, token=token, tool="make_things")
    second = audit.record(
        Kind.AGENT_REFUSED,
        actor=member,
        token=token,
        tool="echo_text",
        outcome=AuditEvent.Outcome.REFUSED,
        reason="rate_limited",
    )
    third = audit.record(Kind.SETTINGS_CHANGED, actor=make_user("noor"))
    return [first, second, third]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [2, 1, 0]),
        ("kind__exact=agent.write", [0]),
        ("outcome__exact=refused", [1]),
        ("tool=make_things", [0]),
        ("at__gte=2026-01-01T00:00:00Z", [2, 1]),
        ("q=mira", [1, 0]),
        ("q=desk", [1, 0]),
        ("q=mira&tool=echo_text", [1]),
    ],
)
def test_the_log_is_filtered_and_searched(browser, events, query, expected):
    found = browser.get(f"{AUDIT}?{query}").context["cl"].result_list

    assert [event.pk for event in found] == [events[index].pk for index in expected]


def test_csv_holds_what_the_filter_shows_without_formulas(browser, events):
    response = browser.get(f"{AUDIT}export/csv/?q=mira")

    rows = list(csv.DictReader(io.StringIO(b"".join(response).decode())))
    assert [row["id"] for row in rows] == [str(events[0].pk), str(events[1].pk)]
    assert {row["token_name"] for row in rows} == {"'=desk"}


def test_json_lines_hold_what_the_filter_shows(browser, events):
    response = browser.get(f"{AUDIT}export/jsonl/?kind__exact=agent.refused")

    (row,) = map(json.loads, b"".join(response).splitlines())
    assert (row["id"], row["reason"]) == (events[1].pk, "rate_limited")


def test_an_export_holds_every_page(browser):
    AuditEvent.objects.bulk_create(
        AuditEvent(kind=Kind.AGENT_WRITE, at="2026-03-01T00:00:00Z") for _ in range(120)
    )

    response = browser.get(f"{AUDIT}export/jsonl/")

    assert len(b"".join(response).splitlines()) == 120


def test_the_links_export_what_the_page_shows(browser, events):
    page = browser.get(f"{AUDIT}?q=mira&p=1").content.decode()

    assert f'href="{AUDIT}export/csv/?q=mira"' in page
    assert f'href="{AUDIT}export/jsonl/?q=mira"' in page


def test_an_export_is_audited(browser, owner, events):
    browser.get(f"{AUDIT}export/csv/")

    event = AuditEvent.objects.get(kind=Kind.AUDIT_EXPORTED)
    assert event.actor_id == owner.pk


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("export/xml/", 404),
        ("export/csv/?at__gte=yesterday", 302),
        ("export/csv/?actor_name__nothing=1", 302),
        ("?p=many", 200),
        ("?p=99999999999999999999", 200),
        ("?at__gte=yesterday", 302),
        ("?q=%00", 200),
        ("?tool=none_such", 200),
        ("99999999999999999999/change/", 302),
    ],
)
def test_an_address_that_means_nothing_does_not_fail(browser, events, path, status):
    assert browser.get(AUDIT + path).status_code == status


def test_staff_export_nothing(staff_browser, events):
    assert staff_browser.get(f"{AUDIT}export/csv/").status_code == 403
    assert not AuditEvent.objects.filter(kind=Kind.AUDIT_EXPORTED).exists()


def test_nobody_adds_changes_or_deletes_an_event(browser, events):
    number = events[0].pk
    before = list(AuditEvent.objects.values())

    statuses = [
        browser.post(f"{AUDIT}add/", {"kind": "agent.write"}).status_code,
        browser.post(f"{AUDIT}{number}/change/", {"tool": "x"}).status_code,
        browser.post(f"{AUDIT}{number}/delete/", {"post": "yes"}).status_code,
        browser.get(f"{AUDIT}{number}/delete/").status_code,
    ]
    chosen = {"action": "delete_selected", ACTION_CHECKBOX_NAME: [str(number)], "post": "yes"}
    browser.post(AUDIT, chosen)

    assert statuses == [403] * 4
    assert list(AuditEvent.objects.values()) == before


def test_the_list_offers_no_action(browser, events):
    assert browser.get(AUDIT).context["action_form"] is None


def test_a_long_log_is_paged_without_being_counted(browser):
    AuditEvent.objects.bulk_create(
        AuditEvent(kind=Kind.AGENT_WRITE, at="2026-03-01T00:00:00Z") for _ in range(800)
    )

    last = browser.get(f"{AUDIT}?p=16").context["cl"]
    with CaptureQueriesContext(connection) as queries:
        first = browser.get(AUDIT).context["cl"]

    counts = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
    assert all("LIMIT 550" in sql for sql in counts)
    assert len(counts) == 1
    assert (first.paginator.num_pages, last.paginator.num_pages) == (11, 16)
    assert list(last.result_list)[-1] == AuditEvent.objects.order_by("pk").first()
