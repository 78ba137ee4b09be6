"""Putting tasks into the trash, and taking them out."""

import pytest
from django.utils import timezone

from projects_app.errors import ForbiddenError, InvalidValueError, NotFoundError, NotPermittedError
from projects_app.models import Task
from projects_app.services.restore import restore_tasks
from projects_app.services.tasks import trash_tasks
from tests.make import make_project, make_task, make_user
from tests.projects_app.services.writing import TOKEN, Team, assistant, person, refused, statuses

pytestmark = pytest.mark.django_db


def in_trash() -> set[Task]:
    """Return the tasks that are in the trash."""
    return set(Task.objects.filter(trashed_at__isnull=False))


def test_a_token_trashes_its_own_tasks_and_all_below_them():
    actor = make_user()
    parent = make_task(owner=actor, created_token_id=TOKEN)
    child = make_task(owner=actor, created_token_id=TOKEN, parent=parent)
    grandchild = make_task(owner=actor, created_token_id=TOKEN, parent=child)

    results = trash_tasks(actor=actor, ids=[child.pk, parent.pk], origin=assistant())

    assert statuses(results) == ["trashed", "trashed"]
    assert in_trash() == {parent, child, grandchild}


@pytest.mark.parametrize("token_id", [None, TOKEN + 1])
def test_a_token_trashes_no_task_of_anybody_else(token_id):
    actor = make_user()
    own = make_task(owner=actor, created_token_id=TOKEN)
    other = make_task(owner=actor, created_token_id=token_id)

    error = refused(
        NotPermittedError, trash_tasks, actor=actor, ids=[own.pk, other.pk], origin=assistant()
    )

    assert error.details == {"items": [str(other.pk)]}


def test_a_subtask_of_somebody_else_keeps_the_tokens_task():
    actor = make_user()
    own = make_task(owner=actor, created_token_id=TOKEN)
    below = make_task(
        owner=actor, parent=make_task(owner=actor, parent=own, created_token_id=TOKEN)
    )

    error = refused(NotPermittedError, trash_tasks, actor=actor, ids=[own.pk], origin=assistant())

    assert error.details == {"items": [str(below.pk)]}


def test_a_person_trashes_what_they_may_edit():
    team = Team()
    task = make_task(project=team.project)

    refused(ForbiddenError, trash_tasks, actor=team.viewer, ids=[task.pk])
    refused(NotFoundError, trash_tasks, actor=team.stranger, ids=[task.pk])
    trash_tasks(actor=team.editor, ids=[task.pk], origin=person())

    assert in_trash() == {task}


def test_what_is_in_the_trash_is_not_found_again():
    task = make_task(trashed_at=timezone.now())

    refused(NotFoundError, trash_tasks, actor=task.owner, ids=[task.pk])


def test_a_cycle_of_parents_does_not_hang():
    actor = make_user()
    first = make_task(owner=actor)
    second = make_task(owner=actor, parent=first)
    Task.objects.filter(pk=first.pk).update(parent=second)

    trash_tasks(actor=actor, ids=[first.pk], origin=person())

    assert in_trash() == {first, second}


def test_tasks_come_back_from_the_trash():
    actor = make_user()
    parent = make_task(owner=actor)
    child = make_task(owner=actor, parent=parent)
    trash_tasks(actor=actor, ids=[parent.pk], origin=person())

    results = restore_tasks(actor=actor, ids=[child.pk, parent.pk], origin=person())

    child.refresh_from_db()
    assert statuses(results) == ["updated", "updated"]
    assert (in_trash(), child.parent) == (set(), parent)


def test_a_subtask_comes_back_on_its_own_as_a_top_level_task():
    actor = make_user()
    parent = make_task(owner=actor)
    child = make_task(owner=actor, parent=parent)
    trash_tasks(actor=actor, ids=[parent.pk], origin=person())

    restore_tasks(actor=actor, ids=[child.pk], origin=person())

    child.refresh_from_db()
    assert (in_trash(), child.parent) == ({parent}, None)


def test_a_subtask_whose_parent_has_moved_away_comes_back_as_a_top_level_task():
    actor = make_user()
    parent = make_task(owner=actor, project=make_project(owner=actor))
    child = make_task(owner=actor, parent=parent, trashed_at=timezone.now())

    restore_tasks(actor=actor, ids=[child.pk], origin=person())

    child.refresh_from_db()
    assert (child.is_trashed, child.parent) == (False, None)


def test_what_is_not_in_the_trash_is_unchanged():
    task = make_task()

    results = restore_tasks(actor=task.owner, ids=[task.pk], origin=person())

    assert statuses(results) == ["unchanged"]


def test_roles_decide_who_restores():
    team = Team()
    task = make_task(project=team.project, trashed_at=timezone.now())

    refused(ForbiddenError, restore_tasks, actor=team.viewer, ids=[task.pk])
    refused(NotFoundError, restore_tasks, actor=team.stranger, ids=[task.pk])
    error = refused(InvalidValueError, restore_tasks, actor=team.editor, ids=[task.pk] * 2)

    assert error.argument == "ids[1]"
    restore_tasks(actor=team.editor, ids=[task.pk], origin=person())
    assert in_trash() == set()
