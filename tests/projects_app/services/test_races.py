"""People who change and undo the same things at once: nothing is lost, nobody waits for ever."""

import itertools
import uuid
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import AbstractUser

from projects_app.errors import (
    ChangedSinceError,
    DomainError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Change, ChangeSet, Comment, Project, Task
from projects_app.services.comments import add_comment, edit_comment
from projects_app.services.origin import Origin
from projects_app.services.projects import update_project
from projects_app.services.tasks import (
    NewTask,
    TaskEdit,
    complete_tasks,
    create_tasks,
    move_tasks,
    reopen_tasks,
    trash_tasks,
    update_tasks,
)
from projects_app.services.tracked import LABELS, tracked
from projects_app.services.undo import undo_calls
from tests.make import make_field, make_label, make_project, make_task, make_user
from tests.mcp_gateway.services.racing import race
from tests.projects_app.services.writing import Team, edit, person, undone

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS: Final = 6
ROUNDS: Final = [5, pytest.param(40, marks=pytest.mark.services)]
"""Short everywhere; long where rows are locked one by one."""
UTC: Final = ZoneInfo("UTC")


def assert_history_is_whole() -> None:
    """See that each change began where the one before it ended, and the last one stands."""
    changes = Change.objects.exclude(action=Change.Action.CREATED).order_by("pk")
    by_field: dict[tuple[str, str], list[Change]] = {}
    for change in changes.filter(kind=Change.Kind.TASK):
        by_field.setdefault((change.object_id, change.field), []).append(change)
    for (pk, field), found in by_field.items():
        for earlier, later in itertools.pairwise(found):
            assert later.before == earlier.after
        task = Task.objects.get(pk=pk)
        if field == LABELS:
            held: Any = sorted(str(label) for label in task.labels.values_list("pk", flat=True))
        elif field.startswith("fields."):
            held = task.field_values.get().value
        else:
            held = tracked(task, field).read(task)
        assert held == found[-1].after
    for change_set in ChangeSet.objects.all():
        positions = list(change_set.changes.order_by("pk").values_list("position", flat=True))
        assert positions == list(range(len(positions)))


def assert_families_are_together() -> None:
    """See that no task outside the trash is below one that is elsewhere or in the trash."""
    below = Task.objects.filter(trashed_at__isnull=True, parent__isnull=False)
    for task in below.select_related("parent"):
        assert task.parent is not None
        assert (task.parent.project_id, task.parent.is_trashed) == (task.project_id, False)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_members_edit_and_undo_the_same_tasks_and_no_change_is_lost(rounds):
    team = Team()
    labels = [make_label(owner=team.owner), make_label(owner=team.editor)]
    field = make_field(project=team.project)
    tasks = [make_task(project=team.project) for _ in range(4)]

    def work(number: int) -> None:
        dice = Random(number)  # noqa: S311  # the same steps in every run
        actor = [team.owner, team.editor][number % 2]
        made: list[Origin] = []
        for step in range(rounds):
            ids = [task.pk for task in dice.sample(tasks, len(tasks))]
            origin = person()
            edits = [
                TaskEdit(
                    task_id=pk,
                    columns={"title": f"{number} {step}", "priority": dice.randint(1, 4)},
                    labels=dice.choice([[], [labels[number % 2].name]]),
                    fields=[(field.pk, f"{number} {step}")],
                )
                for pk in ids
            ]
            update_tasks(actor=actor, edits=edits, origin=origin)
            made.append(origin)
            for origin in dice.sample(made, min(2, len(made))):
                with suppress(DomainError):
                    undo_calls(
                        actor=actor,
                        call_ids=[origin.call_id],
                        origin=person(),
                        is_forced=dice.random() < 0.5,
                    )

    race(work, workers=WORKERS)

    assert ChangeSet.objects.filter(undoes=None).count() == WORKERS * rounds
    assert_history_is_whole()


@pytest.mark.parametrize("rounds", ROUNDS)
def test_families_are_moved_trashed_and_built_upon_at_once_and_stay_together(rounds):
    team = Team()
    projects = [team.project, team.another_project()]
    tasks: list[Task] = []
    for number in range(6):
        tasks.append(make_task(project=team.project, parent=tasks[-1] if number % 3 else None))

    def verbs(actor: AbstractUser, dice: Random) -> list[Callable[[Origin], object]]:
        ids = [task.pk for task in dice.sample(tasks, 3)]
        where = {"project_id": dice.choice(projects).pk, "section_id": None}
        below = NewTask(title="t", parent_id=dice.choice(tasks).pk)
        return [
            lambda origin: move_tasks(actor=actor, ids=ids, origin=origin, **where),
            lambda origin: trash_tasks(actor=actor, ids=ids[:1], origin=origin),
            lambda origin: create_tasks(actor=actor, items=[below], origin=origin),
            lambda origin: complete_tasks(actor=actor, ids=ids, zone=UTC, origin=origin),
            lambda origin: reopen_tasks(actor=actor, ids=ids, origin=origin),
        ]

    def work(number: int) -> None:
        dice = Random(number)  # noqa: S311  # the same steps in every run
        actor = [team.owner, team.editor][number % 2]
        for _ in range(rounds):
            origin = person()
            with suppress(DomainError):
                dice.choice(verbs(actor, dice))(origin)
            with suppress(DomainError):
                undo_calls(
                    actor=actor,
                    call_ids=[origin.call_id],
                    origin=person(),
                    is_forced=dice.random() < 0.5,
                )

    race(work, workers=WORKERS)

    assert_families_are_together()
    assert_history_is_whole()


def test_many_who_undo_one_call_undo_it_once():
    team = Team()
    task = make_task(project=team.project, title="Old")
    origin = edit(team.editor, task, title="New")

    results = race(
        lambda _: undone(undo_calls(actor=team.editor, call_ids=[origin.call_id], origin=person())),
        workers=WORKERS,
    )

    task.refresh_from_db()
    assert task.title == "Old"
    assert sorted(result[str(task.pk)] for result in results) == [False] * (WORKERS - 1) + [True]
    assert Change.objects.filter(field="title").count() == 2


def test_a_task_is_not_undone_away_under_a_comment_that_is_being_written():
    team = Team()
    origin = person()
    item = NewTask(title="t", project_id=team.project.pk)
    (made,) = create_tasks(actor=team.editor, items=[item], origin=origin)

    def work(number: int) -> bool:
        try:
            if number:
                add_comment(actor=team.owner, task_id=uuid.UUID(made.id), body="b", origin=person())
            else:
                undo_calls(actor=team.editor, call_ids=[origin.call_id], origin=person())
        except (ChangedSinceError, NotFoundError):
            return False
        return True

    is_undone, is_said = race(work, workers=2)

    assert is_undone != is_said
    assert Comment.objects.count() == int(is_said)
    assert Task.objects.get().is_trashed == is_undone


def test_a_comment_is_edited_while_its_task_is_moved_and_both_happen():
    team = Team()
    task, other = make_task(project=team.project), team.another_project()
    comment = add_comment(actor=team.editor, task_id=task.pk, body="b", origin=person())

    def work(number: int) -> None:
        if number % 2:
            body = f"b{number}"
            edit_comment(actor=team.editor, comment_id=comment.pk, body=body, origin=person())
        else:
            project_id = [other.pk, team.project.pk][number % 4 // 2]
            where = {"project_id": project_id, "section_id": None}
            move_tasks(actor=team.owner, ids=[task.pk], origin=person(), **where)

    race(work, workers=WORKERS)

    comment.refresh_from_db()
    assert comment.body != "b"
    assert_history_is_whole()


@pytest.mark.parametrize("length", [2, 4])
def test_projects_put_below_one_another_at_once_form_no_cycle(length):
    actor = make_user()
    ring = [make_project(owner=actor) for _ in range(length)]

    def work(number: int) -> bool:
        parent = ring[(number + 1) % length]
        changes = {"parent_id": str(parent.pk)}
        try:
            update_project(
                actor=actor, project_id=ring[number].pk, changes=changes, origin=person()
            )
        except InvalidValueError:
            return False
        return True

    results = race(work, workers=length)

    assert results.count(False) == 1
    assert Project.objects.filter(parent__isnull=True).count() == 1


def test_who_loses_a_race_for_a_role_is_refused_and_not_broken():
    team = Team()
    task = make_task(project=team.project)
    membership = team.project.memberships.get(user_id=team.editor.pk)

    def work(number: int) -> str:
        if number == 0:
            membership.delete()
            return "left"
        try:
            edit(team.editor, task, title=str(number))
        except (ForbiddenError, NotFoundError) as error:
            return error.code
        return "edited"

    results = race(work, workers=WORKERS)

    assert set(results) <= {"left", "edited", "not_found", "forbidden"}
    assert_history_is_whole()
