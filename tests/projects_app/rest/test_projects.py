"""Projects and labels over REST."""

import json

import pytest

from mcp_gateway.models import ToolPolicy
from projects_app.models import ChangeSet, Label, Membership, Project
from tests.make import make_label, make_project, make_task
from tests.make_gateway import enable_gateway, switch_off
from tests.projects_app.rest.answers import call_of, done, refusal


@pytest.fixture(params=["member", "full", "agent"])
def caller(request):
    return request.getfixturevalue(request.param)


def test_a_project_is_created_listed_and_read(caller):
    answer = caller.send("POST", "projects", {"name": "Garden", "color": "#00ff00"})

    [(pk, status)] = done(answer, 201)
    task = make_task(project=Project.objects.get())
    listed, read = caller.get("projects"), caller.get(f"projects/{pk}?timezone=Europe/Rome")
    assert status == "created"
    assert [project["untrusted_text"]["name"] for project in listed["projects"]] == ["Garden"]
    assert [one["id"] for one in read["tasks"]] == [str(task.pk)]
    assert read["timezone"] == "Europe/Rome"


def test_archived_projects_are_listed_on_request(caller):
    project = make_project(owner=caller.user)
    project.archived_at = project.created_at
    project.save()

    assert caller.get("projects")["projects"] == []
    assert len(caller.get("projects?include_archived=true")["projects"]) == 1


def test_a_foreign_project_is_not_found(caller):
    answer = caller.send("GET", f"projects/{make_project().pk}")

    assert refusal(answer)[:2] == (404, "not_found")


def test_a_switched_off_toolset_is_closed_to_assistants_alone(full, agent):
    switch_off(ToolPolicy.Kind.TOOLSET, "tasks")
    project = make_project(owner=full.user)

    assert full.send("GET", f"projects/{project.pk}").status_code == 200
    assert agent.send("GET", f"projects/{project.pk}").status_code == 404
    assert refusal(agent.send("GET", "projects"))[:2] == (403, "tool_disabled")


def test_assistants_read_nothing_while_the_endpoint_is_off(full, agent, read):
    enable_gateway(enabled=False)

    assert [who.send("GET", "projects").status_code for who in (full, agent, read)] == [
        200,
        403,
        403,
    ]


def test_a_person_edits_archives_and_trashes_a_project(full):
    parent, project = make_project(owner=full.user), make_project(owner=full.user)
    url = f"projects/{project.pk}"
    body = {"name": "New", "description": "Note", "parent_id": str(parent.pk), "archived": True}

    answer = full.send("PATCH", url, body)

    assert done(answer) == [(str(project.pk), "updated")]
    project.refresh_from_db()
    assert (project.name, project.description, project.parent) == ("New", "Note", parent)
    archived_at = project.archived_at
    assert archived_at is not None

    assert done(full.send("PATCH", url, {"archived": True})) == [(str(project.pk), "unchanged")]
    project.refresh_from_db()
    assert project.archived_at == archived_at

    assert done(full.send("PATCH", url, {"archived": False, "parent_id": None, "color": None}))
    assert done(full.send("DELETE", url)) == [(str(project.pk), "trashed")]
    assert refusal(full.send("DELETE", url))[:2] == (404, "not_found")
    assert set(ChangeSet.objects.values_list("source", flat=True)) == {"person"}


def test_a_project_is_trashed_by_its_owner_alone(full):
    project = make_project(members={full.user: Membership.Role.EDITOR})

    assert refusal(full.send("DELETE", f"projects/{project.pk}"))[:2] == (403, "forbidden")
    assert done(full.send("PATCH", f"projects/{project.pk}", {"name": "Ours"}))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": None}, "name"),
        ({"color": "red"}, "color"),
        ({"position": 2**31}, "position"),
        ({"archived": "yes"}, "archived"),
        ({"owner": 1}, "owner"),
        ({"parent_id": "nonsense"}, "parent_id"),
        ({"description": "x" * 100_001}, "description"),
        ([], "body"),
    ],
)
def test_a_wrong_value_of_a_project_is_named(full, body, field):
    project = make_project(owner=full.user)

    assert refusal(full.send("PATCH", f"projects/{project.pk}", body)) == (
        400,
        "invalid_value",
        field,
    )
    assert not ChangeSet.objects.exists()


def test_a_project_is_never_below_itself(full):
    project = make_project(owner=full.user)
    child = make_project(owner=full.user, parent=project)

    answer = full.send("PATCH", f"projects/{project.pk}", {"parent_id": str(child.pk)})

    assert refusal(answer) == (400, "invalid_value", "parent_id")


@pytest.mark.parametrize("path", ["projects/{id}?tz=UTC", "projects?page=1", "labels?page=1"])
def test_an_unknown_parameter_is_named(caller, path):
    project = make_project(owner=caller.user)

    answer = caller.send("GET", path.format(id=project.pk))

    assert refusal(answer)[:2] == (400, "invalid_value")
    assert json.loads(answer.content)["field"] in {"tz", "page"}


def test_a_label_is_created_once(caller):
    created = caller.send("POST", "labels", {"name": "outside"})
    again = caller.send("POST", "labels", {"name": "Outside"})

    [(pk, _)] = done(created, 201)
    assert done(again, 200) == [(pk, "exists")]
    assert [label["id"] for label in caller.get("labels")["labels"]] == [pk]


def test_a_person_edits_and_trashes_a_label(full):
    label = make_label(owner=full.user, color="#00ff00")
    url = f"labels/{label.pk}"

    assert done(full.send("PATCH", url, {"name": "New", "color": None}))
    label.refresh_from_db()
    assert (label.name, label.color) == ("New", "")
    assert done(full.send("PATCH", url, {"name": "New"})) == [(str(label.pk), "unchanged")]

    answer = full.send("DELETE", url)
    assert not full.get("labels")["labels"]
    done(full.send("POST", "changes/undo", {"call_ids": [call_of(answer)]}))
    assert full.get("labels")["labels"]


def test_two_labels_never_share_a_name(full):
    label, taken = make_label(owner=full.user), make_label(owner=full.user)

    answer = full.send("PATCH", f"labels/{label.pk}", {"name": taken.name.upper()})

    assert refusal(answer) == (400, "invalid_value", "name")


def test_a_foreign_label_is_not_found(full):
    label = make_label()

    for method, body in (("PATCH", {"name": "Mine"}), ("DELETE", None)):
        assert refusal(full.send(method, f"labels/{label.pk}", body))[:2] == (404, "not_found")
    assert Label.objects.get() == label
