"""The command that takes calls back."""

import datetime as dt
import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from mcp_gateway.models import AuditEvent
from projects_app.models import ChangeSet, Task
from projects_app.services.origin import Origin
from projects_app.services.tasks import TaskEdit, create_tasks, update_tasks
from projects_app.services.tasks.create import NewTask
from tests.make import make_superuser, make_task, make_user

pytestmark = pytest.mark.django_db


def run(*args):
    """Run the command; return what it writes to stdout."""
    out = StringIO()
    call_command("undo_changes", *map(str, args), stdout=out, stderr=StringIO())
    return out.getvalue()


def assistant(at=None):
    return Origin(
        call_id=uuid4(),
        now=at or timezone.now(),
        source=ChangeSet.Source.ASSISTANT,
        token_id=7,
        token_name="desk",
    )


def retitle(task, title, *, at=None):
    """Change a title as an assistant of the task's owner; return the call."""
    origin = assistant(at)
    edits = [TaskEdit(task_id=task.pk, columns={"title": title})]
    update_tasks(actor=task.owner, edits=edits, origin=origin)
    return origin.call_id


@pytest.fixture
def owner():
    return make_superuser()


def test_a_call_is_undone_in_the_owners_name(owner):
    task = make_task(title="Old")
    call = retitle(task, "New")

    printed = run(call)

    assert printed.split() == ["task", str(task.pk)]
    assert Task.objects.get().title == "Old"
    undo = ChangeSet.objects.get(source="undo")
    assert (undo.actor_id, undo.undoes_id) == (owner.pk, call)


def test_what_a_call_created_goes_to_the_trash(owner):
    origin = assistant()
    create_tasks(actor=make_user(), items=[NewTask(title="New")], origin=origin)

    run(origin.call_id)

    assert Task.objects.get().is_trashed


def test_an_undo_is_audited_as_the_command_lines(owner):
    task = make_task(title="Old")
    call = retitle(task, "New")

    run(call)

    event = AuditEvent.objects.get(kind="changes.undone")
    assert (event.actor_id, event.actor_name) == (None, "command line")
    assert (event.subject_id, event.item_count) == (task.owner_id, 1)
    assert event.details == {"call_count": 1, "calls": [str(call)], "forced": False}


def test_all_calls_of_a_token_since_a_moment_are_undone(owner):
    task = make_task(title="Old")
    noon = timezone.now().replace(microsecond=0) - dt.timedelta(hours=2)
    retitle(task, "Early", at=noon - dt.timedelta(minutes=1))
    retitle(task, "Late", at=noon)
    retitle(task, "Later", at=noon + dt.timedelta(minutes=1))

    body = json.loads(run("--token", 7, "--since", noon.isoformat(), "--json"))

    assert Task.objects.get().title == "Early"
    assert len(body["calls"]) == 2
    assert body["items"] == [{"kind": "task", "id": str(task.pk), "changed": True}]
    assert body["call_id"] == str(ChangeSet.objects.get(source="undo").pk)


def test_later_changes_stand_in_the_way_unless_forced(owner):
    task = make_task(title="Old")
    call = retitle(task, "New")
    retitle(task, "Newer")

    with pytest.raises(CommandError) as caught:
        run(call)
    assert str(task.pk) in str(caught.value)
    assert Task.objects.get().title == "Newer"

    run(call, "--force")
    assert Task.objects.get().title == "Old"


def test_a_rehearsal_changes_nothing(owner):
    task = make_task(title="Old")
    call = retitle(task, "New")

    body = json.loads(run(call, "--dry-run", "--json"))

    assert body["call_id"] is None
    assert body["items"] == [{"kind": "task", "id": str(task.pk), "changed": True}]
    assert Task.objects.get().title == "New"
    assert ChangeSet.objects.count() == 1
    assert not AuditEvent.objects.exists()


def test_another_account_undoes_only_its_own(owner):
    task = make_task(title="Old")
    call = retitle(task, "New")
    stranger = make_user()

    with pytest.raises(CommandError):
        run(call, "--user", stranger.get_username())
    assert Task.objects.get().title == "New"

    run(call, "--user", task.owner.get_username())
    assert Task.objects.get().title == "Old"


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("nonsense",),
        (uuid4(),),
        (uuid4(), "--token", "1", "--since", "2026-01-01T00:00:00Z"),
        (uuid4(), "--since", "2026-01-01T00:00:00Z"),
        ("--token", "1"),
        ("--since", "2026-01-01T00:00:00Z"),
        ("--token", "0", "--since", "2026-01-01T00:00:00Z"),
        ("--token", "9" * 30, "--since", "2026-01-01T00:00:00Z"),
        ("--token", "1", "--since", "yesterday"),
        ("--token", "1", "--since", "2026-02-30T00:00:00Z"),
        (uuid4(), "--user", "nobody"),
    ],
)
def test_what_makes_no_sense_is_refused(owner, args):
    with pytest.raises(CommandError):
        run(*args)
    assert not AuditEvent.objects.exists()


def test_a_site_without_an_owner_says_so():
    with pytest.raises(CommandError):
        run(uuid4())
