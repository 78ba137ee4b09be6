"""What the lists of tasks hold, in which order, and what they refuse."""

import datetime as dt
from uuid import uuid4

import pytest
import time_machine

from mcp_gateway.registry import InvalidArgumentsError
from projects_app.models import Membership
from projects_app.models.due import Due
from tests.make import make_label, make_project, make_task, make_user
from tests.projects_app.mcp_tools.reading import NOW, Reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

TODAY = dt.date(2026, 3, 11)
MORNING = dt.datetime(2026, 3, 11, 8, tzinfo=dt.UTC)


def day(number: int) -> dt.date:
    return dt.date(2026, 3, number)


@pytest.fixture
def noon():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def reader():
    return Reader(make_user())


def test_tasks_come_by_due_time_then_priority_and_undated_last(reader):
    ada = reader.user
    make_task(owner=ada, title="undated 1", priority=1)
    make_task(owner=ada, title="undated 4")
    make_task(owner=ada, title="12th", due=day(12), priority=1)
    make_task(owner=ada, title="11th 9:00", due=Due(day(11), dt.time(9)), priority=1)
    make_task(owner=ada, title="11th", due=day(11), priority=3)
    make_task(owner=ada, title="11th urgent", due=day(11), priority=2)

    assert reader.titles() == [
        *("11th urgent", "11th", "11th 9:00", "12th", "undated 1", "undated 4"),
    ]


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        pytest.param("UTC", ["tokyo", "floating"], id="utc"),
        pytest.param("Asia/Tokyo", ["floating", "tokyo"], id="east"),
        pytest.param("America/New_York", ["tokyo", "floating"], id="west"),
    ],
)
def test_pinned_tasks_take_their_place_by_the_wall_time_of_the_zone(reader, zone, expected):
    make_task(owner=reader.user, title="floating", due=Due(day(11), dt.time(5)))
    make_task(
        owner=reader.user, title="tokyo", due=Due(day(11), dt.time(9), "Asia/Tokyo")
    )  # midnight in UTC

    assert reader.titles(timezone=zone) == expected


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        pytest.param("all", ["late", "boxed", "soon", "never"], id="all"),
        pytest.param("inbox", ["boxed"], id="inbox"),
        pytest.param("today", ["late", "boxed"], id="today"),
        pytest.param("upcoming", ["soon"], id="upcoming"),
    ],
)
def test_views(reader, view, expected):
    project = make_project(owner=reader.user)
    make_task(owner=reader.user, title="boxed", due=TODAY)
    make_task(project=project, title="late", due=day(1))
    make_task(project=project, title="soon", due=day(12))
    make_task(project=project, title="never")
    make_task(project=project, title="done", due=TODAY, completed_at=MORNING)

    assert reader.titles(view=view) == expected


def test_overdue_is_measured_in_the_zone(reader):
    make_task(owner=reader.user, due=TODAY)

    def is_overdue(zone: str) -> bool:
        return bool(reader.call("list_tasks", timezone=zone)["tasks"][0]["overdue"])

    assert not is_overdue("UTC")
    assert is_overdue("Pacific/Kiritimati")
    assert not is_overdue("Pacific/Honolulu")


def test_the_due_range_includes_both_days_in_the_zone(reader):
    for number in (9, 10, 11, 12):
        make_task(owner=reader.user, title=f"{number}", due=day(number))
    make_task(
        owner=reader.user, title="pinned", due=Due(day(12), dt.time(1), "Asia/Tokyo")
    )  # 11 March, 16:00 in UTC
    make_task(owner=reader.user, title="undated")

    assert reader.titles(due_from="2026-03-10", due_to="2026-03-11") == ["10", "11", "pinned"]
    assert reader.titles(due_from="2026-03-10", due_to="2026-03-11", timezone="Asia/Tokyo") == [
        "10",
        "11",
    ]
    assert reader.titles(due_from="2026-03-12") == ["12"]
    assert reader.titles(due_to="2026-03-09") == ["9"]
    assert reader.titles(due_from="0001-01-01", due_to="9999-12-31") == [
        *("9", "10", "11", "pinned", "12"),
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param({"completed_after": "2026-03-11"}, ["day"], id="date"),
        pytest.param(
            {"completed_after": "2026-03-11", "timezone": "Pacific/Honolulu"}, [], id="date in zone"
        ),
        pytest.param({"completed_before": "2026-03-11"}, ["eve"], id="before a date"),
        pytest.param({"completed_after": "2026-03-11T09:00:00+01:00"}, ["day"], id="first moment"),
        pytest.param({"completed_before": "2026-03-11T08:00:00Z"}, ["eve"], id="open end"),
        pytest.param({"completed_after": "1773187200001"}, ["day"], id="Unix ms as text"),
        pytest.param({"completed_after": 1773187200001}, ["day"], id="Unix ms as a number"),
        pytest.param(
            {"completed_after": "2026-03-10", "completed_before": "2026-03-12"},
            ["eve", "day"],
            id="both",
        ),
    ],
)
def test_completed_tasks_are_found_by_when_they_were_completed(reader, arguments, expected):
    eve = dt.datetime(2026, 3, 10, 23, 59, 59, tzinfo=dt.UTC)
    make_task(owner=reader.user, title="eve", due=day(1), completed_at=eve)
    make_task(
        owner=reader.user,
        title="day",
        due=day(2),
        completed_at=dt.datetime(2026, 3, 11, 8, tzinfo=dt.UTC),
    )
    make_task(owner=reader.user, title="open")

    assert reader.titles(**arguments) == expected


