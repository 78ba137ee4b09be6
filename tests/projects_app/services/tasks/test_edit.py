"""Editing tasks: what changes, what stays, and what is refused."""

import uuid

import pytest
from django.utils import timezone

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Change, ChangeSet, FieldDefinition, TaskLabel
from projects_app.services.tasks import TaskEdit, update_tasks
from tests.make import make_account, make_field, make_label, make_project, make_task, make_user
from tests.projects_app.services.writing import Team, person, refused, statuses

pytestmark = pytest.mark.django_db


def update(actor, *edits: TaskEdit) -> list[str]:
    """Edit the tasks and return what became of each."""
    return statuses(update_tasks(actor=actor, edits=edits, origin=person()))


def test_an_edit_changes_what_it_names_and_records_before_and_after():
    task = make_task(title="Old", priority=3)

    assert update(task.owner, TaskEdit(task_id=task.pk, columns={"title": "New"})) == ["updated"]

    task.refresh_from_db()
    assert (task.title, task.priority) == ("New", 3)
    change = Change.objects.get()
    assert (change.field, change.before, change.after) == ("title", "Old", "New")


def test_an_edit_that_changes_nothing_leaves_no_history():
    task = make_task(title="Same", labels=())

    result = update(task.owner, TaskEdit(task_id=task.pk, columns={"title": "Same"}, labels=[]))

    assert (result, ChangeSet.objects.count()) == (["unchanged"], 0)


def test_labels_are_replaced_as_a_whole():
    actor = make_user()
    kept, dropped, added = (make_label(owner=actor, name=name) for name in ("k", "d", "a"))
    task = make_task(owner=actor, labels=[kept, dropped])

    update(actor, TaskEdit(task_id=task.pk, columns={}, labels=["K", str(added.pk).upper()]))

    assert set(task.labels.all()) == {kept, added}


def test_a_label_in_the_trash_stays_on_the_task_unseen():
    actor = make_user()
    trashed = make_label(owner=actor, trashed_at=timezone.now())
    task = make_task(owner=actor, labels=[trashed])
    label = make_label(owner=actor)

    update(actor, TaskEdit(task_id=task.pk, columns={}, labels=[label.name]))

    assert set(task.labels.all()) == {trashed, label}


def test_a_colleagues_label_may_stay_on_its_task_and_go_on_no_other():
    team = Team()
    label = make_label(owner=team.owner)
    bearer = make_task(project=team.project, labels=[label])
    bare = make_task(project=team.project)
    stay = TaskEdit(task_id=bearer.pk, columns={}, labels=[label.name])
    spread = TaskEdit(task_id=bare.pk, columns={}, labels=[str(label.pk)])

    assert update(team.editor, stay) == ["unchanged"]
    error = refused(InvalidValueError, update_tasks, actor=team.editor, edits=[stay, spread])

    assert error.argument == "updates[1].labels[0]"


def test_of_two_labels_of_one_name_the_actors_own_is_meant():
    team = Team()
    theirs = make_label(owner=team.owner, name="Same")
    mine = make_label(owner=team.editor, name="same")
    task = make_task(project=team.project, labels=[theirs])

    update(team.editor, TaskEdit(task_id=task.pk, columns={}, labels=["SAME"]))

    assert set(task.labels.all()) == {mine}


def test_an_encrypted_label_has_no_name_to_be_found_by():
    actor = make_user()
    label = make_label(owner=actor, name="cipher", is_encrypted=True)
    task = make_task(owner=actor)

    refused(
        InvalidValueError,
        update_tasks,
        actor=actor,
        edits=[TaskEdit(task_id=task.pk, columns={}, labels=["cipher"])],
    )
    update(actor, TaskEdit(task_id=task.pk, columns={}, labels=[str(label.pk)]))

    assert TaskLabel.objects.get().label == label


def test_a_task_named_twice_is_refused_by_position():
    task = make_task()
    edits = [TaskEdit(task_id=task.pk, columns={"priority": 1})] * 2

    error = refused(InvalidValueError, update_tasks, actor=task.owner, edits=edits)

    assert error.argument == "updates[1].id"


def test_unknown_trashed_and_foreign_tasks_are_alike_and_all_named():
    actor = make_user()
    fine = make_task(owner=actor)
    ids = [uuid.uuid4(), make_task(owner=actor, trashed_at=timezone.now()).pk, make_task().pk]
    edits = [TaskEdit(task_id=pk, columns={"priority": 1}) for pk in (fine.pk, *ids)]

    error = refused(NotFoundError, update_tasks, actor=actor, edits=edits)

    assert error.details == {"ids": [str(pk) for pk in ids]}


def test_roles_decide_who_edits_a_shared_task():
    team = Team()
    task = make_task(project=team.project)
    edits = [TaskEdit(task_id=task.pk, columns={"title": "New"})]

    error = refused(ForbiddenError, update_tasks, actor=team.viewer, edits=edits)
    refused(NotFoundError, update_tasks, actor=team.stranger, edits=edits)

    assert error.details == {"items": [str(task.pk)]}
    assert update(team.editor, *edits) == ["updated"]
    assert update(team.owner, TaskEdit(task_id=task.pk, columns={"priority": 1})) == ["updated"]


def test_an_owner_of_the_site_edits_only_what_is_theirs():
    task = make_task()
    owner_of_site = make_user(is_superuser=True)
    edits = [TaskEdit(task_id=task.pk, columns={"title": "New"})]

    refused(NotFoundError, update_tasks, actor=owner_of_site, edits=edits)


@pytest.mark.parametrize("column", ["title", "description"])
@pytest.mark.parametrize("is_account", [True, False])
def test_encrypted_accounts_and_tasks_take_no_readable_text(column, is_account):
    actor = make_account(is_encrypted=is_account).user
    task = make_task(owner=actor, is_encrypted=not is_account)
    fine = make_task(owner=actor)
    edits = [
        TaskEdit(task_id=fine.pk, columns={"priority": 1}),
        TaskEdit(task_id=task.pk, columns={column: "readable"}),
    ]

    refused(EncryptionEnabledError, update_tasks, actor=actor, edits=edits)


def test_an_encrypted_account_keeps_priorities_labels_and_plain_fields():
    actor = make_account(is_encrypted=True).user
    project = make_project(owner=actor)
    number = make_field(project=project, kind=FieldDefinition.Kind.NUMBER)
    checkbox = make_field(project=project, kind=FieldDefinition.Kind.CHECKBOX)
    label = make_label(owner=actor)
    task = make_task(project=project, is_encrypted=True)

    result = update(
        actor,
        TaskEdit(
            task_id=task.pk,
            columns={"priority": 1, "recurrence": "daily"},
            labels=[label.name],
            fields=[(number.pk, None), (checkbox.pk, None)],
        ),
    )

    assert result == ["updated"]


@pytest.mark.parametrize(
    ("edit", "argument"),
    [
        ({"columns": {"recurrence": "sometimes"}}, "recurrence"),
        ({"columns": {}, "labels": ["none"]}, "labels[0]"),
        ({"columns": {}, "fields": [("f-none", "x")]}, "fields[0]"),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_position(edit, argument):
    actor = make_user()
    first, second = make_task(owner=actor), make_task(owner=actor)
    edits = [
        TaskEdit(task_id=first.pk, columns={"title": "fine"}),
        TaskEdit(task_id=second.pk, **edit),
    ]

    error = refused(InvalidValueError, update_tasks, actor=actor, edits=edits)

    assert error.argument == f"updates[1].{argument}"
