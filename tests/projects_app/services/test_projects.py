"""Creating, changing and trashing projects."""

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
from projects_app.models import Change, Membership, Project
from projects_app.services.projects import create_project, trash_project, update_project
from tests.make import make_account, make_project, make_user
from tests.projects_app.services.writing import Team, assistant, person, refused

pytestmark = pytest.mark.django_db


def test_a_project_is_the_actors_own_and_shared_with_nobody():
    actor = make_user()
    parent = make_project(owner=actor)

    project = create_project(
        actor=actor, name="Garden", color="#00ff00", parent_id=parent.pk, origin=assistant()
    )

    project.refresh_from_db()
    assert (project.owner_id, project.name, project.color) == (actor.pk, "Garden", "#00ff00")
    assert project.parent == parent
    assert list(project.memberships.values_list("user", "role")) == [(actor.pk, "owner")]
    assert Change.objects.get().project == project


def test_a_new_project_stands_after_those_of_the_actor():
    actor = make_user()
    make_project()

    made = [create_project(actor=actor, name=name, origin=person()) for name in ("b", "a", "c")]

    ordered = Project.objects.filter(owner_id=actor.pk).order_by("position", "pk")
    assert list(ordered) == made


def test_an_encrypted_account_gets_no_readable_project():
    actor = make_account(is_encrypted=True).user

    refused(EncryptionEnabledError, create_project, actor=actor, name="n")


def test_a_project_goes_below_one_that_the_actor_writes_in():
    team = Team()
    gone = make_project(owner=team.viewer, trashed_at=timezone.now())

    for parent_id in (uuid.uuid4(), make_project().pk, gone.pk):
        arguments = {"actor": team.viewer, "name": "n", "parent_id": parent_id}
        error = refused(NotFoundError, create_project, **arguments)
        assert error.details == {"ids": [str(parent_id)]}
    refused(ForbiddenError, create_project, actor=team.viewer, name="n", parent_id=team.project.pk)
    create_project(actor=team.editor, name="n", parent_id=team.project.pk, origin=person())


def test_an_editor_changes_a_project_and_a_viewer_does_not():
    team = Team()
    wanted: dict[str, Any] = {
        "project_id": team.project.pk,
        "changes": {"name": "New", "archived_at": None},
    }

    refused(ForbiddenError, update_project, actor=team.viewer, **wanted)
    refused(NotFoundError, update_project, actor=team.stranger, **wanted)
    update_project(actor=team.editor, origin=person(), **wanted)

    team.project.refresh_from_db()
    assert team.project.name == "New"
    assert Change.objects.get().field == "name"


@pytest.mark.parametrize("field", ["name", "description"])
@pytest.mark.parametrize("is_account", [True, False])
def test_encrypted_accounts_and_projects_take_no_readable_text(field, is_account):
    actor = make_account(is_encrypted=is_account).user
    project = make_project(owner=actor, is_encrypted=not is_account)
    wanted: dict[str, Any] = {"project_id": project.pk, "changes": {field: "readable"}}

    refused(EncryptionEnabledError, update_project, actor=actor, **wanted)


def tower(actor, height: int) -> list[Project]:
    """Make projects each of which is below the one before."""
    found: list[Project] = []
    for _ in range(height):
        found.append(make_project(owner=actor, parent=found[-1] if found else None))
    return found


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_a_project_does_not_go_below_itself(depth):
    actor = make_user()
    projects = tower(actor, 5)
    wanted: dict[str, Any] = {
        "project_id": projects[0].pk,
        "changes": {"parent_id": str(projects[depth].pk)},
    }

    error = refused(InvalidValueError, update_project, actor=actor, **wanted)

    assert error.argument == "parent_id"


def test_a_cycle_that_is_there_already_does_not_hang():
    actor = make_user()
    first, second = tower(actor, 2)
    Project.objects.filter(pk=first.pk).update(parent=second)
    third = make_project(owner=actor)

    wanted: dict[str, Any] = {"project_id": third.pk, "changes": {"parent_id": str(first.pk)}}
    update_project(actor=actor, origin=person(), **wanted)

    third.refresh_from_db()
    assert third.parent == first


def test_a_project_goes_below_another_and_back_to_the_top():
    actor = make_user()
    project, parent = make_project(owner=actor), make_project(owner=actor)

    for parent_id in (str(parent.pk), None):
        wanted: dict[str, Any] = {"project_id": project.pk, "changes": {"parent_id": parent_id}}
        update_project(actor=actor, origin=person(), **wanted)
        project.refresh_from_db()
        assert (project.parent_id and str(project.parent_id)) == parent_id


def test_only_its_owner_puts_a_project_into_the_trash():
    team = Team()

    refused(ForbiddenError, trash_project, actor=team.editor, project_id=team.project.pk)
    refused(ForbiddenError, trash_project, actor=team.viewer, project_id=team.project.pk)
    refused(NotFoundError, trash_project, actor=team.stranger, project_id=team.project.pk)
    trash_project(actor=team.owner, project_id=team.project.pk, origin=person())

    team.project.refresh_from_db()
    assert team.project.is_trashed
    refused(NotFoundError, trash_project, actor=team.owner, project_id=team.project.pk)
    assert Membership.objects.count() == 3
