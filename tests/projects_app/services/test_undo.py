"""Undoing calls: everything put back, in one entry of history that can itself be undone."""

import datetime as dt
import uuid
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import AbstractUser

from projects_app.errors import ForbiddenError, NotFoundError, NotPermittedError
from projects_app.models import ChangeSet, FieldDefinition, Label, Membership, Task
from projects_app.services.comments import add_comment, edit_comment, trash_comment
from projects_app.services.labels import create_label, trash_label, update_label
from projects_app.services.origin import Origin
from projects_app.services.projects import create_project, trash_project, update_project
from projects_app.services.tasks import (
    DueChange,
    NewTask,
    TaskEdit,
    complete_tasks,
    create_tasks,
    move_tasks,
    reopen_tasks,
    schedule_tasks,
    trash_tasks,
    update_tasks,
)
from projects_app.services.undo import undo_calls, undo_own_call
from tests.make import (
    make_comment,
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_section,
    make_superuser,
    make_task,
    make_user,
)
from tests.projects_app.services.writing import (
    NOON,
    TOKEN,
    Team,
    assistant,
    edit,
    live_content,
    person,
    refused,
    undo_of,
    undo_token_calls,
    undone,
)

pytestmark = pytest.mark.django_db

UTC = ZoneInfo("UTC")


class World:
    """Rows of one person that every verb has something to change about."""

    def __init__(self) -> None:
        self.actor = make_user()
        self.project = make_project(owner=self.actor)
        self.section = make_section(project=self.project)
        self.elsewhere = make_project(owner=self.actor)
        self.labels = [make_label(owner=self.actor) for _ in range(3)]
        due = dt.date(2026, 3, 12)
        here: dict[str, Any] = {"project": self.project, "created_token_id": TOKEN}
        self.series = make_task(due=due, recurrence="FREQ=DAILY;COUNT=9", **here)
        self.done = make_task(completed_at=NOON, completed_by_id=self.actor.pk, **here)
        self.parent = make_task(labels=self.labels[:2], section=self.section, **here)
        self.child = make_task(parent=self.parent, **here)
        self.fields = [make_field(project=self.project, kind=kind) for kind in FieldDefinition.Kind]
        self.comment = make_comment(task=self.parent, author=self.actor)
        make_field_value("old", task=self.parent, definition=self.fields[0])

    @property
    def ids(self) -> list[uuid.UUID]:
        """Ids of all tasks."""
        return [task.pk for task in (self.series, self.done, self.parent, self.child)]


def rewrite(world: World, origin: Origin) -> None:
    """Change everything that an update of a task can change."""
    columns = {
        "title": "New",
        "description": "New",
        "priority": 1,
        "estimate_minutes": 5,
        "recurrence": "weekly",
    }
    values: list[object] = ["new", 5, True, "2026-01-02", "one", "https://example.com"]
    fields = [(field.pk, value) for field, value in zip(world.fields, values, strict=True)]
    names = [world.labels[2].name]
    edits = [TaskEdit(task_id=pk, columns=columns, labels=names, fields=fields) for pk in world.ids]
    update_tasks(actor=world.actor, edits=edits, origin=origin)


def create(world: World, origin: Origin) -> None:
    """Create tasks with labels and values."""
    fields: list[tuple[str, object]] = [(world.fields[0].pk, "x")]
    item = NewTask(
        title="t",
        project_id=world.project.pk,
        parent_id=world.child.pk,
        labels=[world.labels[0].name],
        fields=fields,
    )
    create_tasks(actor=world.actor, items=[item, item], origin=origin)


def move(world: World, origin: Origin) -> None:
    """Move some tasks to the inbox, one of them away from its parent."""
    where = {"project_id": None, "section_id": None}
    ids = [world.child.pk, world.series.pk]
    move_tasks(actor=world.actor, ids=ids, origin=origin, **where)


def move_family(world: World, origin: Origin) -> None:
    """Move a task and what is below it to another project."""
    where = {"project_id": world.elsewhere.pk, "section_id": None}
    move_tasks(actor=world.actor, ids=[world.parent.pk], origin=origin, **where)