def test_completed_tasks_come_along_on_request(reader):
    make_task(owner=reader.user, title="open", due=day(2))
    make_task(owner=reader.user, title="done", due=day(1), completed_at=MORNING)

    assert reader.titles() == ["open"]
    assert reader.titles(include_completed=True) == ["done", "open"]


def test_priority_and_project_narrow_the_list(reader):
    project = make_project(owner=reader.user)
    make_task(project=project, title="urgent", priority=1)
    make_task(project=project, title="usual")
    make_task(owner=reader.user, title="boxed", priority=1)

    assert reader.titles(project_id=str(project.pk), priority=1) == ["urgent"]


def test_archived_projects_are_left_out_unless_named(reader):
    project = make_project(owner=reader.user, archived_at=MORNING)
    make_task(project=project, title="kept", due=TODAY)

    assert reader.titles() == []
    assert reader.titles(view="today") == []
    assert reader.titles("search_tasks", query="kept") == []
    assert reader.titles(project_id=str(project.pk)) == ["kept"]


@pytest.mark.parametrize("word", ["outside", "OUTSIDE"])
def test_a_label_is_named_in_any_case(reader, word):
    label = make_label(owner=reader.user, name="Outside")
    make_task(owner=reader.user, title="bears it", labels=[label])
    make_task(owner=reader.user, title="does not")

    assert reader.titles(label=word) == ["bears it"]
    assert reader.titles(label=str(label.pk)) == ["bears it"]


def test_case_beyond_ascii_is_no_matter(reader):
    label = make_label(owner=reader.user, name="Größe")
    make_task(owner=reader.user, title="ÄPFEL pflücken", labels=[label])

    assert reader.titles(label="GRÖßE") == ["ÄPFEL pflücken"]
    assert reader.titles("search_tasks", query="äpfel") == ["ÄPFEL pflücken"]


def test_a_label_of_several_accounts_is_refused_with_its_ids(reader):
    sam = make_user()
    shared = make_project(owner=sam, members={reader.user: Membership.Role.VIEWER})
    mine = make_label(owner=reader.user, name="home")
    theirs = make_label(owner=sam, name="Home")
    make_task(project=shared, title="theirs", labels=[theirs])

    error = reader.refused("list_tasks", label="home")

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == "label"
    assert str(mine.pk) in error.message
    assert str(theirs.pk) in error.message
    assert reader.titles(label=str(theirs.pk)) == ["theirs"]


def test_a_label_that_only_others_can_see_is_like_none(reader):
    label = make_label(name="secret")
    make_task(owner=label.owner, labels=[label])

    for word in ("secret", str(label.pk), "nothing", str(uuid4())):
        error = reader.refused("list_tasks", label=word)
        assert isinstance(error, InvalidArgumentsError)
        assert error.body() == reader.refused("list_tasks", label="else").body()


def test_a_common_label_is_found_along_the_list(reader, monkeypatch):
    label = make_label(owner=reader.user, name="all")
    for number in range(5):
        make_task(owner=reader.user, title=f"{number}", due=day(number + 1), labels=[label])
    monkeypatch.setattr("projects_app.selectors.labels.RARE", 2)

    assert reader.titles(label="all", limit=3) == ["0", "1", "2"]


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("tomato", id="title"),
        pytest.param("TOMATO", id="case"),
        pytest.param("  tomato ", id="spaces around"),
        pytest.param("cherry", id="description"),
    ],
)
def test_search_looks_into_title_and_description(reader, query):
    make_task(owner=reader.user, title="Water the tomatoes", description="The cherry ones")
    make_task(owner=reader.user, title="Other")

    assert reader.titles("search_tasks", query=query) == ["Water the tomatoes"]


