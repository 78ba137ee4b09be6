"""What stands in the way of an undo, and what being forced does about it."""

from typing import Any

import pytest

from projects_app.errors import ChangedSinceError, EncryptionEnabledError
from projects_app.models import (
    Comment,
    FieldDefinition,
    FieldValue,
    Label,
    Membership,
    Project,
    Section,
    Task,
)
from projects_app.services.comments import add_comment
from projects_app.services.labels import create_label, trash_label, update_label
from projects_app.services.projects import create_project
from projects_app.services.tasks import (
    NewTask,
    TaskEdit,
    complete_tasks,
    create_tasks,
    reopen_tasks,
    trash_tasks,
    update_tasks,
)
from projects_app.services.undo import undo_calls
from tests.make import (
    make_account,
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_task,
    make_user,
)
from tests.projects_app.services.writing import (
    NOON,
    Team,
    assistant,
    edit,
    person,
    refused,
    undo_of,
    undone,
)

pytestmark = pytest.mark.django_db


def conflicts(actor, *origins, **options: Any) -> list[str]:
    """Return what the undo of these calls is refused for."""
    call_ids = [origin.call_id for origin in origins]
    error = refused(ChangedSinceError, undo_calls, actor=actor, call_ids=call_ids, **options)
    items = error.details["items"]
    assert isinstance(items, list)
    return items


def created(actor, **values: Any) -> tuple[Task, Any]:
    """Create a task; return it and where it came from."""
    origin = assistant()
    item = NewTask(title="t", **values)
    results = create_tasks(actor=actor, items=[item], origin=origin)
    return Task.objects.get(pk=results[0].id), origin


def test_a_field_somebody_changed_since_is_named_and_all_stays():
    team = Team()
    first, second = (make_task(project=team.project) for _ in range(2))
    origin = person()
    edits = [TaskEdit(task_id=task.pk, columns={"title": "N"}) for task in (first, second)]
    update_tasks(actor=team.editor, edits=edits, origin=origin)
    edit(team.owner, second, title="Newer")

    assert conflicts(team.editor, origin) == [str(second.pk)]


def test_other_fields_that_changed_since_stay_as_they_are():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New")
    edit(task.owner, task, priority=1)

    undo_of(task.owner, origin)

    task.refresh_from_db()
    assert (task.title, task.priority) == ("Old", 1)


def test_a_field_that_was_changed_and_changed_back_is_put_back():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New")
    edit(task.owner, task, title="Newer")
    edit(task.owner, task, title="New")

    assert undone(undo_of(task.owner, origin)) == {str(task.pk): True}

    task.refresh_from_db()
    assert task.title == "Old"


def test_a_field_that_somebody_put_back_by_hand_is_left_alone():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New")
    edit(task.owner, task, title="Old")

    assert undone(undo_of(task.owner, origin)) == {str(task.pk): False}


def test_calls_with_somebody_elses_between_them_are_not_undone():
    task = make_task(title="0")
    first = edit(task.owner, task, title="1")
    between = edit(task.owner, task, title="2")
    last = edit(task.owner, task, title="3")

    assert conflicts(task.owner, first, last) == [str(task.pk)]
    undo_of(task.owner, first, between, last)

    task.refresh_from_db()
    assert task.title == "0"


def test_being_forced_puts_back_what_somebody_changed_since():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New")
    edit(task.owner, task, title="Newer")

    undo_of(task.owner, origin, is_forced=True)

    task.refresh_from_db()
    assert task.title == "Old"


def test_an_assistant_is_never_forced():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New", origin=assistant())
    edit(task.owner, task, title="Newer")

    assert conflicts(task.owner, origin, origin=assistant(), is_forced=True) == [str(task.pk)]


