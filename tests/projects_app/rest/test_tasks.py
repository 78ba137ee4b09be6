"""Tasks over REST, for people and for assistants."""

import datetime as dt
import json

import pytest
from django.utils import timezone

from mcp_gateway.models import AuditEvent
from projects_app.models import Change, ChangeSet, Membership, Task
from projects_app.models.due import Due
from tests.make import make_field, make_label, make_project, make_section, make_task
from tests.make_gateway import enable_gateway
from tests.projects_app.rest.answers import call_of, done, refusal

CALLERS = ("member", "full", "agent")
DAY = dt.date(2026, 10, 16)


@pytest.fixture(params=CALLERS)
def caller(request):
    return request.getfixturevalue(request.param)


def test_a_task_is_created_from_the_body(caller):
    project = make_project(owner=caller.user)
    label = make_label(owner=caller.user)
    body = {
        "title": "Water the tomatoes",
        "project_id": str(project.pk),
        "labels": [label.name],
        "due": {"date": "2026-10-16"},
        "client_request_id": "one",
    }

    [(pk, status)] = done(caller.send("POST", "tasks", body), 201)

    task = Task.objects.get()
    assert (str(task.pk), task.title, task.project, task.due) == (
        pk,
        "Water the tomatoes",
        project,
        Due(DAY),
    )
    assert (status, list(task.labels.all())) == ("created", [label])


@pytest.mark.parametrize("who", ["full", "agent"])
def test_a_retry_with_a_token_creates_no_second_task(request, who):
    caller = request.getfixturevalue(who)
    body = {"title": "Once", "client_request_id": "one"}

    answers = [caller.send("POST", "tasks", body).content for _ in range(2)]

    assert answers[0] == answers[1]
    assert Task.objects.count() == 1


def test_tasks_are_listed_by_the_filters_of_the_query(caller):
    project = make_project(owner=caller.user)
    wanted = make_task(project=project, priority=1, due=DAY)
    make_task(project=project, priority=2, due=DAY)
    make_task(owner=caller.user, priority=1, due=DAY)

    body = caller.get(f"tasks?project_id={project.pk}&priority=1&due_to=2026-10-16&limit=1")

    assert [task["id"] for task in body["tasks"]] == [str(wanted.pk)]
    assert body["next_cursor"] is None
    assert "_notice" in body


def test_a_cursor_goes_on_where_the_page_ended(caller):
    tasks = {str(make_task(owner=caller.user).pk) for _ in range(3)}

    first = caller.get("tasks?limit=2")
    second = caller.get(f"tasks?limit=2&cursor={first['next_cursor']}")

    assert {task["id"] for task in first["tasks"] + second["tasks"]} == tasks


def test_a_text_is_searched_for(caller):
    found = make_task(owner=caller.user, title="Repot the basil")
    make_task(owner=caller.user, title="Something else")

    body = caller.get("tasks?query=basil")

    assert [task["id"] for task in body["tasks"]] == [str(found.pk)]


def test_one_task_is_read_in_full(caller):
    task = make_task(owner=caller.user, description="The note")

    body = caller.get(f"tasks/{task.pk}?timezone=Europe/Rome")

    assert body["task"]["untrusted_text"]["description"] == "The note"
    assert body["timezone"] == "Europe/Rome"


def test_a_task_is_edited(caller):
    task = make_task(owner=caller.user, description="old")

    result = done(caller.send("PATCH", f"tasks/{task.pk}", {"title": "New", "description": None}))

    task.refresh_from_db()
    assert result == [(str(task.pk), "updated")]
    assert (task.title, task.description) == ("New", "")


def test_what_is_done_to_a_task(caller):
    task = make_task(owner=caller.user)
    section = make_section(project=make_project(owner=caller.user))
    url = f"tasks/{task.pk}"

    statuses = [
        done(caller.send("POST", f"{url}/{action}", body))[0][1]
        for action, body in (
            ("complete", {"timezone": "Europe/Rome"}),
            ("reopen", None),
            ("schedule", {"due": {"date": "2026-10-16"}}),
            ("move", {"section_id": str(section.pk)}),
        )
    ]

    task.refresh_from_db()
    assert statuses == ["completed", "reopened", "scheduled", "moved"]
    assert (task.is_completed, task.due, task.section) == (False, Due(DAY), section)


