"""History, undo and restoring over REST."""

import datetime as dt
import json
from uuid import uuid4

import pytest
from django.utils import timezone

from mcp_gateway.models import AccessToken, AuditEvent
from projects_app.models import Change, ChangeSet, Task
from tests.make import make_task
from tests.projects_app.rest.answers import call_of, done, refusal


def token_of(agent):
    return AccessToken.objects.get(scope="agent", user=agent.user)


def retitle(caller, task, title):
    return call_of(caller.send("PATCH", f"tasks/{task.pk}", {"title": title}))


def test_history_is_listed_with_who_made_it(full, agent):
    task = make_task(owner=full.user, title="Old")
    call = retitle(agent, task, "New")

    body = full.get(f"changes?task_id={task.pk}")

    [change] = body["changes"]
    assert (change["call_id"], change["field"], change["by_assistant"]) == (call, "title", True)
    assert change["untrusted_text"] == {
        "by": "AI assistant (assistant)",
        "before": "Old",
        "after": "New",
    }
    assert change["change_id"] == Change.objects.get().pk


def test_a_person_undoes_several_calls_at_once(full, agent):
    task, other = make_task(owner=full.user, title="Old"), make_task(owner=full.user, title="Other")
    calls = [retitle(agent, task, "New"), retitle(agent, task, "Newer"), retitle(full, other, "x")]

    answer = full.send("POST", "changes/undo", {"call_ids": calls})

    assert sorted(done(answer)) == sorted([(str(task.pk), "undone"), (str(other.pk), "undone")])
    assert set(Task.objects.values_list("title", flat=True)) == {"Old", "Other"}
    undo = ChangeSet.objects.get(pk=call_of(answer))
    assert (undo.source, undo.actor_id, undo.token_id) == ("undo", full.user.pk, None)


def test_an_undo_is_audited_by_its_calls_and_never_by_content(full, agent):
    call = retitle(agent, make_task(owner=full.user, title="marker-before"), "marker-after")

    answer = full.send("POST", "changes/undo", {"call_ids": [call], "force": True})

    event = AuditEvent.objects.get(kind="changes.undone")
    assert (event.actor_id, event.subject_id, event.item_count) == (full.user.pk, full.user.pk, 1)
    assert (str(event.call_id), event.request_id) == (call_of(answer), answer["X-Request-ID"])
    assert event.details == {"call_count": 1, "calls": [call], "forced": True}


def test_an_undo_is_undone(full):
    task = make_task(owner=full.user, title="Old")
    call = retitle(full, task, "New")

    undo = call_of(full.send("POST", "changes/undo", {"call_ids": [call]}))
    done(full.send("POST", "changes/undo", {"call_ids": [undo]}))

    task.refresh_from_db()
    assert task.title == "New"


def test_all_calls_of_a_token_since_a_moment_are_undone(full, agent):
    tasks = [make_task(owner=full.user, title="Old") for _ in range(2)]
    early = retitle(agent, tasks[0], "Early")
    ChangeSet.objects.filter(pk=early).update(created_at=timezone.now() - dt.timedelta(hours=1))
    since = timezone.now()
    for task in tasks:
        retitle(agent, task, "Late")
    body = {"token_id": token_of(agent).pk, "since": since.isoformat()}

    done(full.send("POST", "changes/undo", body))

    assert list(Task.objects.order_by("pk").values_list("title", flat=True)) == [
        "Early" if task == tasks[0] else "Old" for task in sorted(tasks, key=lambda one: one.pk)
    ]


def test_later_changes_stand_in_the_way_unless_forced(full, agent):
    task = make_task(owner=full.user, title="Old")
    call = retitle(agent, task, "New")
    retitle(full, task, "Mine")

    refused = full.send("POST", "changes/undo", {"call_ids": [call]})

    assert refusal(refused)[:2] == (409, "changed_since")
    assert json.loads(refused.content)["items"] == [str(task.pk)]
    task.refresh_from_db()
    assert task.title == "Mine"

    done(full.send("POST", "changes/undo", {"call_ids": [call], "force": True}))
    task.refresh_from_db()
    assert task.title == "Old"


