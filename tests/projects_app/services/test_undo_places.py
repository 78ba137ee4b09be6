"""Undoing moves and trash: where tasks land when the places around them have changed."""

from typing import Any

import pytest
from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from projects_app.errors import (
    ChangedSinceError,
    ForbiddenError,
    NotFoundError,
    ScopeChangeError,
)
from projects_app.models import Membership, Project, Section, Task
from projects_app.services.origin import Origin
from projects_app.services.projects import trash_project
from projects_app.services.restore import restore_value
from projects_app.services.tasks import NewTask, create_tasks, move_tasks, trash_tasks
from projects_app.services.undo import undo_calls
from tests.make import make_project, make_section, make_superuser, make_task, make_user
from tests.projects_app.services.writing import Team, person, refused, undo_of, undone

pytestmark = pytest.mark.django_db


def moved(actor: AbstractUser, *tasks: Task, to: Project | Section | None) -> Origin:
    """Move tasks to a project, a section or the inbox; return where that came from."""
    origin = person()
    move_tasks(
        actor=actor,
        ids=[task.pk for task in tasks],
        project_id=to.pk if isinstance(to, Project) else None,
        section_id=to.pk if isinstance(to, Section) else None,
        origin=origin,
    )
    return origin


def place(task: Task) -> tuple[Project | None, Section | None, Task | None]:
    """Return project, section and parent as they are stored."""
    task.refresh_from_db()
    return task.project, task.section, task.parent


def asked(actor: AbstractUser, origin: Origin, **options: Any) -> dict[str, Any]:
    """Return the arguments of an undo."""
    return {"actor": actor, "call_ids": [origin.call_id], **options}


def share(project: Project, user: AbstractUser, role: str = "viewer") -> None:
    """Let somebody into a project."""
    Membership.objects.create(project=project, user_id=user.pk, role=role)


@pytest.mark.parametrize("is_forced", [False, True])
def test_a_task_does_not_return_to_people_who_came_meanwhile(is_forced):
    actor, guest = make_user(), make_user()
    private, other = make_project(owner=actor), make_project(owner=actor)
    task = make_task(project=private)
    origin = moved(actor, task, to=other)
    share(private, guest)
    change = task.changes.get(field="project_id")

    error = refused(ScopeChangeError, undo_calls, **asked(actor, origin, is_forced=is_forced))
    refused(ScopeChangeError, restore_value, actor=actor, change_id=change.pk)

    assert error.details == {"items": [str(task.pk)]}


def test_not_even_an_owner_of_the_site_shows_tasks_to_others_by_undo():
    team = Team()
    task = make_task(project=team.project)
    origin = moved(team.editor, task, to=team.another_project())
    share(team.project, make_user())

    refused(ScopeChangeError, undo_calls, **asked(make_superuser(), origin, is_forced=True))


def test_what_is_below_is_not_shown_to_others_either():
    actor = make_user()
    private, other = make_project(owner=actor), make_project(owner=actor)
    parent = make_task(project=private)
    origin = moved(actor, parent, to=other)
    later = make_task(project=other, parent=parent)
    share(other, make_user())
    share(private, make_user())

    error = refused(ScopeChangeError, undo_calls, **asked(actor, origin, is_forced=True))

    assert error.details == {"items": [str(parent.pk), str(later.pk)]}


def test_a_task_does_not_return_to_a_project_that_the_actor_only_reads():
    team = Team()
    task, other = make_task(project=team.project), team.another_project()
    origin = moved(team.editor, task, to=other)
    Membership.objects.filter(project=team.project, user_id=team.editor.pk).update(role="viewer")

    error = refused(ForbiddenError, undo_calls, **asked(team.editor, origin, is_forced=True))

    assert error.details == {"items": [str(task.pk)]}


@pytest.mark.parametrize("fate", ["left", "trashed", "deleted"])
@pytest.mark.parametrize("is_forced", [False, True])
def test_a_task_does_not_return_to_a_project_that_is_no_more(fate, is_forced):
    team = Team()
    task, other = make_task(project=team.project), team.another_project()
    origin = moved(team.editor, task, to=other)
    if fate == "left":
        Membership.objects.filter(project=team.project, user_id=team.editor.pk).delete()
    elif fate == "trashed":
        trash_project(actor=team.owner, project_id=team.project.pk, origin=person())
    else:
        Project.objects.filter(pk=team.project.pk).delete()

    error = refused(NotFoundError, undo_calls, **asked(team.editor, origin, is_forced=is_forced))

    assert error.details == {"ids": [str(team.project.pk)]}


@pytest.mark.parametrize("fate", ["trashed", "deleted"])
def test_a_section_that_is_no_more_is_let_go(fate):
    actor = make_user()
    section = make_section(project=make_project(owner=actor))
    task = make_task(project=section.project, section=section)
    origin = moved(actor, task, to=None)
    if fate == "trashed":
        Section.objects.update(trashed_at=timezone.now())
        error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
        assert error.details == {"items": [str(task.pk)]}
        undo_of(actor, origin, is_forced=True)
    else:
        section.delete()
        undo_of(actor, origin)

    assert place(task) == (section.project, None, None)


