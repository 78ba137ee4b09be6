"""Tools that make something new."""

import datetime as dt

import pytest

from projects_app.models import Comment, FieldDefinition, FieldValue, Label, Membership, Task
from projects_app.models.due import Due
from tests.make import (
    make_comment,
    make_field,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.make_gateway import make_agent_access
from tests.projects_app.mcp_tools.changing import answer, statuses, token_of

pytestmark = pytest.mark.django_db


def test_a_task_gets_everything_it_was_created_with():
    access = make_agent_access()
    project = make_project(owner=access.user)
    section = make_section(project=project)
    parent = make_task(project=project)
    label = make_label(owner=access.user, name="Outside")

    result = answer(
        access,
        "create_tasks",
        items=[
            {
                "title": " Water the tomatoes ",
                "description": "All **four**",
                "project_id": str(project.pk),
                "section_id": str(section.pk),
                "parent_id": str(parent.pk),
                "priority": 2,
                "due": {"date": "2026-03-11", "time": "01:00", "tz": "Asia/Tokyo"},
                "labels": ["outSIDE"],
                "estimate_minutes": 30,
                "recurrence": "every week",
            }
        ],
    )

    task = Task.objects.get(pk=result.items[0].id)
    assert (task.title, task.description) == ("Water the tomatoes", "All **four**")
    assert (task.project, task.section, task.parent) == (project, section, parent)
    assert (task.priority, task.estimate_minutes) == (2, 30)
    assert task.due == Due(dt.date(2026, 3, 11), dt.time(1), "Asia/Tokyo")
    assert task.recurrence == "FREQ=WEEKLY"
    assert list(task.labels.all()) == [label]
    assert (task.owner, task.created_token_id) == (access.user, token_of(access).pk)


def test_a_title_is_enough_and_null_says_the_same_as_nothing():
    access = make_agent_access()
    optional = (
        *("description", "project_id", "section_id", "parent_id", "priority", "due", "labels"),
        *("estimate_minutes", "recurrence", "fields"),
    )

    plain, nulls = answer(
        access,
        "create_tasks",
        items=[{"title": "Same"}, {"title": "Same"} | dict.fromkeys(optional)],
        client_request_id=None,
    ).items

    columns = ("title", "description", "project", "priority", "due_date", "recurrence")
    first, second = (Task.objects.values(*columns).get(pk=item.id) for item in (plain, nulls))
    assert first == second
    assert first["priority"] == 4


def test_ids_come_back_in_the_order_asked():
    access = make_agent_access()
    titles = [f"Task {number}" for number in range(50)]

    items = answer(access, "create_tasks", items=[{"title": title} for title in titles]).items

    stored = {str(pk): title for pk, title in Task.objects.values_list("pk", "title")}
    assert [stored[item.id] for item in items] == titles
    assert {item.status.value for item in items} == {"created"}


@pytest.mark.parametrize(
    ("kind", "as_text", "typed", "stored"),
    [
        ("text", "Acme", "Acme", "Acme"),
        ("number", "120", 120, 120),
        ("checkbox", "true", True, True),
        ("date", "2026-10-16", "2026-10-16", dt.date(2026, 10, 16)),
        ("choice", "two", "two", "two"),
        ("link", "https://example.com/a", "https://example.com/a", "https://example.com/a"),
    ],
)
def test_custom_fields_are_taken_in_both_spellings(kind, as_text, typed, stored):
    access = make_agent_access()
    field = make_field(project=make_project(owner=access.user), kind=FieldDefinition.Kind(kind))
    project_id = str(field.project_id)

    items = [
        {"title": "t", "project_id": project_id, "fields": [{"id": field.pk, "value": as_text}]},
        {"title": "t", "project_id": project_id, "fields": {field.pk: typed}},
    ]
    answer(access, "create_tasks", items=items)

    assert [value.value for value in FieldValue.objects.all()] == [stored, stored]


def test_a_project_belongs_to_who_asked():
    access = make_agent_access()
    parent = make_project(owner=access.user)

    result = answer(
        access, "create_project", name="Garden", color="#00FF00", parent_id=str(parent.pk)
    )

    membership = Membership.objects.get(project_id=result.items[0].id)
    assert (membership.user, membership.role) == (access.user, Membership.Role.OWNER)
    assert membership.project.name == "Garden"
    assert membership.project.color == "#00FF00"
    assert membership.project.parent == parent


def test_a_label_of_the_same_name_is_returned_as_it_is():
    access = make_agent_access()
    make_label(owner=make_user(), name="outside")
    label = make_label(owner=access.user, name="Outside", color="#000000")

    found = statuses(access, "create_label", name="OUTSIDE", color="#ffffff")
    made = answer(access, "create_label", name="Inside", color="#ffffff")

    assert found == [(str(label.pk), "exists")]
    assert Label.objects.get(pk=label.pk).color == "#000000"
    assert (made.items[0].status.value, Label.objects.count()) == ("created", 3)


def test_a_comment_and_a_reply_are_the_callers():
    access = make_agent_access()
    task = make_task(owner=access.user)
    first = make_comment(task=task)

    result = answer(
        access, "add_comment", task_id=str(task.pk), body="Hm @sam", parent_id=str(first.pk)
    )

    reply = Comment.objects.get(pk=result.items[0].id)
    assert (reply.author, reply.body, reply.parent) == (access.user, "Hm @sam", first)
    assert reply.created_token_id == token_of(access).pk
