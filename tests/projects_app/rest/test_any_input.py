"""Whatever is sent to the routes: an answer that says what is wrong, and never a failure."""

import json
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projects_app.models import Change
from tests.make import make_comment, make_label, make_project, make_section, make_task

KEYS: Final = (
    *("title", "description", "name", "color", "body", "priority", "labels", "fields", "due"),
    *("project_id", "section_id", "parent_id", "task_id", "ids", "id", "items", "recurrence"),
    *("estimate_minutes", "client_request_id", "timezone", "archived", "position", "call_ids"),
    *("token_id", "since", "force", "date", "time", "tz", "nonsense"),
)
QUERY: Final = (
    *("view", "project_id", "label", "priority", "due_from", "due_to", "completed_after"),
    *("completed_before", "include_completed", "timezone", "limit", "cursor", "query", "task_id"),
    *("since", "until", "token", "include_archived", "format", "nonsense"),
)
ROUTES: Final = (
    *("POST tasks", "PATCH tasks/{task}", "POST tasks/{task}/complete", "POST changes/undo"),
    *("POST tasks/{task}/reopen", "POST tasks/{task}/move", "POST tasks/{task}/schedule"),
    *("POST tasks/{task}/restore", "POST projects", "PATCH projects/{project}", "POST labels"),
    *("PATCH labels/{label}", "POST comments", "PATCH comments/{comment}"),
)
LISTS: Final = (
    "tasks",
    "tasks/{task}",
    "projects",
    "projects/{project}",
    "labels",
    "comments",
    "changes",
)
MANY: Final = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def scene(member):
    """Return rows of the member's by what paths call them."""
    project = make_project(owner=member.user)
    task = make_task(project=project)
    return {
        "task": task,
        "parent": make_task(project=project),
        "section": make_section(project=project),
        "project": project,
        "label": make_label(owner=member.user),
        "comment": make_comment(task=task),
    }


def words(scene) -> st.SearchStrategy[Any]:
    """Return values that mean something somewhere, and some that nowhere do."""
    return st.one_of(
        st.sampled_from([str(row.pk) for row in scene.values()]),
        st.sampled_from(["today", "every week", "2026-10-16", "09:30", "UTC", "inbox", "#00ff00"]),
        st.sampled_from(
            ["", " ", "9999-12-31", "0001-01-01", "24:00", "-1", "9" * 40, "\u202e", "1e400"]
        ),
        st.text(max_size=20),
    )


def values(scene) -> st.SearchStrategy[Any]:
    """Return JSON values, the likelier to be taken the simpler they are."""
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    leaves = st.none() | st.booleans() | numbers | words(scene)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
        ),
        max_leaves=6,
    )


def is_sound(response: Any) -> bool:
    """Whether an answer is JSON of a result, or of a refusal that says what is wrong."""
    body = json.loads(response.content)
    if response.status_code < 400:
        return isinstance(body, dict)
    is_named = "field" in body or response.status_code != 400 or body["error"] == "parse_error"
    return response.status_code < 500 and {"error", "message"} <= body.keys() and is_named


@pytest.mark.parametrize("who", ["full", "agent"])
@pytest.mark.parametrize("route", ROUTES)
def test_no_body_makes_a_route_fail(request, scene, who, route):
    caller = request.getfixturevalue(who)
    method, path = route.format(**{name: row.pk for name, row in scene.items()}).split()
    objects = st.dictionaries(st.sampled_from(KEYS), values(scene), max_size=4)

    @MANY
    @given(body=objects | values(scene))
    def check(body):
        count = Change.objects.count()
        response = caller.send(method, path, json.dumps(body).encode())
        assert is_sound(response), response.content
        assert response.status_code < 400 or Change.objects.count() == count

    check()


@pytest.mark.parametrize("route", LISTS)
def test_no_query_makes_a_route_fail(full, scene, route):
    path = route.format(**{name: row.pk for name, row in scene.items()})

    @MANY
    @given(query=st.dictionaries(st.sampled_from(QUERY), words(scene), max_size=4))
    def check(query):
        response = full.client.get(
            f"/api/v1/{path}",
            query_params=query,
            headers={"Authorization": f"Bearer {full.secret}"},
            REMOTE_ADDR=full.address,
        )
        assert is_sound(response), response.content

    check()