def test_a_person_puts_tasks_into_the_trash_and_takes_them_out(full):
    task = make_task(owner=full.user)

    assert done(full.send("DELETE", f"tasks/{task.pk}")) == [(str(task.pk), "trashed")]
    assert refusal(full.send("GET", f"tasks/{task.pk}"))[:2] == (404, "not_found")
    assert done(full.send("POST", f"tasks/{task.pk}/restore")) == [(str(task.pk), "updated")]
    assert full.send("GET", f"tasks/{task.pk}").status_code == 200


def test_an_assistant_trashes_only_what_it_created(agent):
    [(own, _)] = done(agent.send("POST", "tasks", {"title": "Own"}), 201)
    foreign = make_task(owner=agent.user)

    assert done(agent.send("DELETE", f"tasks/{own}")) == [(own, "trashed")]
    assert refusal(agent.send("DELETE", f"tasks/{foreign.pk}"))[:2] == (403, "not_permitted")


def test_a_person_changes_everything_of_a_task_as_one_change_set(full):
    task = make_task(owner=full.user, due=dt.date(2030, 1, 1))
    project = make_project(owner=full.user)
    section, parent = make_section(project=project), make_task(project=project)
    field = make_field(project=project)
    body = {
        "title": "New",
        "due": {"date": "2026-10-16", "time": "09:30"},
        "section_id": str(section.pk),
        "parent_id": str(parent.pk),
        "fields": {field.pk: "value"},
    }

    answer = full.send("PATCH", f"tasks/{task.pk}", body)

    assert done(answer) == [(str(task.pk), "updated")]
    task.refresh_from_db()
    assert (task.title, task.due) == ("New", Due(DAY, dt.time(9, 30)))
    assert (task.project, task.section, task.parent) == (project, section, parent)
    change_set = ChangeSet.objects.get()
    assert (str(change_set.pk), change_set.source) == (call_of(answer), "person")
    positions = list(change_set.changes.order_by("position").values_list("position", flat=True))
    assert positions == list(range(len(positions)))

    done(full.send("POST", "changes/undo", {"call_ids": [call_of(answer)]}))

    before = (task.owner_id, None, None, None, Due(dt.date(2030, 1, 1)))
    task.refresh_from_db()
    assert (task.owner_id, task.project, task.section, task.parent, task.due) == before


def test_null_takes_date_and_place_away(full):
    project = make_project(owner=full.user)
    task = make_task(
        project=project,
        section=make_section(project=project),
        parent=make_task(project=project),
        due=DAY,
    )

    for name in ("due", "section_id", "parent_id"):
        done(full.send("PATCH", f"tasks/{task.pk}", {name: None}))

    task.refresh_from_db()
    assert (task.project, task.section, task.parent, task.due) == (project, None, None, None)
    done(full.send("PATCH", f"tasks/{task.pk}", {"project_id": None}))
    task.refresh_from_db()
    assert task.project is None


def test_a_task_is_never_below_itself(full):
    top = make_task(owner=full.user)
    middle = make_task(owner=full.user, parent=top)
    low = make_task(owner=full.user, parent=middle)

    for parent in (top, middle, low):
        answer = full.send("PATCH", f"tasks/{top.pk}", {"parent_id": str(parent.pk)})
        assert refusal(answer) == (400, "invalid_value", "parent_id")
    assert not Change.objects.exists()


def test_a_refused_part_of_an_edit_leaves_the_rest_undone(full):
    task = make_task(owner=full.user, title="Old")
    body = {"title": "New", "due": {"date": "2026-10-16"}, "labels": ["nothing"]}

    answer = full.send("PATCH", f"tasks/{task.pk}", body)

    assert refusal(answer) == (400, "invalid_value", "labels[0]")
    task.refresh_from_db()
    assert (task.title, task.due) == ("Old", None)
    assert not ChangeSet.objects.exists()


