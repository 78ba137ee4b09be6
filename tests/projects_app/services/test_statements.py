"""Every verb takes as many statements for fifty items as for five."""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from projects_app.models import FieldDefinition, Label, Project, Section, Task
from projects_app.services.restore import restore_tasks
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
from tests.make import (
    make_field,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.projects_app.services.writing import (
    NOON,
    TOKEN,
    assistant,
    person,
    undo_of,
    undo_token_calls,
)

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 20
MOST_FOR_ALL_VERBS = 30


class Plot:
    """Tasks of one person, each with a subtask, and places for them."""

    def __init__(self, count: int) -> None:
        self.actor = make_user()
        self.project: Project = make_project(owner=self.actor)
        self.section: Section = make_section(project=self.project)
        self.labels: list[Label] = [make_label(owner=self.actor) for _ in range(2)]
        self.field: FieldDefinition = make_field(project=self.project)
        self.tasks: list[Task] = []
        for _ in range(count):
            here: dict[str, Any] = {"project": self.project, "created_token_id": TOKEN}
            task = make_task(
                due=dt.date(2026, 3, 12), recurrence="FREQ=DAILY", labels=self.labels[:1], **here
            )
            make_task(parent=task, **here)
            self.tasks.append(task)

    @property
    def ids(self) -> list[uuid.UUID]:
        """Ids of the tasks."""
        return [task.pk for task in self.tasks]


def create(plot: Plot) -> None:
    """Create as many tasks, each with everything."""
    items = [
        NewTask(
            title="t",
            section_id=plot.section.pk,
            parent_id=None,
            labels=[label.name for label in plot.labels],
            recurrence="weekly",
            fields=[(plot.field.pk, "x")],
        )
        for _ in plot.ids
    ]
    create_tasks(actor=plot.actor, items=items, origin=assistant())


def update(plot: Plot) -> None:
    """Change everything of the tasks."""
    edits = [
        TaskEdit(
            task_id=pk,
            columns={"title": "New", "priority": 1},
            labels=[plot.labels[1].name],
            fields=[(plot.field.pk, "x")],
        )
        for pk in plot.ids
    ]
    update_tasks(actor=plot.actor, edits=edits, origin=assistant())


def move(plot: Plot) -> None:
    """Move the tasks with what is below them."""
    where = {"project_id": None, "section_id": None}
    move_tasks(actor=plot.actor, ids=plot.ids, origin=assistant(), **where)


def trash(plot: Plot) -> None:
    """Trash the tasks with what is below them."""
    trash_tasks(actor=plot.actor, ids=plot.ids, origin=assistant())


def undo_all(plot: Plot) -> None:
    """Undo whatever the token did to the plot."""
    since = NOON - dt.timedelta(days=1)
    undo_token_calls(actor=plot.actor, token_id=TOKEN, since=since, origin=person())


DEEDS: dict[str, Callable[[Plot], object]] = {
    "create": create,
    "update": update,
    "move": move,
    "trash": trash,
    "complete": lambda plot: complete_tasks(
        actor=plot.actor, ids=plot.ids, zone=ZoneInfo("UTC"), origin=assistant()
    ),
    "reopen": lambda plot: reopen_tasks(actor=plot.actor, ids=plot.ids, origin=assistant()),
    "schedule": lambda plot: schedule_tasks(
        actor=plot.actor, ids=plot.ids, due=DueChange(NOON.date()), origin=assistant()
    ),
}


def statements(deed: Callable[[Plot], object], plot: Plot) -> list[str]:
    """Return what the deed asks of the database."""
    with CaptureQueriesContext(connection) as captured:
        deed(plot)
    return [query["sql"] for query in captured.captured_queries]


@pytest.mark.parametrize("name", DEEDS)
def test_a_verb_takes_a_constant_number_of_statements(name):
    plots = [Plot(5), Plot(50)]
    if name == "reopen":
        for task in Task.objects.all():
            task.completed_at = NOON
            task.save()

    few, many = (statements(DEEDS[name], plot) for plot in plots)

    assert len(few) == len(many) <= MOST_STATEMENTS


@pytest.mark.parametrize("names", [*([name] for name in DEEDS), [*DEEDS][:4]])
def test_an_undo_takes_a_constant_number_of_statements(names):
    plots = [Plot(5), Plot(50)]
    for plot in plots:
        for name in names:
            DEEDS[name](plot)

    few, many = (statements(undo_all, plot) for plot in plots)

    assert len(few) == len(many)
    assert len(many) <= (MOST_STATEMENTS if len(names) == 1 else MOST_FOR_ALL_VERBS)


def test_taking_tasks_out_of_the_trash_takes_a_constant_number_of_statements():
    plots = [Plot(5), Plot(50)]
    for plot in plots:
        trash(plot)

    few, many = (
        statements(lambda p: restore_tasks(actor=p.actor, ids=p.ids, origin=person()), plot)
        for plot in plots
    )

    assert len(few) == len(many) <= MOST_STATEMENTS


def test_calls_undone_together_take_as_many_statements_as_one():
    costs = []
    for count in (2, 12):
        actor = make_user()
        task = make_task(owner=actor)
        origins = []
        for priority in range(count):
            origins.append(assistant())
            edits = [TaskEdit(task_id=task.pk, columns={"priority": priority % 2 + 1})]
            update_tasks(actor=actor, edits=edits, origin=origins[-1])
        with CaptureQueriesContext(connection) as captured:
            undo_of(actor, *origins)
        costs.append(len(captured))

    assert costs[0] == costs[1]