VERBS = {
    "update": rewrite,
    "create": create,
    "move": move,
    "move family": move_family,
    "complete": lambda w, origin: complete_tasks(actor=w.actor, ids=w.ids, zone=UTC, origin=origin),
    "reopen": lambda w, origin: reopen_tasks(actor=w.actor, ids=w.ids, origin=origin),
    "schedule": lambda w, origin: schedule_tasks(
        actor=w.actor, ids=w.ids, due=DueChange(NOON.date(), dt.time(9), "UTC"), origin=origin
    ),
    "unschedule": lambda w, origin: schedule_tasks(
        actor=w.actor, ids=w.ids, due=None, origin=origin
    ),
    "trash": lambda w, origin: trash_tasks(actor=w.actor, ids=[w.parent.pk], origin=origin),
    "project": lambda w, origin: create_project(
        actor=w.actor, name="n", parent_id=w.project.pk, origin=origin
    ),
    "change project": lambda w, origin: update_project(
        actor=w.actor,
        project_id=w.project.pk,
        changes={"name": "New", "color": "#00ff00", "archived_at": NOON.isoformat()},
        origin=origin,
    ),
    "trash project": lambda w, origin: trash_project(
        actor=w.actor, project_id=w.project.pk, origin=origin
    ),
    "label": lambda w, origin: create_label(actor=w.actor, name="n", origin=origin),
    "rename label": lambda w, origin: update_label(
        actor=w.actor, label_id=w.labels[0].pk, changes={"name": "New"}, origin=origin
    ),
    "trash label": lambda w, origin: trash_label(
        actor=w.actor, label_id=w.labels[0].pk, origin=origin
    ),
    "comment": lambda w, origin: add_comment(
        actor=w.actor, task_id=w.parent.pk, body="b", parent_id=w.comment.pk, origin=origin
    ),
    "edit comment": lambda w, origin: edit_comment(
        actor=w.actor, comment_id=w.comment.pk, body="New", origin=origin
    ),
    "trash comment": lambda w, origin: trash_comment(
        actor=w.actor, comment_id=w.comment.pk, origin=origin
    ),
}


def done(world: World, verb: str) -> Origin:
    """Do it and return where it came from."""
    origin = assistant()
    VERBS[verb](world, origin)
    return origin


@pytest.mark.parametrize("verb", VERBS)
def test_an_undo_puts_all_back_and_can_be_undone_itself(verb):
    world = World()
    before = live_content()
    origin = done(world, verb)
    after = live_content()
    assert after != before

    undo = person()
    assert all(undone(undo_of(world.actor, origin, origin=undo)).values())
    assert live_content() == before

    redo = person()
    assert all(undone(undo_of(world.actor, undo, origin=redo)).values())
    assert live_content() == after

    undo_of(world.actor, redo)
    assert live_content() == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_second_undo_finds_nothing_to_do_and_leaves_no_history(verb):
    world = World()
    origin = done(world, verb)
    undo_of(world.actor, origin)
    count = ChangeSet.objects.count()

    again = undone(undo_of(world.actor, origin))

    assert again
    assert not any(again.values())
    assert ChangeSet.objects.count() == count


def test_all_verbs_together_are_undone_as_one_whatever_the_order_of_their_ids():
    world = World()
    before = live_content()
    last = ["trash", "trash project"]
    origins = [done(world, verb) for verb in [*(verb for verb in VERBS if verb not in last), *last]]
    assert ChangeSet.objects.count() == len(VERBS)

    undo_of(world.actor, *sorted(origins, key=lambda origin: origin.call_id))

    assert live_content() == before
    assert ChangeSet.objects.count() == len(VERBS) + 1


def test_several_changes_of_one_label_list_and_one_value_end_at_the_first():
    actor = make_user()
    project = make_project(owner=actor)
    first, second = make_label(owner=actor), make_label(owner=actor)
    field = make_field(project=project)
    task = make_task(project=project, labels=[first])
    before = live_content()
    origins = []
    for label, value in ((second, "a"), (first, "b"), (second, "c")):
        fields: list[tuple[str, object]] = [(field.pk, value)]
        origins.append(person())
        edits = [TaskEdit(task_id=task.pk, columns={}, labels=[label.name], fields=fields)]
        update_tasks(actor=actor, edits=edits, origin=origins[-1])

    undo_of(actor, *origins)

    assert live_content() == before


def test_an_undo_is_history_of_its_own_and_names_what_it_undoes():
    task = make_task()
    origin = edit(task.owner, task, title="New", origin=assistant())
    undo = Origin(call_id=uuid.uuid4(), now=NOON, source=ChangeSet.Source.UNDO)

    undo_calls(actor=task.owner, call_ids=[origin.call_id], origin=undo)

    made = ChangeSet.objects.get(pk=undo.call_id)
    assert (made.source, made.undoes_id, made.token_id) == ("undo", origin.call_id, None)
    change = made.changes.get()
    assert (change.field, change.before, change.after) == ("title", "New", task.title)


def test_what_is_unknown_or_somebody_elses_is_not_undone():
    team = Team()
    task = make_task(project=team.project)
    origin = edit(team.owner, task, title="New")
    unknown = uuid.uuid4()

    for actor in (team.editor, team.viewer, team.stranger):
        error = refused(NotFoundError, undo_calls, actor=actor, call_ids=[origin.call_id, unknown])
        assert error.details == {"ids": [str(origin.call_id), str(unknown)]}


def test_an_owner_of_the_site_undoes_anybodys_call_and_is_named_for_it():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New", origin=assistant())
    owner_of_site = make_superuser()
    undo = person()

    undo_of(owner_of_site, origin, origin=undo)

    task.refresh_from_db()
    made = ChangeSet.objects.get(pk=undo.call_id)
    assert (task.title, made.actor_id) == ("Old", owner_of_site.pk)


