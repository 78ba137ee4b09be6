"""What holds when many workers change things at once."""

import pytest

from mcp_gateway.models import AuditEvent, RepeatableCall
from projects_app.models import Change, ChangeSet, Label, Task
from tests.make_gateway import make_agent_access
from tests.mcp_gateway.services.racing import race
from tests.projects_app.mcp_tools.changing import answer, call, tasks_of

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 16


def test_sixteen_retries_create_the_tasks_once_and_all_get_the_same_ids():
    access = make_agent_access()
    items = [{"title": "one"}, {"title": "two"}]

    results = race(
        lambda _: answer(access, "create_tasks", items=items, client_request_id="once"),
        workers=WORKERS,
    )

    assert len({tuple(item.id for item in result.items) for result in results}) == 1
    assert (Task.objects.count(), ChangeSet.objects.count()) == (2, 1)
    assert RepeatableCall.objects.count() == 1
    assert AuditEvent.objects.filter(kind="agent.write").count() == WORKERS


def test_sixteen_makers_of_one_label_get_the_same_label():
    access = make_agent_access()

    results = race(lambda _: answer(access, "create_label", name="Same"), workers=WORKERS)

    assert len({result.items[0].id for result in results}) == 1
    assert sorted(result.items[0].status.value for result in results) == ["created"] + [
        "exists"
    ] * (WORKERS - 1)
    assert Label.objects.count() == 1


def test_sixteen_completions_of_a_task_complete_it_once():
    access = make_agent_access()
    (task,) = tasks_of(access, 1)

    outcomes = race(lambda _: call(access, "complete_tasks", ids=[str(task.pk)]), workers=WORKERS)

    assert [outcome.error for outcome in outcomes] == [None] * WORKERS
    assert Change.objects.filter(field="completed_at").count() == 1
