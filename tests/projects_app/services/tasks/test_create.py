"""Creating tasks: what is kept, where they may stand, and what is refused."""

import datetime as dt
import uuid
from typing import Any

import pytest
from django.utils import timezone

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Change, ChangeSet, FieldDefinition, Task
from projects_app.models.due import Due
from projects_app.services.tasks import NewTask, create_tasks
from tests.make import (
    make_account,
    make_field,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.projects_app.services.writing import TOKEN, Team, assistant, person, refused, statuses

pytestmark = pytest.mark.django_db


def create(actor, *items: NewTask) -> list[Task]:
    """Create the tasks and return them in order."""
    results = create_tasks(actor=actor, items=items, origin=assistant())
    assert statuses(results) == ["created"] * len(items)
    found = Task.objects.in_bulk([uuid.UUID(result.id) for result in results])
    return [found[uuid.UUID(result.id)] for result in results]


def test_a_task_holds_what_it_was_created_with():
    actor = make_user()
    project = make_project(owner=actor)
    section = make_section(project=project)
    parent = make_task(project=project)
    label = make_label(owner=actor, name="Garden")
    field = make_field(project=project)
    due = Due(dt.date(2026, 3, 29), dt.time(2, 30), "Europe/Rome")

    (task,) = create(
        actor,
        NewTask(
            title="Water",
            description="*Note*",
            project_id=project.pk,
            section_id=section.pk,
            parent_id=parent.pk,
            priority=1,
            due=due,
            labels=["GARDEN", str(label.pk)],
            estimate_minutes=5,
            recurrence="every week",
            fields=[(field.pk, "Acme")],
        ),
    )

    assert (task.title, task.description, task.priority) == ("Water", "*Note*", 1)
    assert (task.project, task.section, task.parent) == (project, section, parent)
    assert (task.due, task.recurrence, task.estimate_minutes) == (due, "FREQ=WEEKLY", 5)
    assert (task.owner_id, task.created_token_id) == (actor.pk, TOKEN)
    assert list(task.labels.all()) == [label]
    assert task.field_values.get().text == "Acme"


def test_a_title_is_enough_and_lands_in_the_inbox():
    actor = make_user()

    (task,) = create(actor, NewTask(title="t"))

    assert (task.project_id, task.due, task.priority, task.recurrence) == (None, None, 4, "")


def test_one_call_is_one_entry_of_history_with_one_creation_a_task():
    actor = make_user()
    origin = assistant()

    create_tasks(actor=actor, items=[NewTask(title="a"), NewTask(title="b")], origin=origin)

    made = ChangeSet.objects.get()
    assert (made.pk, made.actor_id, made.token_id, made.created_at) == (
        origin.call_id,
        actor.pk,
        TOKEN,
        origin.now,
    )
    assert [change.action for change in made.changes.all()] == [Change.Action.CREATED] * 2


def test_section_and_parent_imply_their_project():
    actor = make_user()
    section = make_section(project=make_project(owner=actor))
    parent = make_task(project=make_project(owner=actor))

    first, second = create(
        actor, NewTask(title="a", section_id=section.pk), NewTask(title="b", parent_id=parent.pk)
    )

    assert (first.project_id, second.project_id) == (section.project_id, parent.project_id)


def test_an_editor_creates_in_a_shared_project_and_a_viewer_does_not():
    team = Team()
    item = NewTask(title="t", project_id=team.project.pk)

    create(team.editor, item)
    error = refused(ForbiddenError, create_tasks, actor=team.viewer, items=[item])

    assert error.details == {"items": [str(team.project.pk)]}


def test_a_viewer_puts_nothing_below_a_task_or_into_a_section():
    team = Team()
    section, parent = make_section(project=team.project), make_task(project=team.project)

    for item in (
        NewTask(title="t", section_id=section.pk),
        NewTask(title="t", parent_id=parent.pk),
    ):
        refused(ForbiddenError, create_tasks, actor=team.viewer, items=[item])


def places(actor) -> dict[str, dict[str, Any]]:
    """Return arguments that name something the actor does not see."""
    gone = make_project(owner=actor, trashed_at=timezone.now())
    mine = make_project(owner=actor)
    now = timezone.now()
    return {
        "unknown project": {"project_id": uuid.uuid4()},
        "foreign project": {"project_id": make_project().pk},
        "trashed project": {"project_id": gone.pk},
        "foreign section": {"section_id": make_section().pk},
        "trashed section": {"section_id": make_section(project=mine, trashed_at=now).pk},
        "section of a trashed project": {"section_id": make_section(project=gone).pk},
        "foreign parent": {"parent_id": make_task().pk},
        "trashed parent": {"parent_id": make_task(owner=actor, trashed_at=now).pk},
        "parent in a trashed project": {"parent_id": make_task(project=gone).pk},
    }


@pytest.mark.parametrize("case", range(9))
def test_places_that_are_not_the_actors_are_alike_and_named(case):
    actor = make_user()
    place = list(places(actor).values())[case]
    items = [NewTask(title="fine"), NewTask(title="t", **place)]

    error = refused(NotFoundError, create_tasks, actor=actor, items=items)

    assert error.details == {"ids": [str(pk) for pk in place.values()]}


def wrong_values(actor) -> list[tuple[dict[str, Any], str]]:
    """Return values that do not fit, and the argument that the refusal names."""
    project, other = make_project(owner=actor), make_project(owner=actor)
    field = make_field(project=project, kind=FieldDefinition.Kind.NUMBER)
    foreign = make_field(project=other)
    section, parent = make_section(project=other), make_task(project=other)
    inbox_task = make_task(owner=actor)
    here = {"project_id": project.pk}
    return [
        ({**here, "section_id": section.pk}, "section_id"),
        ({**here, "parent_id": parent.pk}, "parent_id"),
        ({"section_id": section.pk, "parent_id": inbox_task.pk}, "parent_id"),
        ({"labels": ["none"]}, "labels[0]"),
        ({"labels": [make_label().name]}, "labels[0]"),
        ({"recurrence": "now and then"}, "recurrence"),
        ({**here, "fields": [(field.pk, "x")]}, "fields[0]"),
        ({**here, "fields": [(field.pk, 1), (field.pk, 2)]}, "fields[1]"),
        ({**here, "fields": [(foreign.pk, "x")]}, "fields[0]"),
        ({"fields": [(field.pk, 1)]}, "fields[0]"),
    ]


@pytest.mark.parametrize("case", range(10))
def test_a_value_that_does_not_fit_is_named_by_position(case):
    actor = make_user()
    values, argument = wrong_values(actor)[case]
    items = [NewTask(title="fine"), NewTask(title="t", **values)]

    error = refused(InvalidValueError, create_tasks, actor=actor, items=items)

    assert error.argument == f"items[1].{argument}"


def test_an_encrypted_account_gets_no_readable_task():
    actor = make_account(is_encrypted=True).user

    refused(EncryptionEnabledError, create_tasks, actor=actor, items=[NewTask(title="t")])


def test_an_encrypted_project_gets_no_readable_task_from_a_guest():
    team = Team()
    team.project.is_encrypted = True
    team.project.save()
    item = NewTask(title="t", project_id=team.project.pk)

    refused(EncryptionEnabledError, create_tasks, actor=team.editor, items=[item])


def test_what_people_make_bears_no_token():
    actor = make_user()

    create_tasks(actor=actor, items=[NewTask(title="t")], origin=person())

    assert Task.objects.get().created_token_id is None
