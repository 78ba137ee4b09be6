"""Comments over REST."""

import pytest

from projects_app.models import Comment, Membership
from tests.make import make_comment, make_project, make_task
from tests.projects_app.rest.answers import done, refusal


@pytest.fixture(params=["member", "full", "agent"])
def caller(request):
    return request.getfixturevalue(request.param)


def test_a_comment_is_added_and_listed(caller):
    task = make_task(owner=caller.user)
    make_comment(task=make_task(owner=caller.user))

    answer = caller.send("POST", "comments", {"task_id": str(task.pk), "body": "Looks dry"})

    [(pk, _)] = done(answer, 201)
    body = caller.get(f"comments?task_id={task.pk}")
    assert body.keys() == {"comments", "server_time", "_notice"}
    assert [(one["id"], one["untrusted_text"]["body"]) for one in body["comments"]] == [
        (pk, "Looks dry")
    ]


def test_a_reply_names_what_it_answers(caller):
    comment = make_comment(task=make_task(owner=caller.user))
    body = {"task_id": str(comment.task_id), "parent_id": str(comment.pk), "body": "Yes"}

    [(pk, _)] = done(caller.send("POST", "comments", body), 201)

    assert Comment.objects.get(pk=pk).parent == comment


def test_authors_edit_and_trash_their_comments(full):
    comment = make_comment(task=make_task(owner=full.user))
    url = f"comments/{comment.pk}"

    assert done(full.send("PATCH", url, {"body": "Better"})) == [(str(comment.pk), "updated")]
    comment.refresh_from_db()
    assert (comment.body, comment.edited_at is None) == ("Better", False)
    assert done(full.send("PATCH", url, {"body": "Better"})) == [(str(comment.pk), "unchanged")]
    assert done(full.send("DELETE", url)) == [(str(comment.pk), "trashed")]
    assert refusal(full.send("DELETE", url))[:2] == (404, "not_found")


@pytest.mark.parametrize(("method", "body"), [("PATCH", {"body": "Mine"}), ("DELETE", None)])
def test_comments_of_others_are_left_alone(full, method, body):
    project = make_project(members={full.user: Membership.Role.EDITOR})
    shared = make_comment(task=make_task(project=project))

    url = f"comments/{shared.pk}"
    assert refusal(full.send(method, url, body))[:2] == (403, "forbidden")
    assert refusal(full.send(method, f"comments/{make_comment().pk}", body))[:2] == (
        404,
        "not_found",
    )


@pytest.mark.parametrize(
    ("route", "body", "field"),
    [
        ("GET comments", None, "task_id"),
        ("GET comments?task_id=nonsense", None, "task_id"),
        ("GET comments?task=1", None, "task"),
        ("POST comments", {"body": "a"}, "task_id"),
        ("POST comments", {"task_id": "a", "body": "a"}, "task_id"),
    ],
)
def test_what_is_wrong_is_named(caller, route, body, field):
    assert refusal(caller.send(*route.split(), body)) == (400, "invalid_value", field)


@pytest.mark.parametrize(
    "body", [{}, {"body": ""}, {"body": " "}, {"body": None}, {"body": "x" * 20_001}]
)
def test_a_comment_says_something(full, body):
    comment = make_comment(task=make_task(owner=full.user))

    answer = full.send("PATCH", f"comments/{comment.pk}", body)

    assert refusal(answer) == (400, "invalid_value", "body")


def test_comments_on_a_foreign_task_are_not_found(caller):
    answer = caller.send("GET", f"comments?task_id={make_task().pk}")

    assert refusal(answer)[:2] == (404, "not_found")
