"""One task in full, projects, labels and the day's summary."""

import datetime as dt
import itertools

import pytest
import time_machine

from mcp_gateway.registry import NOTICE
from projects_app.models import Attachment, FieldDefinition, Membership
from projects_app.models.due import Due
from tests.make import (
    make_attachment,
    make_comment,
    make_field,
    make_label,
    make_project,
    make_task,
    make_user,
)
from tests.projects_app.mcp_tools.reading import NOW, Reader, titles_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

MORNING = dt.datetime(2026, 3, 11, 8, tzinfo=dt.UTC)
TODAY = dt.date(2026, 3, 11)


@pytest.fixture
def noon():
    with time_machine.travel(NOW, tick=False):
        yield


def test_get_task_has_subtasks_of_every_state():
    task = make_task()
    make_task(owner=task.owner, parent=task, title="Later")
    make_task(owner=task.owner, parent=task, title="Sooner", due=TODAY)
    make_task(owner=task.owner, parent=task, title="Done", completed_at=MORNING, priority=1)
    make_task(owner=task.owner, parent=task, title="Gone", trashed_at=MORNING)

    found = Reader(task.owner).call("get_task", id=str(task.pk))

    assert titles_of(found["subtasks"]) == ["Sooner", "Done", "Later"]


def test_comments_come_oldest_first_and_say_whose_they_are():
    ada, sam = make_user("ada"), make_user("sam", first_name="Sam")
    project = make_project(owner=ada, members={sam: Membership.Role.VIEWER})
    task = make_task(project=project)
    first = make_comment(task=task, author=sam, body="First", created_at=MORNING)
    gone = make_comment(task=task, body="Gone", trashed_at=MORNING)
    reply = make_comment(
        task=task,
        author=ada,
        body="Reply",
        parent=first,
        edited_at=MORNING,
        created_at=MORNING + dt.timedelta(minutes=1),
    )
    make_comment(task=task, body="Orphan", parent=gone)

    found = Reader(ada).call("get_task", id=str(task.pk))["comments"]

    assert found[0] == {
        "id": str(first.pk),
        "author_id": str(sam.pk),
        "author_is_you": False,
        "untrusted_text": {"body": "First", "author": "Sam"},
        "created_at": "2026-03-11T08:00:00Z",
    }
    assert (found[1]["parent_id"], found[1]["author_is_you"]) == (str(first.pk), True)
    assert found[1]["edited_at"] == "2026-03-11T08:00:00Z"
    assert [comment["id"] for comment in found[:2]] == [str(first.pk), str(reply.pk)]
    assert len(found) == 3
    assert "parent_id" not in found[2]


def test_a_comment_outlives_its_author():
    task = make_task()
    author = make_user()
    comment = make_comment(task=task, author=author)
    author.delete()

    (found,) = Reader(task.owner).call("get_task", id=str(task.pk))["comments"]

    assert found["author_id"] is None
    assert found["untrusted_text"] == {"body": comment.body, "author": ""}
    assert found["author_is_you"] is False


def test_attachments_are_those_of_the_task_and_of_the_comments_shown():
    task = make_task()
    live, gone = make_comment(task=task), make_comment(task=task, trashed_at=MORNING)
    file = make_attachment(task=task, name="a.txt", created_at=MORNING)
    link = make_attachment(task=task, comment=live, kind=Attachment.Kind.LINK, name="site")
    make_attachment(task=task, comment=gone)
    make_attachment(task=task, trashed_at=MORNING)

    found = Reader(task.owner).call("get_task", id=str(task.pk))["attachments"]

    assert found == [
        {
            "id": str(file.pk),
            "untrusted_text": {"name": "a.txt", "mime": "text/plain"},
            "size": 1024,
            "uploaded": True,
            "created_at": "2026-03-11T08:00:00Z",
        },
        {
            "id": str(link.pk),
            "untrusted_text": {"name": "site", "url": "https://example.com/"},
            "uploaded": False,
            "comment_id": str(live.pk),
            "created_at": "2026-03-11T12:00:00Z",
        },
    ]


def test_list_projects_shows_note_counts_and_fields():
    ada = make_user()
    top = make_project(owner=ada, name="Top", description="**Note**", color="#00ff00")
    choice = make_field(project=top, kind=FieldDefinition.Kind.CHOICE, name="Size", position=1)
    number = make_field(project=top, kind=FieldDefinition.Kind.NUMBER, name="Cost", position=2)
    make_field(project=top, trashed_at=MORNING)
    make_task(project=top)
    make_task(project=top, completed_at=MORNING)
    make_task(project=top, trashed_at=MORNING)

    (found,) = Reader(ada).call("list_projects")["projects"]

    size = {"name": "Size", "options": ["one", "two"]}
    assert found == {
        "id": str(top.pk),
        "untrusted_text": {"name": "Top", "description": "**Note**"},
        "encrypted": False,
        "color": "#00ff00",
        "archived": False,
        "shared": False,
        "role": "owner",
        "open_count": 1,
        "fields": [
            {"id": choice.pk, "type": "choice", "untrusted_text": size},
            {"id": number.pk, "type": "number", "untrusted_text": {"name": "Cost"}},
        ],
    }


