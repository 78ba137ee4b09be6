"""Calls that carry a request id of the client and are sent again."""

import pytest

from mcp_gateway.models import AuditEvent, ChangingCall
from mcp_gateway.registry import Scope
from projects_app.models import ChangeSet, Label, Project, Task
from tests.make_gateway import make_access, make_agent_access
from tests.projects_app.mcp_tools.changing import Example, answer, call, refused, snapshot

pytestmark = pytest.mark.django_db

REPEATABLE = ("create_tasks", "create_project", "create_label")


@pytest.mark.parametrize("tool", REPEATABLE)
def test_a_retry_returns_the_earlier_result_and_changes_nothing(tool):
    access = make_agent_access()
    arguments = Example(access, count=3).arguments(tool) | {"client_request_id": "one"}
    first = call(access, tool, **arguments)
    before = snapshot()

    second = call(access, tool, **arguments)

    assert second.result == first.result
    assert snapshot() == before
    assert ChangingCall.objects.count() == 1
    assert AuditEvent.objects.filter(kind="agent.write").count() == 2


@pytest.mark.parametrize("tool", REPEATABLE)
def test_the_same_id_with_other_content_is_refused(tool):
    access = make_agent_access()
    answer(access, tool, **Example(access).arguments(tool), client_request_id="one")
    other = Example(access, text="other").arguments(tool)

    error = refused(access, tool, **other, client_request_id="one")

    assert error.code == "request_id_reused"


@pytest.mark.parametrize("tool", REPEATABLE)
def test_a_refused_call_leaves_its_id_free(tool):
    access = make_agent_access()
    arguments = Example(access).arguments(tool)
    wrong = arguments | {"color": "red", "items": []}
    known = {name: value for name, value in wrong.items() if name in {*arguments, "items"}}
    refused(access, tool, **known, client_request_id="one")

    result = answer(access, tool, **arguments, client_request_id="one")

    assert len(result.items) == 1


def test_ids_are_of_a_token_and_of_a_tool():
    access = make_agent_access()
    other = make_access(user=access.user, scope=Scope.AGENT, writes_allowed=True)

    answer(access, "create_project", name="Same", client_request_id="one")
    answer(other, "create_project", name="Same", client_request_id="one")
    answer(access, "create_label", name="Same", client_request_id="one")

    assert (Project.objects.count(), Label.objects.count()) == (2, 1)


def test_spellings_of_one_request_are_the_same_request():
    access = make_agent_access()
    items: list[object] = [{"title": "Same", "description": None, "fields": {}}]

    first = answer(access, "create_tasks", items=items, client_request_id="one")
    again = answer(access, "create_tasks", items=[{"title": " Same "}], client_request_id="one")

    assert again == first
    assert (Task.objects.count(), ChangeSet.objects.count()) == (1, 1)
