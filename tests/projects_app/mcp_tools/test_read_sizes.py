"""Results stay under what clients read whole (CLIENTS, rule 10)."""

import datetime as dt

import orjson
import pytest

from projects_app.models import FieldDefinition
from tests.make import (
    make_attachment,
    make_comment,
    make_field,
    make_field_value,
    make_label,
    make_project,
    make_section,
    make_task,
    make_user,
)
from tests.projects_app.mcp_tools.reading import Reader

pytestmark = pytest.mark.django_db

CHARACTERS = 60_000
LONG = '"\u202e\\' * 6_000
NAME = "\u202e" * 100


def size(answer: object) -> int:
    """Return the UTF-16 length of the JSON, the most that any client counts."""
    return len(orjson.dumps(answer).decode().encode("utf-16-le")) // 2


def test_a_page_that_would_be_too_large_ends_early_and_goes_on():
    ada = make_user()
    for _ in range(200):
        make_task(owner=ada, title="😀" * 100, due=dt.date(2026, 3, 11))
    reader = Reader(ada)

    ids, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        page = reader.call("list_tasks", limit=200, cursor=cursor)
        assert size(page) < CHARACTERS
        assert page.get("truncated") is (True if page["next_cursor"] else None)
        ids += [task["id"] for task in page["tasks"]]
        cursor, pages = page["next_cursor"], pages + 1

    assert len(ids) == len(set(ids)) == 200
    assert pages > 1


def test_long_texts_are_cut_and_say_so():
    ada = make_user()
    task = make_task(owner=ada, title="long", description=LONG)
    make_comment(task=task, body=LONG[:20_000])
    make_task(owner=ada, title="long too", description="short")
    reader = Reader(ada)

    found = reader.call("search_tasks", query="long")
    detail = reader.call("get_task", id=str(task.pk))

    cut = {task["untrusted_text"]["title"]: task.get("truncated") for task in found["tasks"]}
    assert cut == {"long": True, "long too": None}
    assert detail["task"]["truncated"] is True
    assert len(detail["task"]["untrusted_text"]["description"]) > 5_000
    assert detail["comments"][0]["truncated"] is True


def test_one_task_with_everything_fits():
    ada = make_user()
    project = make_project(owner=ada, name=NAME)
    task = make_task(
        project=project,
        section=make_section(project=project, name=NAME),
        title="\u202e" * 500,
        description=LONG,
        labels=[make_label(owner=ada, name=f"{NAME[:-3]}{number:03}") for number in range(60)],
    )
    for _ in range(60):
        make_field_value(LONG[:2_000], task=task, definition=make_field(project=project))
        make_comment(task=task, body=LONG[:1_000])
        make_attachment(task=task, name=NAME)
        make_task(project=project, parent=task, title="\u202e" * 500)
    reader = Reader(ada)

    detail = reader.call("get_task", id=str(task.pk))
    listed = reader.call("list_tasks", limit=200)

    assert size(detail) < CHARACTERS
    assert size(listed) < CHARACTERS
    assert size(reader.read(f"workspace://projects/{project.pk}")) < CHARACTERS
    assert detail["truncated"] is True
    assert all(detail[name] for name in ("subtasks", "comments", "attachments"))


def test_the_latest_comments_are_those_that_are_kept():
    task = make_task()
    start = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)
    bodies = [f"{number} " + "x" * 1_000 for number in range(205)]
    for number, body in enumerate(bodies):
        make_comment(task=task, body=body, created_at=start + dt.timedelta(minutes=number))

    found = Reader(task.owner).call("get_task", id=str(task.pk))

    shown = [comment["untrusted_text"]["body"] for comment in found["comments"]]
    assert shown == bodies[-len(shown) :]
    assert 30 < len(shown) < 200
    assert found["truncated"] is True
    assert size(found) < CHARACTERS


def test_projects_with_long_notes_and_many_options_fit():
    ada = make_user()
    projects = [make_project(owner=ada, description=LONG) for _ in range(40)]
    for project in projects:
        for _ in range(4):
            make_field(
                project=project,
                kind=FieldDefinition.Kind.CHOICE,
                options=[f"{number}{NAME}" for number in range(60)],
            )
    reader = Reader(ada)

    page = reader.call("list_projects")

    assert size(page) < CHARACTERS
    assert size(reader.read("workspace://projects")) < CHARACTERS
    assert size(reader.read(f"workspace://projects/{projects[0].pk}")) < CHARACTERS
    assert page["truncated"] is True
    assert page["projects"][0]["truncated"] is True
    assert page["next_cursor"] is not None


def test_a_large_summary_is_shared_fairly_and_counts_exactly():
    ada = make_user()
    for _ in range(120):
        make_task(owner=ada, title="x" * 400, due=dt.date(2020, 1, 1))
    today = dt.datetime.now(dt.UTC).date()
    for _ in range(120):
        make_task(owner=ada, title="x" * 400, due=today)

    found = Reader(ada).call("today_summary")

    assert size(found) < CHARACTERS
    assert found["counts"]["overdue"] == found["counts"]["due_today"] == 120
    assert min(len(found["overdue"]), len(found["due_today"])) > 20
    assert found["truncated"] is True
