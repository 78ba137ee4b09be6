"""Every route of the whole site against tokens that may not write, or not there."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from mcp_gateway.models import AuditEvent
from projects_app.models import Change
from tests.make import make_comment, make_label, make_project, make_task
from tests.projects_app.mcp_tools.changing import snapshot
from tests.projects_app.rest.answers import done, refusal

WRITING = ("POST", "PUT", "PATCH", "DELETE")

FOR_ASSISTANTS: Mapping[tuple[str, str], dict[str, Any] | None] = {
    ("POST", "tasks"): {"title": "a"},
    ("PATCH", "tasks/<uuid:task_id>"): {"title": "a"},
    ("DELETE", "tasks/<uuid:task_id>"): None,
    ("POST", "tasks/<uuid:task_id>/complete"): {},
    ("POST", "tasks/<uuid:task_id>/reopen"): {},
    ("POST", "tasks/<uuid:task_id>/move"): {"project_id": None},
    ("POST", "tasks/<uuid:task_id>/schedule"): {"due": {"date": "2026-10-16"}},
    ("POST", "projects"): {"name": "a"},
    ("POST", "labels"): {"name": "a"},
    ("POST", "comments"): {"task_id": "{task}", "body": "a"},
    ("POST", "changes/undo"): {"call_ids": ["{call}"]},
}
"""The whole of what an assistant's token may write, and a body for each."""


@pytest.fixture
def scene(agent):
    """Return what paths and bodies name: rows of the member's, and a call of the assistant's."""
    token = agent.user.access_tokens.get(scope="agent")
    task = make_task(owner=agent.user, created_token_id=token.pk)
    project = make_project(owner=agent.user)
    call = agent.send("PATCH", f"tasks/{task.pk}", {"priority": 1})
    return {
        "task": task.pk,
        "project": project.pk,
        "label": make_label(owner=agent.user).pk,
        "comment": make_comment(task=task).pk,
        "call": json.loads(call.content)["call_id"],
        "change": Change.objects.get().pk,
    }


def routes(
    patterns: list[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> Iterator[str]:
    """Yield the route of every page and endpoint of the site."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern).lstrip("^").rstrip("$")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def filled(route: str, scene: Mapping[str, object]) -> str:
    """Return a path of the route, with ids of the scene where it names such things."""

    def value(match: re.Match[str]) -> str:
        kind, _, name = match.group(1).rpartition(":")
        known = scene.get(name.removesuffix("_id"))
        return str(known or (uuid4() if kind == "uuid" else 1))

    return re.sub(r"<([^>]+)>", value, route).replace("(?P", "").replace("\\Z", "")


def body_for(method: str, route: str, scene: Mapping[str, object]) -> Any:
    """Return a body that the route takes, or an empty one."""
    body = json.dumps(FOR_ASSISTANTS.get((method, route), {}))
    for name, value in scene.items():
        body = body.replace(f"{{{name}}}", str(value))
    return json.loads(body)


def knock(caller, method, route, scene):
    path = f"/{filled(route, scene)}"
    if route.startswith("api/v1/"):
        resolve(path)
    return caller.send(method, path, body_for(method, route.removeprefix("api/v1/"), scene))


def test_the_walk_meets_the_whole_site():
    found = set(routes())

    assert {"mcp", "api/v1/tokens", "api/v1/settings/mcp", "api/v1/me/agent-access"} <= found
    assert {f"api/v1/{route}" for _, route in FOR_ASSISTANTS} <= found
    assert any(route.startswith("admin/") for route in found)
    assert len(found) > 100


def test_an_assistant_writes_by_the_short_list_of_routes_and_by_no_other(agent, scene):
    before = snapshot()
    for route in sorted(set(routes())):
        for method in WRITING:
            if (method, route.removeprefix("api/v1/")) in FOR_ASSISTANTS or is_machine(route):
                continue
            response = knock(agent, method, route, scene)
            assert response.status_code in {302, 401, 403, 404, 405}, (method, route)
            assert response.status_code != 302 or "/login/" in response["Location"]
    assert snapshot() == before


@pytest.mark.parametrize("route", FOR_ASSISTANTS, ids=" ".join)
def test_every_route_of_the_short_list_is_open_to_an_assistant(agent, scene, route):
    method, path = route

    response = knock(agent, method, f"api/v1/{path}", scene)

    assert done(response, response.status_code)
    assert response.status_code in {200, 201}


def test_a_reading_token_writes_by_no_route(read, scene):
    before = snapshot()
    for route in sorted(set(routes())):
        for method in WRITING:
            if is_machine(route):
                continue
            response = knock(read, method, route, scene)
            assert response.status_code in {302, 401, 403, 404, 405}, (method, route)
    assert snapshot() == before


@pytest.mark.parametrize("route", FOR_ASSISTANTS, ids=" ".join)
def test_a_reading_token_is_refused_by_its_scope_and_that_is_audited(read, scene, route):
    method, path = route

    response = knock(read, method, f"api/v1/{path}", scene)

    assert refusal(response)[:2] == (403, "token_scope")
    event = AuditEvent.objects.latest("pk")
    assert (event.kind, event.reason) == ("agent.refused", "token_scope")
    assert event.request_id == response["X-Request-ID"]


@pytest.mark.parametrize("route", FOR_ASSISTANTS, ids=" ".join)
def test_nobody_writes_without_signing_in(anonymous, scene, route):
    method, path = route

    assert knock(anonymous, method, f"api/v1/{path}", scene).status_code == 401


def test_a_session_without_the_csrf_token_writes_nothing(member, scene):
    answer = member.send("PATCH", f"tasks/{scene['task']}", {"title": "a"}, **{"X-CSRFToken": ""})

    assert answer.status_code == 403
    assert Change.objects.count() == 1


def is_machine(route: str) -> bool:
    """Whether the route is one of the other doors for assistants, which have their own tests."""
    return route.partition("/")[0] == "mcp" or route.startswith("api/tools/")