def test_calls_of_others_are_the_site_owners_to_undo(full, other, owner):
    task = make_task(owner=full.user, title="Old")
    call = retitle(full, task, "New")

    assert refusal(other.send("POST", "changes/undo", {"call_ids": [call]}))[:2] == (
        404,
        "not_found",
    )
    done(owner.send("POST", "changes/undo", {"call_ids": [call]}))

    task.refresh_from_db()
    assert task.title == "Old"
    event = AuditEvent.objects.get(kind="changes.undone")
    assert (event.actor_id, event.subject_id) == (owner.user.pk, full.user.pk)


def test_an_assistant_undoes_one_call_of_its_own(full, agent):
    task = make_task(owner=full.user, title="Old")
    own = retitle(agent, task, "New")

    answer = agent.send("POST", "changes/undo", {"call_ids": [own]})

    assert done(answer) == [(str(task.pk), "undone")]
    kinds = set(AuditEvent.objects.filter(call_id=call_of(answer)).values_list("kind", flat=True))
    assert kinds == {"agent.write", "changes.undone"}


@pytest.mark.parametrize("calls", [0, 2])
def test_an_assistant_undoes_no_other_number_of_calls(agent, calls):
    body = {"call_ids": [str(uuid4()) for _ in range(calls)]}

    assert refusal(agent.send("POST", "changes/undo", body)) == (400, "invalid_value", "call_ids")


def test_an_assistant_undoes_nothing_of_others_and_by_no_force(full, agent):
    task = make_task(owner=full.user, title="Old")
    foreign, own = retitle(full, task, "New"), retitle(agent, task, "Newer")

    assert refusal(agent.send("POST", "changes/undo", {"call_ids": [foreign]}))[:2] == (
        404,
        "not_found",
    )
    forced = {"call_ids": [own], "force": True}
    assert refusal(agent.send("POST", "changes/undo", forced)) == (400, "invalid_value", "force")
    wholesale = {"token_id": token_of(agent).pk, "since": "2026-01-01T00:00:00Z"}
    assert refusal(agent.send("POST", "changes/undo", wholesale))[0] == 400


def test_a_reading_token_undoes_nothing(full, read):
    call = retitle(full, make_task(owner=full.user), "New")

    answer = read.send("POST", "changes/undo", {"call_ids": [call]})

    assert refusal(answer)[:2] == (403, "token_scope")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"call_ids": []}, "call_ids"),
        ({"call_ids": ["nonsense"]}, "call_ids[0]"),
        ({"call_ids": [str(uuid4())] * 1001}, "call_ids"),
        ({"call_ids": [str(uuid4())], "token_id": 1}, "body"),
        ({"token_id": 1}, "body"),
        ({"token_id": 0, "since": "2026-01-01T00:00:00Z"}, "token_id"),
        ({"token_id": 2**63, "since": "2026-01-01T00:00:00Z"}, "token_id"),
        ({"token_id": 1, "since": "yesterday"}, "since"),
        ({"token_id": 1, "since": "2026-01-01T00:00:00"}, "since"),
        ({"call_ids": [str(uuid4())], "force": 1}, "force"),
    ],
)
def test_what_is_wrong_with_an_undo_is_named(full, body, field):
    assert refusal(full.send("POST", "changes/undo", body)) == (400, "invalid_value", field)


def test_an_earlier_value_is_restored_whatever_happened_since(full, agent):
    task = make_task(owner=full.user, title="Old")
    retitle(agent, task, "New")
    retitle(full, task, "Newer")
    change = Change.objects.earliest("pk")

    answer = full.send("POST", f"changes/{change.pk}/restore")

    assert done(answer) == [(str(task.pk), "updated")]
    task.refresh_from_db()
    assert task.title == "Old"
    assert done(full.send("POST", f"changes/{change.pk}/restore")) == []


def test_a_foreign_change_is_not_found(full, other, owner):
    retitle(full, make_task(owner=full.user, title="Old"), "New")
    url = f"changes/{Change.objects.get().pk}/restore"

    assert refusal(other.send("POST", url))[:2] == (404, "not_found")
    done(owner.send("POST", url))
    assert Task.objects.get().title == "Old"


@pytest.mark.parametrize("number", ["0", "9" * 30, "9" * 5000])
def test_a_number_that_no_change_has_is_not_found(full, number):
    assert refusal(full.send("POST", f"changes/{number}/restore"))[:2] == (404, "not_found")


def test_what_was_created_has_no_earlier_value(full):
    done(full.send("POST", "tasks", {"title": "New"}), 201)

    answer = full.send("POST", f"changes/{Change.objects.get().pk}/restore")

    assert refusal(answer)[:2] == (400, "invalid_value")