@pytest.mark.parametrize("change", ["title", "labels", "fields"])
def test_a_created_task_that_somebody_edited_stays(change):
    actor = make_user()
    project = make_project(owner=actor)
    task, origin = created(actor, project_id=project.pk)
    label, field = make_label(owner=actor), make_field(project=project)
    edits: Any = {
        "title": {"columns": {"title": "New"}},
        "labels": {"columns": {}, "labels": [label.name]},
        "fields": {"columns": {}, "fields": [(field.pk, "x")]},
    }[change]
    later = person()
    update_tasks(actor=actor, edits=[TaskEdit(task_id=task.pk, **edits)], origin=later)

    assert conflicts(actor, origin) == [str(task.pk)]
    undo_of(actor, origin, later)

    task.refresh_from_db()
    assert task.is_trashed


def test_a_created_task_that_was_edited_and_put_back_goes():
    actor = make_user()
    task, origin = created(actor)
    edit(actor, task, title="New")
    edit(actor, task, title="t")

    undo_of(actor, origin)

    task.refresh_from_db()
    assert task.is_trashed


def test_a_created_task_with_somebodys_comment_stays():
    team = Team()
    task, origin = created(team.editor, project_id=team.project.pk)
    said = person()
    add_comment(actor=team.owner, task_id=task.pk, body="b", origin=said)

    assert conflicts(team.editor, origin) == [str(task.pk)]
    undo_of(team.owner, said)
    undo_of(team.editor, origin)

    task.refresh_from_db()
    assert task.is_trashed


@pytest.mark.parametrize("depth", [1, 3])
def test_a_created_task_with_somebodys_task_below_stays_and_takes_it_along_if_forced(depth):
    actor = make_user()
    parents: list[Task] = []
    origins = []
    for _ in range(depth):
        parent = parents[-1].pk if parents else None
        task, origin = created(actor, parent_id=parent)
        parents.append(task)
        origins.append(origin)
    below, _ = created(actor, parent_id=parents[-1].pk)

    assert conflicts(actor, *origins) == [str(parents[-1].pk)]
    items = undone(undo_of(actor, *origins, is_forced=True))

    below.refresh_from_db()
    assert below.is_trashed
    assert items[str(below.pk)]


def test_a_created_comment_with_a_reply_stays():
    team = Team()
    task = make_task(project=team.project)
    origin = person()
    comment = add_comment(actor=team.editor, task_id=task.pk, body="b", origin=origin)
    add_comment(actor=team.owner, task_id=task.pk, body="r", parent_id=comment.pk, origin=person())

    assert conflicts(team.editor, origin) == [str(comment.pk)]
    undo_of(team.editor, origin, is_forced=True)

    assert Comment.objects.filter(trashed_at__isnull=True).count() == 1


@pytest.mark.parametrize("what", ["task", "guest"])
def test_a_created_project_that_is_in_use_stays(what):
    actor, origin = make_user(), person()
    project = create_project(actor=actor, name="n", origin=origin)
    if what == "task":
        created(actor, project_id=project.pk)
    else:
        Membership.objects.create(project=project, user_id=make_user().pk)

    assert conflicts(actor, origin) == [str(project.pk)]
    undo_of(actor, origin, is_forced=True)

    project.refresh_from_db()
    assert project.is_trashed


def test_a_created_label_that_is_in_use_stays_until_it_is_not():
    actor, origin = make_user(), person()
    label, _ = create_label(actor=actor, name="n", origin=origin)
    _, use = created(actor, labels=["n"])

    assert conflicts(actor, origin) == [str(label.pk)]
    undo_of(actor, use, origin)

    label.refresh_from_db()
    assert label.is_trashed


def test_a_label_whose_name_was_taken_meanwhile_does_not_come_back():
    actor, trash = make_user(), person()
    label = make_label(owner=actor, name="Garden")
    trash_label(actor=actor, label_id=label.pk, origin=trash)
    make_label(owner=actor, name="garden")

    assert conflicts(actor, trash) == [str(label.pk)]
    assert conflicts(actor, trash, is_forced=True) == [str(label.pk)]