def test_a_task_put_into_a_section_since_leaves_it_only_if_forced():
    actor = make_user()
    task, section = make_task(owner=actor), make_section(project=make_project(owner=actor))
    origin = moved(actor, task, to=section.project)
    moved(actor, task, to=section)

    error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
    undo_of(actor, origin, is_forced=True)

    assert error.details == {"items": [str(task.pk)]}
    assert place(task) == (None, None, None)


def test_a_subtask_that_was_moved_alone_returns_below_its_parent():
    actor = make_user()
    parent = make_task(project=make_project(owner=actor))
    child = make_task(project=parent.project, parent=parent)
    origin = moved(actor, child, to=None)

    undo_of(actor, origin)

    assert place(child) == (parent.project, None, parent)


@pytest.mark.parametrize("fate", ["moved", "trashed"])
def test_a_subtask_whose_parent_went_meanwhile_returns_only_if_forced_as_top_level(fate):
    actor = make_user()
    project = make_project(owner=actor)
    parent = make_task(project=project)
    child = make_task(project=project, parent=parent)
    origin = moved(actor, child, to=None)
    if fate == "moved":
        moved(actor, parent, to=make_project(owner=actor))
    else:
        trash_tasks(actor=actor, ids=[parent.pk], origin=person())

    error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
    undo_of(actor, origin, is_forced=True)

    assert error.details == {"items": [str(child.pk)]}
    assert place(child) == (project, None, None)


def test_a_family_with_a_new_member_moves_back_only_if_forced_and_whole():
    actor = make_user()
    first, second = make_project(owner=actor), make_project(owner=actor)
    parent = make_task(project=first)
    child = make_task(project=first, parent=parent)
    origin = moved(actor, parent, to=second)
    item = NewTask(title="t", parent_id=child.pk)
    (result,) = create_tasks(actor=actor, items=[item], origin=person())

    error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
    items = undone(undo_of(actor, origin, is_forced=True))

    assert error.details == {"items": [str(child.pk)]}
    assert items[result.id]
    assert {place(task)[0] for task in Task.objects.all()} == {first}


def test_a_subtask_restored_by_undo_does_not_stand_below_a_task_in_the_trash():
    actor = make_user()
    parent = make_task(owner=actor)
    child = make_task(owner=actor, parent=parent)
    origin, later = person(), person()
    trash_tasks(actor=actor, ids=[child.pk], origin=origin)
    trash_tasks(actor=actor, ids=[parent.pk], origin=later)

    error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
    undo_of(actor, origin, is_forced=True)

    assert error.details == {"items": [str(child.pk)]}
    assert (place(child)[2], child.is_trashed) == (None, False)
    undo_of(actor, later)
    parent.refresh_from_db()
    assert not parent.is_trashed


def test_an_undo_never_makes_a_cycle():
    actor = make_user()
    project = make_project(owner=actor)
    top = make_task(project=project)
    parent = make_task(project=project, parent=top)
    origin = moved(actor, parent, to=None)
    moved(actor, parent, to=project)
    Task.objects.filter(pk=top.pk).update(parent=parent)

    error = refused(ChangedSinceError, undo_calls, **asked(actor, origin))
    undo_of(actor, origin, is_forced=True)

    assert error.details == {"items": [str(parent.pk)]}
    assert place(parent)[2] is None


def test_a_redone_trash_takes_along_what_was_put_below_since_only_if_forced():
    actor = make_user()
    task = make_task(owner=actor)
    trash, restore = person(), person()
    trash_tasks(actor=actor, ids=[task.pk], origin=trash)
    undo_of(actor, trash, origin=restore)
    item = NewTask(title="t", parent_id=task.pk)
    create_tasks(actor=actor, items=[item], origin=person())

    error = refused(ChangedSinceError, undo_calls, **asked(actor, restore))
    undo_of(actor, restore, is_forced=True)

    assert error.details == {"items": [str(task.pk)]}
    assert not Task.objects.filter(trashed_at__isnull=True).exists()


def test_tasks_return_to_a_project_that_the_same_undo_takes_out_of_the_trash():
    actor = make_user()
    project = make_project(owner=actor)
    section = make_section(project=project)
    task = make_task(project=project, section=section)
    move, trash = moved(actor, task, to=None), person()
    trash_project(actor=actor, project_id=project.pk, origin=trash)

    undo_of(actor, move, trash)

    assert place(task) == (project, section, None)


def test_an_undo_goes_on_in_a_project_that_is_in_the_trash():
    actor = make_user()
    project = make_project(owner=actor)
    section = make_section(project=project)
    task = make_task(project=project)
    origin = moved(actor, task, to=section)
    trash_project(actor=actor, project_id=project.pk, origin=person())

    undo_of(actor, origin)

    assert place(task) == (project, None, None)