def test_list_projects_shows_roles_and_parents():
    ada, sam = make_user(), make_user()
    top = make_project(owner=ada, position=1)
    make_project(owner=sam, parent=top, position=2, members={ada: Membership.Role.VIEWER})
    make_task(owner=ada)

    found = Reader(ada).call("list_projects")

    below = found["projects"][1]
    assert (below["role"], below["shared"], below["parent_id"]) == ("viewer", True, str(top.pk))
    assert found["inbox_open_count"] == 1
    assert found["next_cursor"] is None
    assert found["server_time"] == "2026-03-11T12:00:00Z"
    assert found["_notice"] == NOTICE


def test_a_parent_project_that_the_caller_may_not_see_is_not_named():
    ada = make_user()
    make_project(owner=ada, parent=make_project())

    (found,) = Reader(ada).call("list_projects")["projects"]

    assert "parent_id" not in found


def test_archived_projects_are_listed_on_request():
    ada = make_user()
    make_project(owner=ada, archived_at=MORNING)
    reader = Reader(ada)

    assert reader.call("list_projects")["projects"] == []
    (found,) = reader.call("list_projects", include_archived=True)["projects"]
    assert found["archived"] is True


def test_projects_are_read_a_page_at_a_time():
    ada = make_user()
    for number in range(203):
        make_project(owner=ada, position=number % 3)
    reader = Reader(ada)

    first = reader.call("list_projects")
    second = reader.call("list_projects", cursor=first["next_cursor"])

    ids = [project["id"] for page in (first, second) for project in page["projects"]]
    assert len(ids) == len(set(ids)) == 203
    assert second["next_cursor"] is None


def test_labels_of_colleagues_are_listed_where_they_are_on_shared_tasks():
    ada, sam = make_user(), make_user()
    shared = make_project(owner=sam, members={ada: Membership.Role.EDITOR})
    mine = make_label(owner=ada, name="b", color="#00ff00")
    theirs = make_label(owner=sam, name="a")
    make_task(project=shared, labels=[theirs])
    hidden = make_label(owner=sam, name="hidden")
    make_task(owner=sam, labels=[hidden])
    make_task(project=make_project(owner=sam), labels=[hidden])
    make_label(owner=ada, trashed_at=MORNING)

    found = Reader(ada).call("list_labels")

    assert found["labels"] == [
        {"id": str(theirs.pk), "untrusted_text": {"name": "a"}, "color": "", "yours": False},
        {"id": str(mine.pk), "untrusted_text": {"name": "b"}, "color": "#00ff00", "yours": True},
    ]
    assert found["next_cursor"] is None


def test_labels_are_read_a_page_at_a_time():
    ada = make_user()
    for _ in range(201):
        make_label(owner=ada)
    reader = Reader(ada)

    first = reader.call("list_labels")
    second = reader.call("list_labels", cursor=first["next_cursor"])

    assert len(first["labels"]) == 200
    assert len(second["labels"]) == 1
    assert second["next_cursor"] is None


def test_today_summary_counts_by_the_day_of_the_zone():
    ada = make_user()
    project = make_project(owner=ada, name="Garden")
    make_task(project=project, title="Late", due=dt.date(2026, 3, 10))
    make_task(project=project, title="Now", due=TODAY)
    make_task(owner=ada, title="Then", due=dt.date(2026, 3, 12))
    make_task(project=make_project(owner=ada, archived_at=MORNING), due=TODAY)
    make_task(owner=ada, due=TODAY, completed_at=MORNING)

    found = Reader(ada).call("today_summary", timezone="Pacific/Kiritimati")

    assert titles_of(found["overdue"]) == ["Late", "Now"]
    assert titles_of(found["due_today"]) == ["Then"]
    assert found["counts"] == {
        "overdue": 2,
        "due_today": 1,
        "inbox": 1,
        "per_project": [{"id": str(project.pk), "untrusted_text": {"name": "Garden"}, "open": 2}],
    }
    assert (found["today"], found["timezone"]) == ("2026-03-12", "Pacific/Kiritimati")
    assert "truncated" not in found


@pytest.mark.parametrize(
    "zone", ["UTC", "Europe/Rome", "Pacific/Kiritimati", "Pacific/Honolulu", "Asia/Kathmandu"]
)
def test_today_summary_counts_pinned_tasks_by_the_day_they_fall_on_in_the_zone(zone):
    ada = make_user()
    project = make_project(owner=ada)
    for number, hour in itertools.product((9, 10, 11, 12, 13), (0, 5, 13, 23)):
        for pinned_to in (None, "Asia/Tokyo", "America/Lima"):
            due = Due(TODAY.replace(day=number), dt.time(hour, 30), pinned_to)
            make_task(owner=ada, project=project if hour % 2 else None, due=due)

    found = Reader(ada).call("today_summary", timezone=zone)

    listed = {name: len(found[name]) for name in ("overdue", "due_today")}
    assert {name: found["counts"][name] for name in listed} == listed


def test_today_summary_counts_projects_in_their_own_order():
    ada = make_user()
    projects = [make_project(owner=ada, position=position) for position in (3, 1, 2)]
    for project in projects:
        make_task(project=project)

    found = Reader(ada).call("today_summary")["counts"]["per_project"]

    third, first, second = (str(project.pk) for project in projects)
    assert [each["id"] for each in found] == [first, second, third]
