"""Wrong arguments on the wire: each revision has its form, and each names the argument."""

import json
from typing import Any

import pytest

from projects_app.models import Membership
from tests.make import make_label, make_project, make_task, make_user
from tests.make_gateway import enable_gateway, issue
from tests.mcp_gateway.api.assistant import EVERY_VERSION, Assistant

pytestmark = pytest.mark.django_db

ERRORS_ARE_RESULTS = ("2025-11-25", "2026-07-28")
INBOX_AND_PROJECT = {"view": "inbox", "project_id": "0b6f9c1e-0000-4000-8000-000000000000"}


@pytest.fixture
def assistant():
    enable_gateway()
    return Assistant(secret=issue(make_user()), address="10.9.0.2")


def reason(assistant: Assistant, tool: str, arguments: object, *, version: str) -> str:
    """Return what the client is told, from where the revision has it."""
    params = {"name": tool, "arguments": arguments}
    status, answer = assistant.answer("tools/call", params, version=version)
    assert status == 200
    if version not in ERRORS_ARE_RESULTS:
        assert answer["error"]["code"] == -32602
        return str(answer["error"]["message"])
    result: dict[str, Any] = answer["result"]
    assert result["isError"] is True
    assert "structuredContent" not in result
    body = json.loads(result["content"][0]["text"])
    assert body["error"] == "invalid_arguments"
    return str(body["message"])


@pytest.mark.parametrize("version", EVERY_VERSION)
@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (("list_tasks", {"priority": 7}), "priority"),
        (("list_tasks", {"limit": 0}), "limit"),
        (("list_tasks", {"limit": 201}), "limit"),
        (("list_tasks", {"timezone": "Mars/Base"}), "timezone"),
        (("list_tasks", {"due_to": "2026-02-30"}), "due_to"),
        (("list_tasks", {"due_from": "2026-03-12", "due_to": "2026-03-11"}), "due_from"),
        (("list_tasks", {"completed_after": "yesterday"}), "completed_after"),
        (("list_tasks", {"completed_before": 2**63 - 1}), "completed_before"),
        (("list_tasks", {"completed_before": 2**64}), "completed_before"),
        (("list_tasks", {"cursor": "forged"}), "cursor"),
        (("list_tasks", {"label": "nobody's"}), "label"),
        (("list_tasks", {"label": "a\x00b"}), "label"),
        (("list_tasks", {"label": "\ud800"}), "label"),
        (("list_tasks", INBOX_AND_PROJECT), "project_id"),
        (("list_tasks", {"project_id": "garden"}), "project_id"),
        (("list_tasks", {"mood": "good"}), "mood"),
        (("list_projects", {"include_archived": "yes"}), "include_archived"),
        (("list_changes", {"since": "yesterday"}), "since"),
        (("get_task", {}), "id"),
        (("get_task", {"id": "x"}), "id"),
        (("search_tasks", {"query": "  "}), "query"),
        (("today_summary", {"timezone": ""}), "timezone"),
    ],
)
def test_wrong_arguments_are_refused_by_name(assistant, call, argument, version):
    said = reason(assistant, *call, version=version)

    assert said.startswith((f"{argument}:", f"{argument} "))


@pytest.mark.parametrize("version", EVERY_VERSION)
def test_an_ambiguous_label_is_refused_by_name(version):
    enable_gateway()
    ada, sam = make_user(), make_user()
    shared = make_project(owner=ada, members={sam: Membership.Role.EDITOR})
    labels = [make_label(owner=owner, name="home") for owner in (ada, sam)]
    make_task(project=shared, labels=labels)
    assistant = Assistant(secret=issue(ada), address="10.9.0.2")

    said = reason(assistant, "list_tasks", {"label": "Home"}, version=version)

    assert said.startswith("label:")
