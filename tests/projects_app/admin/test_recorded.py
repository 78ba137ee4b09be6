"""Whatever the owner changes in the admin is history, and can be taken back."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from projects_app.models import Change, ChangeSet, FieldValue, Label, Project, Task
from projects_app.models.due import Due
from projects_app.services.origin import Origin
from projects_app.services.undo import undo_calls
from tests import make
from tests.projects_app.admin.test_pages import ROWS, add_url, save

DAY = dt.date(2026, 3, 11)


def history():
    """Return every change by action and field, having checked that all are of one call."""
    assert ChangeSet.objects.count() == 1
    return [(change.action, change.field) for change in Change.objects.order_by("position")]


def undo(owner):
    """Take back the one call there is."""
    undo_calls(
        actor=owner,
        call_ids=[ChangeSet.objects.get().pk],
        origin=Origin.person(source=ChangeSet.Source.UNDO),
    )


def act(page, model, action, *rows, **query):
    data = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    url = reverse(f"admin:projects_app_{model}_changelist")
    return page.post(url, data, query_params=query)


@pytest.mark.parametrize("kind", ROWS)
def test_a_page_saved_as_it_is_makes_no_history(page, kind):
    assert save(page, ROWS[kind]()) == set()
    assert not ChangeSet.objects.exists()


def test_every_edit_of_a_task_is_one_change_set(page, owner):
    task = make.make_task(title="Old", due=DAY)
    label = make.make_label(owner=task.owner)
    entered = {
        "title": "New",
        "due_date": "2026-10-16",
        "completed_at_0": "2026-03-12",
        "completed_at_1": "09:00:00",
        "completed_by": owner.pk,
        "tasklabel_set-TOTAL_FORMS": 1,
        "tasklabel_set-0-label": str(label.pk),
    }

    assert save(page, task, **entered) == set()

    assert sorted(history()) == [
        ("completed", "completed_at"),
        ("completed", "completed_by_id"),
        ("updated", "due"),
        ("updated", "labels"),
        ("updated", "title"),
    ]
    made = ChangeSet.objects.get()
    assert (made.actor_id, made.source, made.tool) == (owner.pk, "person", "admin")
    assert list(task.labels.all()) == [label]

    undo(owner)

    task.refresh_from_db()
    assert (task.title, task.due, task.is_completed) == ("Old", Due(DAY), False)
    assert not task.labels.exists()


def test_labels_are_taken_off_and_exchanged(page):
    labels = [make.make_label() for _ in range(3)]
    task = make.make_task(labels=labels[:2])
    ids = list(task.tasklabel_set.order_by("pk").values_list("label_id", flat=True))
    entered = {"tasklabel_set-0-DELETE": "on", "tasklabel_set-1-label": str(labels[2].pk)}

    assert save(page, task, **entered) == set()

    assert list(task.labels.all()) == [labels[2]]
    assert history() == [("updated", "labels")]
    change = Change.objects.get()
    assert change.before == sorted(map(str, ids))


def test_subtasks_go_with_a_task_to_another_project(page):
    source, target = make.make_project(), make.make_project()
    task = make.make_task(project=source)
    below = make.make_task(project=source, parent=task, section=make.make_section(project=source))

    assert save(page, task, project=str(target.pk)) == set()

    below.refresh_from_db()
    assert (below.project, below.section, below.parent) == (target, None, task)
    assert len(history()) == 3


def test_a_parent_in_another_project_is_refused(page):
    task, parent = make.make_task(), make.make_task(project=make.make_project())

    assert save(page, task, parent=str(parent.pk)) == {"parent"}


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        (make.make_project, "name", "New"),
        (make.make_section, "name", "New"),
        (make.make_label, "color", "#00ff00"),
        (make.make_comment, "body", "New"),
    ],
)
def test_an_edit_is_history(page, row, field, value):
    saved = row()
    before = getattr(saved, field)

    assert save(page, saved, **{field: value}) == set()

    change = Change.objects.get()
    assert (change.field, change.before, change.after) == (field, before, value)


def test_a_new_row_is_history(page, owner):
    data = {"title": "New", "priority": 4, "owner": owner.pk, "position": 0}
    data |= {"tasklabel_set-TOTAL_FORMS": 0, "tasklabel_set-INITIAL_FORMS": 0}

    page.post(add_url("task"), data)

    assert Task.objects.get().title == "New"
    assert history() == [("created", "")]


def test_a_custom_fields_value_is_history_of_its_task(page, owner):
    value = make.make_field_value("old")

    assert save(page, value, text="new") == set()

    change = Change.objects.get()
    assert (change.task_id, change.field) == (value.task_id, f"fields.{value.definition_id}")
    assert (change.before, change.after) == ("old", "new")
    undo(owner)
    value.refresh_from_db()
    assert value.text == "old"


def test_a_new_value_is_history_of_its_task(page):
    task = make.make_task(project=make.make_project())
    definition = make.make_field(project=task.project)

    page.post(
        add_url("fieldvalue"), {"definition": definition.pk, "task": str(task.pk), "text": "new"}
    )

    assert FieldValue.objects.get().text == "new"
    change = Change.objects.get()
    assert (change.before, change.after) == (None, "new")


@pytest.mark.parametrize("model", ["comment", "label", "project", "section", "task"])
def test_trash_and_restore_are_history(page, owner, model):
    row = getattr(make, f"make_{model}")()

    act(page, model, "trash_selected", row)

    assert history() == [("trashed", "trashed_at")]
    undo(owner)
    row.refresh_from_db()
    assert row.is_trashed is False

    act(page, model, "trash_selected", row)
    act(page, model, "restore_selected", row, trash="only")
    latest = Change.objects.order_by("pk").values_list("action", flat=True)
    assert list(latest) == ["trashed", "restored", "trashed", "restored"]


def test_subtasks_go_into_the_trash_with_their_task(page):
    task = make.make_task()
    below = make.make_task(parent=task, owner=task.owner)

    act(page, "task", "trash_selected", task)

    below.refresh_from_db()
    assert below.is_trashed


def test_a_restored_subtask_leaves_a_parent_that_stays_in_the_trash(page):
    parent = make.make_task(trashed_at=timezone.now())
    task = make.make_task(parent=parent, owner=parent.owner, trashed_at=timezone.now())

    act(page, "task", "restore_selected", task, trash="only")

    task.refresh_from_db()
    assert (task.is_trashed, task.parent) == (False, None)


def test_putting_projects_away_is_history(page, owner):
    project = make.make_project()
    archived = make.make_project(archived_at=timezone.now())

    act(page, "project", "archive_selected", project, archived)

    assert history() == [("updated", "archived_at")]
    undo(owner)
    assert list(Project.objects.filter(archived_at=None)) == [project]
    act(page, "project", "unarchive_selected", archived)
    assert Project.objects.filter(archived_at=None).count() == 2


def test_what_cannot_be_restored_leaves_no_history(page):
    label = make.make_label(name="Garden", trashed_at=timezone.now())
    make.make_label(owner=label.owner, name="garden")

    act(page, "label", "restore_selected", label, trash="only")

    assert not ChangeSet.objects.exists()
    assert Label.objects.filter(trashed_at=None).count() == 1