def test_an_assistant_of_the_owner_of_the_site_has_no_more_than_the_role_of_the_account():
    team = Team()
    site_owner = make_superuser()
    membership = Membership.objects.create(
        project=team.project, user_id=site_owner.pk, role=Membership.Role.EDITOR
    )
    task = make_task(project=team.project, title="Old")
    origin = edit(site_owner, task, title="New", origin=assistant())
    membership.delete()

    refused(
        ForbiddenError,
        undo_own_call,
        actor=site_owner,
        call_id=origin.call_id,
        origin=assistant(),
    )

    task.refresh_from_db()
    assert task.title == "New"


@pytest.mark.parametrize("role", ["viewer", None])
def test_who_lost_access_cannot_undo(role):
    team = Team()
    task = make_task(project=team.project)
    origin = edit(team.editor, task, title="New")
    membership = Membership.objects.filter(user_id=team.editor.pk)
    if role:
        membership.update(role=role)
    else:
        membership.delete()

    for is_forced in (False, True):
        wanted = {"call_ids": [origin.call_id], "is_forced": is_forced}
        error = refused(ForbiddenError, undo_calls, actor=team.editor, **wanted)
        assert error.details == {"items": [str(task.pk)]}


def own_call(actor: AbstractUser, origin: Origin, token_id: int = TOKEN) -> dict[str, Any]:
    """Return arguments with which a token asks to undo a call."""
    return {"actor": actor, "call_id": origin.call_id, "origin": assistant(token_id)}


def test_a_token_undoes_its_own_calls_and_no_others():
    task = make_task()
    by_token = edit(task.owner, task, title="1", origin=assistant())
    by_person = edit(task.owner, task, priority=1)

    refused(NotFoundError, undo_own_call, **own_call(task.owner, by_token, TOKEN + 1))
    refused(NotFoundError, undo_own_call, **own_call(make_user(), by_token))
    refused(NotFoundError, undo_own_call, **own_call(task.owner, by_person))
    wanted = own_call(task.owner, by_token) | {"origin": person()}
    refused(NotFoundError, undo_own_call, **wanted)
    undo_own_call(**own_call(task.owner, by_token))

    task.refresh_from_db()
    assert (task.title != "1", task.priority) == (True, 1)


def test_a_token_never_trashes_by_undo_what_it_did_not_create():
    task = make_task()
    trash_tasks(actor=task.owner, ids=[task.pk], origin=person())
    trash = ChangeSet.objects.get()
    by_token = assistant()
    undo_calls(actor=task.owner, call_ids=[trash.pk], origin=by_token)

    error = refused(NotPermittedError, undo_own_call, **own_call(task.owner, by_token))

    assert error.details == {"items": [str(task.pk)]}


def test_calls_of_a_token_since_a_moment_are_undone_and_no_others():
    actor = make_user()
    task = make_task(owner=actor, title="0")
    edit(actor, task, title="1", origin=assistant())
    since = edit(actor, task, title="2", origin=assistant())
    edit(actor, task, priority=1)
    edit(actor, task, estimate_minutes=5, origin=assistant(TOKEN + 1))
    edit(actor, task, title="3", origin=assistant())
    undo = person()

    items = undo_token_calls(actor=actor, token_id=TOKEN, since=since.now, origin=undo)

    task.refresh_from_db()
    assert (task.title, task.priority, task.estimate_minutes) == ("1", 1, 5)
    assert undone(items) == {str(task.pk): True}
    assert ChangeSet.objects.filter(pk=undo.call_id).count() == 1


def test_what_the_token_undid_itself_is_redone_first():
    actor = make_user()
    task = make_task(owner=actor, title="0")
    earlier = edit(actor, task, title="1", origin=assistant())
    undo_own_call(**own_call(actor, earlier))
    created = assistant()
    create_tasks(actor=actor, items=[NewTask(title="t")], origin=created)
    undo_own_call(**own_call(actor, created))

    undo_token_calls(
        actor=actor,
        token_id=TOKEN,
        since=earlier.now + dt.timedelta(microseconds=1),
        origin=person(),
    )

    task.refresh_from_db()
    assert task.title == "1"
    assert Task.objects.filter(trashed_at__isnull=True).count() == 1


def test_nobody_undoes_the_calls_of_another_persons_token():
    task = make_task()
    edit(task.owner, task, title="New", origin=assistant())
    count = ChangeSet.objects.count()
    since = NOON - dt.timedelta(days=1)

    items = undo_token_calls(actor=make_user(), token_id=TOKEN, since=since, origin=person())

    assert (items, ChangeSet.objects.count()) == ([], count)
    assert undo_token_calls(actor=make_superuser(), token_id=TOKEN, since=since, origin=person())


def test_a_label_that_an_undo_trashed_leaves_its_name_free():
    actor = make_user()
    origin = person()
    create_label(actor=actor, name="Garden", origin=origin)
    undo_of(actor, origin)

    _, is_new = create_label(actor=actor, name="garden", origin=person())

    assert is_new
    assert Label.objects.count() == 2
