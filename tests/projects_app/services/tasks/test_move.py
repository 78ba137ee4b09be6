"""Moving tasks: families stay together, and nobody else comes to see them."""

import uuid

import pytest
from django.utils import timezone

from projects_app.errors import (
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
    ScopeChangeError,
)
from projects_app.models import ChangeSet, Membership, Project, Section, Task
from projects_app.services.tasks import move_tasks
from tests.make import make_project, make_section, make_task, make_user
from tests.projects_app.services.writing import Team, person, refused, statuses

pytestmark = pytest.mark.django_db


def move(actor, *tasks: Task, to: Project | Section | None) -> list[str]:
    """Move the tasks to a project, a section or the inbox, and read them again."""
    results = move_tasks(
        actor=actor,
        ids=[task.pk for task in tasks],
        project_id=to.pk if isinstance(to, Project) else None,
        section_id=to.pk if isinstance(to, Section) else None,
        origin=person(),
    )
    for task in tasks:
        task.refresh_from_db()
    return statuses(results)


def place(task: Task) -> tuple[uuid.UUID | None, uuid.UUID | None, uuid.UUID | None]:
    """Return project, section and parent as they are stored."""
    task.refresh_from_db()
    return task.project_id, task.section_id, task.parent_id


def chain(project: Project, length: int) -> list[Task]:
    """Make tasks each of which is below the one before."""
    found: list[Task] = []
    for _ in range(length):
        found.append(make_task(project=project, parent=found[-1] if found else None))
    return found


def test_a_task_moves_between_inbox_project_and_section():
    actor = make_user()
    task = make_task(owner=actor)
    section = make_section(project=make_project(owner=actor))
    other = make_project(owner=actor)

    assert move(actor, task, to=section) == ["moved"]
    assert place(task) == (section.project_id, section.pk, None)
    assert move(actor, task, to=other) == ["moved"]
    assert place(task) == (other.pk, None, None)
    assert move(actor, task, to=None) == ["moved"]
    assert place(task) == (None, None, None)


def test_a_task_that_is_there_already_is_unchanged():
    actor = make_user()
    section = make_section(project=make_project(owner=actor))
    parent = make_task(project=section.project, section=section)
    task = make_task(project=section.project, section=section, parent=parent)

    assert move(actor, task, to=section) == ["unchanged"]
    assert (task.parent_id, ChangeSet.objects.count()) == (parent.pk, 0)


def test_what_is_below_goes_along_at_any_depth():
    actor = make_user()
    tasks = chain(make_project(owner=actor), 12)
    section = make_section(project=make_project(owner=actor))

    move(actor, tasks[0], to=section)

    for above, task in zip([None, *tasks], tasks, strict=False):
        assert place(task) == (section.project_id, section.pk, above and above.pk)


def test_what_is_below_goes_along_into_a_section_of_the_same_project():
    actor = make_user()
    parent, child = chain(make_project(owner=actor), 2)
    section = make_section(project=parent.project)

    move(actor, parent, to=section)

    assert place(child) == (parent.project_id, section.pk, parent.pk)


@pytest.mark.parametrize("target", ["project", "section", "inbox"])
def test_a_subtask_whose_parent_stays_behind_becomes_top_level(target):
    actor = make_user()
    _, child, grandchild = chain(make_project(owner=actor), 3)
    to = {
        "project": make_project(owner=actor),
        "section": make_section(project=child.project),
        "inbox": None,
    }[target]

    move(actor, child, to=to)

    assert (child.parent_id, place(grandchild)[2]) == (None, child.pk)


def test_a_subtask_that_joins_its_parent_stays_below_it():
    actor = make_user()
    section = make_section(project=make_project(owner=actor))
    parent = make_task(project=section.project, section=section)
    child = make_task(project=section.project, parent=parent)

    move(actor, child, to=section)

    assert place(child) == (section.project_id, section.pk, parent.pk)


def test_parent_and_subtask_named_together_stay_together_in_any_order():
    actor = make_user()
    parent, child, grandchild = chain(make_project(owner=actor), 3)
    to = make_project(owner=actor)

    assert move(actor, grandchild, parent, to=to) == ["moved", "moved"]
    assert (place(child), place(grandchild)) == ((to.pk, None, parent.pk), (to.pk, None, child.pk))