def test_a_label_is_not_renamed_back_to_a_name_that_was_taken():
    actor, rename = make_user(), person()
    label = make_label(owner=actor, name="Garden")
    changes = {"name": "House"}
    update_label(actor=actor, label_id=label.pk, changes=changes, origin=rename)
    make_label(owner=actor, name="GARDEN")

    assert conflicts(actor, rename) == [str(label.pk)]


def relabelled() -> tuple[Task, Label, Label, Any]:
    """Replace a task's one label by another."""
    actor, origin = make_user(), person()
    old, new = make_label(owner=actor), make_label(owner=actor)
    task = make_task(owner=actor, labels=[old])
    edits = [TaskEdit(task_id=task.pk, columns={}, labels=[new.name])]
    update_tasks(actor=actor, edits=edits, origin=origin)
    return task, old, new, origin


@pytest.mark.parametrize("which", ["old", "new"])
@pytest.mark.parametrize("fate", ["trashed", "deleted"])
def test_labels_that_went_meanwhile_do_not_stand_in_the_way(which, fate):
    task, old, new, origin = relabelled()
    gone = old if which == "old" else new
    if fate == "trashed":
        trash_label(actor=task.owner, label_id=gone.pk, origin=person())
    else:
        gone.delete()

    undo_of(task.owner, origin)

    shown = set(task.labels.filter(trashed_at__isnull=True))
    assert shown == (set() if which == "old" else {old})


def test_a_label_trashed_meanwhile_is_on_the_task_again_once_it_is_restored():
    task, old, _, origin = relabelled()
    trash = person()
    trash_label(actor=task.owner, label_id=old.pk, origin=trash)

    undo_of(task.owner, origin)
    undo_of(task.owner, trash)

    assert set(task.labels.all()) == {old}


def test_labels_that_somebody_changed_since_are_in_the_way():
    task, old, new, origin = relabelled()
    names = [old.name, new.name]
    edits = [TaskEdit(task_id=task.pk, columns={}, labels=names)]
    update_tasks(actor=task.owner, edits=edits, origin=person())

    assert conflicts(task.owner, origin) == [str(task.pk)]


def valued(kind: FieldDefinition.Kind, before: Any, after: object) -> tuple[Task, Any, Any]:
    """Change the value of one custom field."""
    definition, origin = make_field(kind=kind), person()
    task = make_task(project=definition.project)
    make_field_value(before, task=task, definition=definition)
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition.pk, after)])]
    update_tasks(actor=task.owner, edits=edits, origin=origin)
    return task, definition, origin


def test_a_value_that_somebody_changed_since_is_in_the_way():
    task, _, origin = valued(FieldDefinition.Kind.NUMBER, 1.0, 2)
    FieldValue.objects.update(number=3)

    assert conflicts(task.owner, origin) == [str(task.pk)]
    undo_of(task.owner, origin, is_forced=True)

    assert FieldValue.objects.get().number == 1


def test_a_value_that_the_field_no_longer_takes_does_not_come_back():
    task, _, origin = valued(FieldDefinition.Kind.CHOICE, "one", "two")
    FieldDefinition.objects.update(options=["two", "three"])

    assert conflicts(task.owner, origin) == [str(task.pk)]
    assert undone(undo_of(task.owner, origin, is_forced=True)) == {str(task.pk): False}

    assert FieldValue.objects.get().text == "two"


def test_a_field_that_changed_its_kind_keeps_its_value():
    task, _, origin = valued(FieldDefinition.Kind.TEXT, "one", "two")
    FieldDefinition.objects.update(kind=FieldDefinition.Kind.DATE)

    assert conflicts(task.owner, origin) == [str(task.pk)]
    undo_of(task.owner, origin, is_forced=True)

    assert FieldValue.objects.get().text == "two"


