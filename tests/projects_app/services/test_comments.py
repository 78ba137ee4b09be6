"""Writing comments."""

import uuid

import pytest
from django.utils import timezone

from projects_app.errors import (
    EncryptionEnabledError,
    ForbiddenError,
    InvalidValueError,
    NotFoundError,
)
from projects_app.models import Change
from projects_app.services.comments import add_comment, edit_comment, trash_comment
from tests.make import make_account, make_comment, make_task, make_user
from tests.projects_app.services.writing import TOKEN, Team, assistant, person, refused

pytestmark = pytest.mark.django_db


def test_a_comment_is_the_actors_and_bears_the_token():
    team = Team()
    task = make_task(project=team.project)
    earlier = make_comment(task=task)

    comment = add_comment(
        actor=team.editor, task_id=task.pk, body="Yes", parent_id=earlier.pk, origin=assistant()
    )

    comment.refresh_from_db()
    assert (comment.author_id, comment.body, comment.parent) == (team.editor.pk, "Yes", earlier)
    assert comment.created_token_id == TOKEN
    change = Change.objects.get()
    assert (change.kind, change.task, change.project) == ("comment", task, team.project)


def test_roles_decide_who_comments():
    team = Team()
    task = make_task(project=team.project)

    refused(ForbiddenError, add_comment, actor=team.viewer, task_id=task.pk, body="b")
    refused(NotFoundError, add_comment, actor=team.stranger, task_id=task.pk, body="b")


@pytest.mark.parametrize("case", ["unknown", "of another task", "in the trash"])
def test_a_reply_needs_a_live_comment_of_the_task(case):
    task = make_task()
    parent_id = {
        "unknown": uuid.uuid4(),
        "of another task": make_comment(task=make_task(owner=task.owner)).pk,
        "in the trash": make_comment(task=task, trashed_at=timezone.now()).pk,
    }[case]
    wanted = {"task_id": task.pk, "body": "b", "parent_id": parent_id}

    error = refused(InvalidValueError, add_comment, actor=task.owner, **wanted)

    assert error.argument == "parent_id"


@pytest.mark.parametrize("is_account", [True, False])
def test_encrypted_accounts_and_tasks_take_no_readable_comment(is_account):
    actor = make_account(is_encrypted=is_account).user
    task = make_task(owner=actor, is_encrypted=not is_account)

    refused(EncryptionEnabledError, add_comment, actor=actor, task_id=task.pk, body="b")


def test_who_wrote_a_comment_edits_and_trashes_it():
    comment = make_comment()
    author, origin = comment.author, person()
    assert author is not None

    edit_comment(actor=author, comment_id=comment.pk, body="New", origin=origin)
    comment.refresh_from_db()
    assert (comment.body, comment.edited_at) == ("New", origin.now)
    trash_comment(actor=author, comment_id=comment.pk, origin=person())

    comment.refresh_from_db()
    assert comment.is_trashed


def test_the_same_words_are_no_edit():
    comment = make_comment(body="Same")

    edit_comment(actor=comment.task.owner, comment_id=comment.pk, body="Same", origin=person())

    comment.refresh_from_db()
    assert (comment.edited_at, Change.objects.count()) == (None, 0)


@pytest.mark.parametrize("verb", [edit_comment, trash_comment])
def test_nobody_else_changes_a_comment(verb):
    team = Team()
    task = make_task(project=team.project)
    comment = make_comment(task=task, author=team.editor)
    more = {"body": "New"} if verb is edit_comment else {}
    trashed = make_comment(task=task, author=team.editor, trashed_at=timezone.now())
    of_viewer = make_comment(task=task, author=team.viewer)

    refused(ForbiddenError, verb, actor=team.owner, comment_id=comment.pk, **more)
    refused(ForbiddenError, verb, actor=team.viewer, comment_id=of_viewer.pk, **more)
    refused(NotFoundError, verb, actor=team.stranger, comment_id=comment.pk, **more)
    refused(NotFoundError, verb, actor=team.editor, comment_id=trashed.pk, **more)
    refused(NotFoundError, verb, actor=team.editor, comment_id=uuid.uuid4(), **more)


@pytest.mark.parametrize("is_account", [True, False])
def test_an_encrypted_comment_is_not_edited_in_readable_words(is_account):
    author = make_account(user=make_user(), is_encrypted=is_account).user
    task = make_task(owner=author)
    comment = make_comment(task=task, author=author, is_encrypted=not is_account)

    refused(
        EncryptionEnabledError, edit_comment, actor=author, comment_id=comment.pk, body="readable"
    )