def test_subtasks_in_the_trash_stay_behind():
    actor = make_user()
    parent = make_task(project=make_project(owner=actor))
    trashed = make_task(project=parent.project, parent=parent, trashed_at=timezone.now())

    move(actor, parent, to=None)

    assert place(trashed)[0] is not None


def test_a_cycle_of_parents_does_not_hang():
    actor = make_user()
    first, second = chain(make_project(owner=actor), 2)
    Task.objects.filter(pk=first.pk).update(parent=second)

    move(actor, first, to=None)

    assert (place(first)[0], place(second)[0]) == (None, None)


def test_tasks_move_between_projects_of_the_same_people():
    team = Team()
    task, other = make_task(project=team.project), team.another_project()

    assert move(team.editor, task, to=other) == ["moved"]


def audiences(team: Team) -> list[Project | None]:
    """Return places that are seen by other people than the team's project."""
    editors_own = make_project(owner=team.editor)
    with_more = team.another_project()
    Membership.objects.create(project=with_more, user_id=make_user().pk, role="viewer")
    with_fewer = make_project(owner=team.owner, members={team.editor: Membership.Role.EDITOR})
    return [None, editors_own, with_more, with_fewer]


@pytest.mark.parametrize("case", range(4))
def test_tasks_do_not_move_to_other_people(case):
    team = Team()
    to = audiences(team)[case]
    tasks = [make_task(project=team.project), make_task(project=team.project)]
    ids = [task.pk for task in tasks]
    where = {"project_id": to and to.pk, "section_id": None}

    error = refused(ScopeChangeError, move_tasks, actor=team.editor, ids=ids, **where)

    assert error.details == {"items": [str(pk) for pk in ids]}


def test_private_tasks_do_not_move_into_a_shared_project():
    team = Team()
    task = make_task(owner=team.editor)
    where = {"project_id": team.project.pk, "section_id": None}

    refused(ScopeChangeError, move_tasks, actor=team.editor, ids=[task.pk], **where)


def test_a_task_somebody_else_made_does_not_move_into_their_inbox():
    team = Team()
    task = make_task(project=make_project(owner=team.owner), owner=team.editor)

    refused(
        ScopeChangeError,
        move_tasks,
        actor=team.owner,
        ids=[task.pk],
        project_id=None,
        section_id=None,
    )


def test_only_who_writes_in_both_projects_moves_tasks():
    team = Team()
    task, other = make_task(project=team.project), team.another_project()
    where = {"ids": [task.pk], "project_id": other.pk, "section_id": None}

    refused(ForbiddenError, move_tasks, actor=team.viewer, **where)
    refused(NotFoundError, move_tasks, actor=team.stranger, **where)
    Membership.objects.filter(project=other, user_id=team.editor.pk).update(role="viewer")
    error = refused(ForbiddenError, move_tasks, actor=team.editor, **where)

    assert error.details == {"items": [str(other.pk)]}


def test_a_section_of_another_project_is_refused():
    actor = make_user()
    task, section = make_task(owner=actor), make_section(project=make_project(owner=actor))
    elsewhere = make_project(owner=actor)

    error = refused(
        InvalidValueError,
        move_tasks,
        actor=actor,
        ids=[task.pk],
        project_id=elsewhere.pk,
        section_id=section.pk,
    )

    assert error.argument == "section_id"


@pytest.mark.parametrize("case", ["project_id", "section_id"])
def test_places_in_the_trash_are_not_there(case):
    actor = make_user()
    task, now = make_task(owner=actor), timezone.now()
    made = {
        "project_id": make_project(owner=actor, trashed_at=now),
        "section_id": make_section(project=make_project(owner=actor), trashed_at=now),
    }
    where = {"project_id": None, "section_id": None, case: made[case].pk}

    error = refused(NotFoundError, move_tasks, actor=actor, ids=[task.pk], **where)

    assert error.details == {"ids": [str(made[case].pk)]}


def test_a_subtask_that_was_put_elsewhere_does_not_come_along_from_there():
    team = Team()
    parent = make_task(owner=team.viewer)
    strayed = make_task(project=team.project, parent=parent)

    move(team.viewer, parent, to=make_project(owner=team.viewer))

    assert place(strayed) == (team.project.pk, None, parent.pk)