def test_a_field_that_is_gone_does_not_stand_in_the_way():
    task, definition, origin = valued(FieldDefinition.Kind.TEXT, "one", "two")
    definition.delete()

    assert undone(undo_of(task.owner, origin)) == {str(task.pk): False}


def test_people_and_sections_that_are_gone_are_let_go():
    team = Team()
    task = make_task(
        project=team.project,
        completed_at=NOON,
        completed_by_id=team.viewer.pk,
        section=Section.objects.create(project=team.project, name="s"),
    )
    origin = person()
    reopen_tasks(actor=team.editor, ids=[task.pk], origin=origin)
    edits = [TaskEdit(task_id=task.pk, columns={"assignee_id": team.viewer.pk})]
    assigned, unassigned = person(), person()
    update_tasks(actor=team.editor, edits=edits, origin=assigned)
    edits = [TaskEdit(task_id=task.pk, columns={"assignee_id": None})]
    update_tasks(actor=team.editor, edits=edits, origin=unassigned)
    team.viewer.delete()

    undo_of(team.editor, origin, unassigned)

    task.refresh_from_db()
    assert (task.completed_at, task.completed_by_id, task.assignee_id) == (NOON, None, None)


def test_objects_that_are_gone_for_good_do_not_stand_in_the_way():
    task = make_task()
    origin = edit(task.owner, task, title="New")
    Task.objects.all().delete()

    assert undone(undo_of(task.owner, origin)) == {str(task.pk): False}


def test_a_later_completion_by_somebody_else_stays():
    team = Team()
    task = make_task(project=team.project)
    origin = person()
    wanted: dict[str, Any] = {"ids": [task.pk], "zone": NOON.tzinfo}
    complete_tasks(actor=team.editor, origin=origin, **wanted)
    reopen_tasks(actor=team.owner, ids=[task.pk], origin=person())
    complete_tasks(actor=team.owner, origin=person(), **wanted)

    assert conflicts(team.editor, origin) == [str(task.pk)]
    undo_of(team.editor, origin, is_forced=True)

    task.refresh_from_db()
    assert (task.completed_at, task.completed_by_id) == (None, None)


def test_an_account_that_became_encrypted_gets_no_readable_text_back():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New", priority=1)
    plain = edit(task.owner, task, priority=2)
    make_account(user=task.owner, is_encrypted=True)

    for is_forced in (False, True):
        wanted = {"call_ids": [origin.call_id, plain.call_id], "is_forced": is_forced}
        refused(EncryptionEnabledError, undo_calls, actor=task.owner, **wanted)
    undo_of(task.owner, plain)

    task.refresh_from_db()
    assert (task.title, task.priority) == ("New", 1)


def test_a_row_that_became_ciphertext_gets_no_readable_text_back():
    task = make_task(title="Old")
    origin = edit(task.owner, task, title="New")
    Task.objects.update(title="cipher", is_encrypted=True)
    wanted = {"call_ids": [origin.call_id], "is_forced": True}

    refused(EncryptionEnabledError, undo_calls, actor=task.owner, **wanted)


def test_a_value_that_became_ciphertext_gets_no_readable_text_back():
    task, _, origin = valued(FieldDefinition.Kind.TEXT, "one", "two")
    FieldValue.objects.update(text="cipher", is_encrypted=True)
    wanted = {"call_ids": [origin.call_id], "is_forced": True}

    refused(EncryptionEnabledError, undo_calls, actor=task.owner, **wanted)


def test_an_encrypted_account_still_undoes_what_holds_no_text():
    actor = make_user()
    origins = [created(actor)[1], person(), person()]
    create_project(actor=actor, name="n", origin=origins[1])
    task = make_task(owner=actor)
    trash_tasks(actor=actor, ids=[task.pk], origin=origins[2])
    make_account(user=actor, is_encrypted=True)

    undo_of(actor, *origins)

    assert list(Task.objects.filter(trashed_at__isnull=True)) == [task]
    assert not Project.objects.filter(trashed_at__isnull=True).exists()