@pytest.mark.parametrize("query", ["%", "_", "a%c", "\\", ".*", "é.*"])
def test_wildcards_are_taken_literally(reader, query):
    make_task(owner=reader.user, title="abc éabc")
    make_task(owner=reader.user, title=f"x{query}x")

    assert reader.titles("search_tasks", query=query) == [f"x{query}x"]


def test_search_never_matches_encrypted_text(reader):
    make_task(owner=reader.user, title="Zm9v", description="Zm9v", is_encrypted=True)

    assert reader.titles("search_tasks", query="Zm9v") == []
    assert reader.titles("search_tasks", query="Encrypted") == []


def test_search_finds_completed_tasks_on_request(reader):
    make_task(owner=reader.user, title="old news", completed_at=MORNING)

    assert reader.titles("search_tasks", query="news") == []
    assert reader.titles("search_tasks", query="news", include_completed=True) == ["old news"]


@pytest.mark.parametrize(
    ("tool", "arguments", "argument"),
    [
        pytest.param("list_tasks", {"priority": 7}, "priority", id="priority above"),
        pytest.param("list_tasks", {"priority": 0}, "priority", id="priority below"),
        pytest.param("list_tasks", {"priority": "1"}, "priority", id="priority as text"),
        pytest.param("list_tasks", {"limit": 0}, "limit", id="limit below"),
        pytest.param("list_tasks", {"limit": 201}, "limit", id="limit above"),
        pytest.param("list_tasks", {"limit": 2**70}, "limit", id="limit beyond 64 bits"),
        pytest.param("list_tasks", {"view": "week"}, "view", id="view"),
        pytest.param("list_tasks", {"project_id": "x"}, "project_id", id="no UUID"),
        pytest.param("list_tasks", {"due_from": "2026-02-30"}, "due_from", id="no date"),
        pytest.param(
            "list_tasks",
            {"due_from": "2026-03-02", "due_to": "2026-03-01"},
            "due_from",
            id="range backwards",
        ),
        pytest.param("list_tasks", {"completed_after": "soon"}, "completed_after", id="moment"),
        pytest.param(
            "list_tasks",
            {"completed_before": "2026-03-11T08:00:00"},
            "completed_before",
            id="moment without offset",
        ),
        pytest.param(
            "list_tasks",
            {"completed_after": "0001-01-01", "timezone": "Asia/Tokyo"},
            "completed_after",
            id="moment before time",
        ),
        pytest.param("list_tasks", {"completed_after": True}, "completed_after", id="truth"),
        pytest.param(
            "list_tasks",
            {"completed_after": "2026-03-02", "completed_before": "2026-03-01"},
            "completed_after",
            id="span backwards",
        ),
        pytest.param(
            "list_tasks", {"completed_after": "9" * 16}, "completed_after", id="moment past time"
        ),
        pytest.param("list_tasks", {"timezone": "Mars/Base"}, "timezone", id="zone"),
        pytest.param("list_tasks", {"timezone": "../etc/passwd"}, "timezone", id="path"),
        pytest.param("list_tasks", {"label": ""}, "label", id="empty label"),
        pytest.param("list_tasks", {"label": "x" * 201}, "label", id="long label"),
        pytest.param("list_tasks", {"label": "a\x00"}, "label", id="NUL"),
        pytest.param(
            "list_tasks",
            {"view": "inbox", "project_id": str(uuid4())},
            "project_id",
            id="inbox of a project",
        ),
        pytest.param("list_tasks", {"colour": "red"}, "colour", id="unknown argument"),
        pytest.param("search_tasks", {}, "query", id="no query"),
        pytest.param("search_tasks", {"query": " "}, "query", id="blank query"),
        pytest.param("search_tasks", {"query": "x" * 201}, "query", id="long query"),
        pytest.param("get_task", {}, "id", id="no id"),
        pytest.param("get_task", {"id": "1"}, "id", id="id that is none"),
        pytest.param("get_task", {"id": str(uuid4()), "timezone": "x"}, "timezone", id="get zone"),
        pytest.param("today_summary", {"timezone": ""}, "timezone", id="empty zone"),
        pytest.param("list_projects", {"include_archived": "yes"}, "include_archived", id="yes"),
    ],
)
def test_wrong_arguments_are_refused_by_name(reader, tool, arguments, argument):
    error = reader.refused(tool, **arguments)

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == argument


def test_null_is_taken_for_an_argument_left_out(reader):
    make_task(owner=reader.user, title="one")

    assert reader.titles(
        project_id=None, label=None, priority=None, due_from=None, timezone=None, cursor=None
    ) == ["one"]
