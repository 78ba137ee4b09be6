"""Restoring an earlier value out of history."""

from typing import Any

import pytest

from projects_app.errors import (
    ChangedSinceError,
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
    NotPermittedError,
)
from projects_app.models import Change, ChangeSet, Membership, Task
from projects_app.services.comments import edit_comment
from projects_app.services.labels import update_label
from projects_app.services.projects import create_project, trash_project
from projects_app.services.restore import restore_value
from projects_app.services.tasks import (
    NewTask,
    TaskEdit,
    create_tasks,
    move_tasks,
    reopen_tasks,
    trash_tasks,
    update_tasks,
)
from tests.make import (
    make_account,
    make_comment,
    make_field,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.projects_app.services.writing import NOON, Team, assistant, edit, person, refused

pytestmark = pytest.mark.django_db


def change_of(field: str) -> Change:
    """Return the newest change of a field."""
    return Change.objects.filter(field=field).latest("pk")


def restore(actor, field: str) -> bool:
    """Restore what a field held before its newest change."""
    return restore_value(actor=actor, change_id=change_of(field).pk, origin=person())


def test_a_value_comes_back_whatever_happened_since():
    task = make_task(title="Old")
    edit(task.owner, task, title="New")
    change = change_of("title")
    edit(task.owner, task, title="Newer")
    origin = person()

    assert restore_value(actor=task.owner, change_id=change.pk, origin=origin)

    task.refresh_from_db()
    assert task.title == "Old"
    restored = Change.objects.get(change_set=origin.call_id)
    assert (restored.before, restored.after) == ("Newer", "Old")


def test_a_value_that_is_there_already_leaves_no_history():
    task = make_task(title="Old")
    edit(task.owner, task, title="New")
    change = change_of("title")
    edit(task.owner, task, title="Old")
    count = ChangeSet.objects.count()

    assert not restore_value(actor=task.owner, change_id=change.pk, origin=person())

    assert ChangeSet.objects.count() == count


def test_labels_and_values_come_back():
    actor = make_user()
    field, label = make_field(project=make_project(owner=actor)), make_label(owner=actor)
    task = make_task(project=field.project, labels=[label])
    edits = [TaskEdit(task_id=task.pk, columns={}, labels=[], fields=[(field.pk, "x")])]
    update_tasks(actor=actor, edits=edits, origin=person())

    assert restore(actor, "labels")
    assert restore(actor, f"fields.{field.pk}")

    assert list(task.labels.all()) == [label]
    assert task.field_values.get().value is None


@pytest.mark.parametrize("field", ["completed_at", "completed_by_id"])
def test_when_and_by_whom_a_task_was_completed_come_back_together(field):
    task = make_task()
    task.completed_at, task.completed_by_id = NOON, task.owner.pk
    task.save()
    reopen_tasks(actor=task.owner, ids=[task.pk], origin=person())

    restore(task.owner, field)

    task.refresh_from_db()
    assert (task.completed_at, task.completed_by_id) == (NOON, task.owner.pk)


@pytest.mark.parametrize("field", ["project_id", "section_id", "parent_id"])
def test_project_section_and_parent_come_back_together(field):
    actor = make_user()
    section = make_section(project=make_project(owner=actor))
    parent = make_task(project=section.project)
    task = make_task(project=section.project, section=section, parent=parent)
    where = {"project_id": None, "section_id": None}
    move_tasks(actor=actor, ids=[task.pk], origin=person(), **where)

    restore(actor, field)

    task.refresh_from_db()
    assert (task.project, task.section, task.parent) == (section.project, section, parent)


def test_a_task_put_into_a_section_since_leaves_it_on_its_way_back():
    actor = make_user()
    task, section = make_task(owner=actor), make_section(project=make_project(owner=actor))
    where: dict[str, Any] = {"ids": [task.pk], "project_id": section.project_id}
    move_tasks(actor=actor, section_id=None, origin=person(), **where)
    change = change_of("project_id")
    move_tasks(actor=actor, section_id=section.pk, origin=person(), **where)

    restore_value(actor=actor, change_id=change.pk, origin=person())

    task.refresh_from_db()
    assert (task.project, task.section) == (None, None)


def test_a_task_comes_back_from_the_trash_without_its_parent():
    actor = make_user()
    parent = make_task(owner=actor)
    child = make_task(owner=actor, parent=parent)
    trash_tasks(actor=actor, ids=[parent.pk], origin=person())
    change = Change.objects.get(object_id=str(child.pk))

    restore_value(actor=actor, change_id=change.pk, origin=person())

    child.refresh_from_db()
    assert (child.is_trashed, child.parent) == (False, None)


def test_before_a_creation_there_was_nothing():
    actor = make_user()
    create_tasks(actor=actor, items=[NewTask(title="t")], origin=person())
    create_project(actor=actor, name="n", origin=person())

    for change in Change.objects.all():
        error = refused(InvalidValueError, restore_value, actor=actor, change_id=change.pk)
        assert error.argument == "change_id"


def test_unknown_and_unreadable_changes_are_alike():
    task = make_task()
    edit(task.owner, task, title="New")
    known = change_of("title").pk

    for change_id in (known, known + 1):
        error = refused(NotFoundError, restore_value, actor=make_user(), change_id=change_id)
        assert error.details == {"ids": [str(change_id)]}


def test_a_member_restores_what_another_changed_and_a_viewer_does_not():
    team = Team()
    task = make_task(project=team.project, title="Old")
    edit(team.owner, task, title="New")

    error = refused(
        ForbiddenError, restore_value, actor=team.viewer, change_id=change_of("title").pk
    )
    restore(team.editor, "title")

    task.refresh_from_db()
    assert (task.title, error.details) == ("Old", {"items": [str(task.pk)]})


def test_who_left_restores_nothing():
    team = Team()
    task = make_task(project=team.project)
    edit(team.editor, task, title="New")
    Membership.objects.filter(user_id=team.editor.pk).delete()

    refused(ForbiddenError, restore_value, actor=team.editor, change_id=change_of("title").pk)


def test_nobody_restores_words_into_somebody_elses_comment_or_label():
    team = Team()
    comment = make_comment(task=make_task(project=team.project), author=team.editor)
    edit_comment(actor=team.editor, comment_id=comment.pk, body="New", origin=person())
    label = make_label(owner=team.editor)
    changes = {"name": "New"}
    update_label(actor=team.editor, label_id=label.pk, changes=changes, origin=person())

    for field, error in (("body", ForbiddenError), ("name", NotFoundError)):
        wanted = {"actor": team.owner, "change_id": change_of(field).pk}
        refused(error, restore_value, **wanted)
    restore(team.editor, "body")
    restore(team.editor, "name")

    comment.refresh_from_db()
    assert comment.body != "New"


def test_only_its_owner_puts_a_project_back_into_the_trash():
    team = Team()
    trash = person()
    trash_project(actor=team.owner, project_id=team.project.pk, origin=trash)
    restore(team.owner, "trashed_at")
    restored = change_of("trashed_at")

    refused(ForbiddenError, restore_value, actor=team.editor, change_id=restored.pk)
    restore_value(actor=team.owner, change_id=restored.pk, origin=person())

    team.project.refresh_from_db()
    assert team.project.is_trashed


def test_a_token_restores_no_task_of_others_into_the_trash():
    task = make_task()
    trash_tasks(actor=task.owner, ids=[task.pk], origin=person())
    restore(task.owner, "trashed_at")
    wanted = {"actor": task.owner, "change_id": change_of("trashed_at").pk}

    refused(NotPermittedError, restore_value, origin=assistant(), **wanted)


def test_a_name_that_is_taken_does_not_come_back():
    label = make_label(name="Garden")
    changes = {"name": "House"}
    update_label(actor=label.owner, label_id=label.pk, changes=changes, origin=person())
    make_label(owner=label.owner, name="garden")
    wanted = {"actor": label.owner, "change_id": change_of("name").pk}

    error = refused(ChangedSinceError, restore_value, **wanted)

    assert error.details == {"items": [str(label.pk)]}


@pytest.mark.parametrize("is_account", [True, False])
def test_no_readable_text_comes_back_into_what_is_encrypted_now(is_account):
    task = make_task(title="Old")
    edit(task.owner, task, title="New", priority=1)
    make_account(user=task.owner, is_encrypted=is_account)
    if not is_account:
        Task.objects.update(title="cipher", is_encrypted=True)

    wanted = {"actor": task.owner, "change_id": change_of("title").pk}
    refused(EncryptionEnabledError, restore_value, **wanted)

    assert restore(task.owner, "priority")