@pytest.mark.parametrize(
    ("route", "body", "field"),
    [
        ("POST tasks", {}, "title"),
        ("POST tasks", {"title": ""}, "title"),
        ("POST tasks", {"title": "x" * 501}, "title"),
        ("POST tasks", {"title": 7}, "title"),
        ("POST tasks", {"title": "a", "nonsense": 1}, "nonsense"),
        ("POST tasks", {"title": "a", "priority": 7}, "priority"),
        ("POST tasks", {"title": "a", "due": {"time": "09:00"}}, "due.date"),
        ("POST tasks", {"title": "a", "labels": ["none"]}, "labels[0]"),
        ("POST tasks", {"title": "a", "recurrence": "at times"}, "recurrence"),
        ("POST tasks", {"title": "a", "client_request_id": ""}, "client_request_id"),
        ("POST tasks", {"title": "a", "items": []}, "items"),
        ("POST tasks", [], "body"),
        ("POST tasks", None, "title"),
        ("PATCH tasks/{id}", {"id": "x"}, "id"),
        ("PATCH tasks/{id}", {"priority": "1"}, "priority"),
        ("PATCH tasks/{id}", {"completed": True}, "completed"),
        ("POST tasks/{id}/complete", {"ids": []}, "ids"),
        ("POST tasks/{id}/complete", {"timezone": "Mars/Base"}, "timezone"),
        ("POST tasks/{id}/schedule", {}, "due"),
        ("POST tasks/{id}/schedule", {"due": "today"}, "due"),
        ("POST tasks/{id}/move", {}, "project_id"),
        ("POST tasks/{id}/move", {"project_id": 5}, "project_id"),
        ("GET tasks?limit=201", None, "limit"),
        ("GET tasks?priority=high", None, "priority"),
        ("GET tasks?view=moon", None, "view"),
        ("GET tasks?cursor=abc", None, "cursor"),
        ("GET tasks?page=2", None, "page"),
        ("GET tasks?query=a&view=today", None, "view"),
        ("GET tasks/{id}?timezone=nowhere", None, "timezone"),
        ("GET tasks/{id}?id=1", None, "id"),
    ],
)
def test_what_is_wrong_is_named_as_it_stands_in_the_request(caller, route, body, field):
    task = make_task(owner=caller.user)
    method, path = route.split()

    answer = caller.send(method, path.format(id=task.pk), body)

    assert refusal(answer) == (400, "invalid_value", field)
    assert json.loads(answer.content)["message"].count(f"{field}:") == 1
    assert not Change.objects.exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"due": {"date": "2026-02-30"}}, "due.date"),
        ({"due": {"date": "2026-02-03", "tz": "UTC"}}, "due"),
        ({"section_id": "nonsense"}, "section_id"),
        ({"project_id": "inbox", "title": "a"}, "project_id"),
        ({"parent_id": None, "title": ""}, "title"),
        ({"due": None, "recurrence": "at times"}, "recurrence"),
    ],
)
def test_what_is_wrong_in_a_whole_edit_is_named(full, body, field):
    task = make_task(owner=full.user)

    answer = full.send("PATCH", f"tasks/{task.pk}", body)

    assert refusal(answer) == (400, "invalid_value", field)
    assert not Change.objects.exists()


def test_date_and_place_of_a_task_are_not_an_assistants_to_patch(agent):
    task = make_task(owner=agent.user)

    answer = agent.send("PATCH", f"tasks/{task.pk}", {"due": None})

    assert refusal(answer) == (400, "invalid_value", "due")


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_unknown_deleted_and_foreign_tasks_are_not_found(caller, method):
    foreign, deleted = make_task(), make_task(owner=caller.user, trashed_at=timezone.now())
    unknown = "00000000-0000-4000-8000-000000000000"

    answers = [
        refusal(caller.send(method, f"tasks/{pk}", {} if method == "PATCH" else None))[:2]
        for pk in (unknown, foreign.pk, deleted.pk)
    ]

    assert answers == [(404, "not_found")] * 3


def test_a_viewer_changes_nothing(caller):
    project = make_project(members={caller.user: Membership.Role.VIEWER})
    task = make_task(project=project)

    answer = caller.send("PATCH", f"tasks/{task.pk}", {"priority": 1})

    assert refusal(answer)[:2] == (403, "forbidden")
    assert json.loads(answer.content)["items"] == [str(task.pk)]


def test_an_assistant_that_is_over_its_limit_is_told_when_to_come_back(agent):
    enable_gateway(writes=True, calls_per_minute=1)
    done(agent.send("POST", "tasks", {"title": "One"}), 201)

    answer = agent.send("POST", "tasks", {"title": "Two"})

    assert refusal(answer)[:2] == (429, "rate_limited")
    assert json.loads(answer.content)["retry_after_seconds"] == int(answer["Retry-After"])
    assert Task.objects.count() == 1


def test_a_persons_work_counts_against_no_limit_and_is_their_own(full):
    enable_gateway(writes=False, calls_per_minute=1)

    for title in ("One", "Two"):
        done(full.send("POST", "tasks", {"title": title}), 201)

    made = ChangeSet.objects.values_list("source", "actor_id", "token_id").distinct()
    assert list(made) == [("person", full.user.pk, None)]
    assert not AuditEvent.objects.filter(kind="agent.write").exists()
    assert not Task.objects.exclude(created_token_id=None).exists()
