"""The database refuses rows that make no sense, whoever writes them."""

import datetime as dt
import sys
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError
from django.utils import timezone

from projects_app.models import (
    Attachment,
    Change,
    FieldDefinition,
    Membership,
    Project,
    Task,
    TaskLabel,
)
from projects_app.models.due import UNDATED, Due, due_columns
from tests import make

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC)
DAY = dt.date(2026, 3, 11)
FILE, LINK = Attachment.Kind.FILE, Attachment.Kind.LINK


def refused(name: str, write: Callable[[], object]) -> bool:
    """Return whether `write` fails at the constraint called `name`; leaves the database usable."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return name in str(error)
    return False


def update(row: Model, **columns: object) -> Callable[[], object]:
    manager = type(row)._default_manager
    return lambda: manager.filter(pk=row.pk).update(**columns)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("task_title_not_empty", {"title": ""}),
        ("task_priority_range", {"priority": 0}),
        ("task_priority_range", {"priority": 5}),
        ("task_due_time_needs_date", {"due_time": dt.time(9)}),
        ("task_due_sort_follows_date", {"due_sort": NOW}),
        ("task_due_sort_follows_date", {"due_date": DAY}),
        ("task_due_at_iff_tz", {"due_at": NOW}),
        ("task_estimate_range", {"estimate_minutes": 0}),
        ("task_estimate_range", {"estimate_minutes": 100_001}),
    ],
)
def test_a_task_out_of_bounds_is_refused(name, columns):
    assert refused(name, update(make.make_task(), **columns))


def test_a_zone_needs_a_time_and_an_instant():
    task = make.make_task(due=DAY)
    timed = make.make_task(due=Due(DAY, dt.time(9)))

    assert refused("task_due_tz_needs_time", update(task, due_tz="UTC", due_at=NOW))
    assert refused("task_due_at_iff_tz", update(timed, due_tz="UTC"))


def test_a_due_date_keeps_a_sort_key_of_its_own():
    assert refused("task_due_sort_follows_date", update(make.make_task(due=DAY), due_sort=UNDATED))


def test_every_shape_of_due_date_is_accepted():
    shapes = [None, Due(DAY), Due(DAY, dt.time(9)), Due(DAY, dt.time(9), "Asia/Tokyo")]

    tasks = [make.make_task(due=due) for due in shapes]

    assert [Task.objects.get(pk=task.pk).due for task in tasks] == shapes


def test_a_section_needs_its_project():
    section = make.make_section()

    assert refused("task_section_needs_project", lambda: make.make_task(section=section))


@pytest.mark.parametrize("kind", ["project", "task", "comment"])
def test_a_row_is_not_its_own_parent(kind):
    row = getattr(make, f"make_{kind}")()

    assert refused(f"{kind}_not_its_own_parent", update(row, parent_id=row.pk))


def test_an_open_task_was_completed_by_nobody():
    task = make.make_task()

    assert refused("task_completed_by_needs_at", update(task, completed_by=task.owner_id))


@pytest.mark.parametrize("color", ["red", "#fff", "#12345g", "x#12345", "#12345\n"])
@pytest.mark.parametrize("kind", ["project", "label"])
def test_a_colour_is_hexadecimal(kind, color):
    row = getattr(make, f"make_{kind}")(color="#A1b2C3")

    assert refused(f"{kind}_color_valid", update(row, color=color))
    row.color = color
    with pytest.raises(ValidationError):
        row.full_clean()


@pytest.mark.parametrize(
    ("builder", "column", "name"),
    [
        (make.make_project, "name", "project_name_not_empty"),
        (make.make_section, "name", "section_name_not_empty"),
        (make.make_label, "name", "label_name_not_empty"),
        (make.make_field, "name", "field_name_not_empty"),
        (make.make_attachment, "name", "attachment_name_not_empty"),
        (make.make_comment, "body", "comment_body_not_empty"),
    ],
)
def test_what_people_name_has_a_name(builder, column, name):
    assert refused(name, update(builder(), **{column: ""}))


def test_a_person_is_a_member_once():
    project = make.make_project()

    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(project=project, user=project.owner, role="viewer")


def test_a_project_has_one_owner():
    project = make.make_project()

    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(project=project, user_id=make.make_user().pk, role="owner")


def test_a_role_is_known():
    membership = make.make_project().memberships.get()

    assert refused("membership_role_known", update(membership, role="guest"))


def test_a_label_name_is_unique_in_an_account_whatever_the_case():
    label = make.make_label(name="Garden")

    with pytest.raises(IntegrityError), transaction.atomic():
        make.make_label(owner=label.owner, name="gARDEN")


@pytest.mark.parametrize("columns", [{"trashed_at": NOW}, {"is_encrypted": True}])
def test_a_trashed_or_encrypted_label_leaves_its_name_free(columns):
    label = make.make_label(name="Garden", **columns)

    assert make.make_label(owner=label.owner, name="Garden").pk != label.pk


def test_labels_of_two_accounts_may_bear_one_name():
    assert make.make_label(name="Garden").pk != make.make_label(name="Garden").pk


def test_a_task_bears_a_label_once():
    label = make.make_label()
    task = make.make_task(labels=[label])

    with pytest.raises(IntegrityError), transaction.atomic():
        TaskLabel.objects.create(task=task, label=label)


@pytest.mark.parametrize(
    ("kind", "columns"),
    [
        ("link", {"url": ""}),
        ("link", {"size": 10}),
        ("file", {"url": "https://example.com/"}),
        ("folder", {}),
    ],
)
def test_an_attachment_fits_its_kind(kind, columns):
    attachment = make.make_attachment(kind=FILE if kind == "file" else LINK)

    assert refused("attachment_fits_kind", update(attachment, **({"kind": kind} | columns)))


def test_a_custom_field_has_a_known_kind_and_one_value_a_task():
    value = make.make_field_value("text")

    assert refused("field_kind_known", update(value.definition, kind="colour"))
    with pytest.raises(IntegrityError), transaction.atomic():
        make.make_field_value("again", task=value.task, definition=value.definition)


def test_a_number_is_finite():
    value = make.make_field_value(
        sys.float_info.max, definition=make.make_field(kind=FieldDefinition.Kind.NUMBER)
    )

    assert refused("field_value_number_finite", update(value, number=float("inf")))


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("choice", []),
        ("choice", "one"),
        ("choice", ["one", 2]),
        ("choice", ["one", ""]),
        ("choice", ["one", "one"]),
        ("text", ["one"]),
    ],
)
def test_options_are_distinct_texts_and_belong_to_a_choice(kind, options):
    definition = FieldDefinition(project=make.make_project(), name="Phase", kind=kind)
    definition.options = options

    with pytest.raises(ValidationError):
        definition.full_clean()


def test_a_position_in_a_change_set_is_taken_once():
    change = make.make_change()

    with pytest.raises(IntegrityError), transaction.atomic():
        Change.objects.create(
            change_set=change.change_set, position=0, kind="task", object_id="x", action="updated"
        )


def test_an_account_with_work_is_not_deleted_with_it():
    for row in (make.make_project(), make.make_task()):
        with pytest.raises(ProtectedError):
            row.owner.delete()


def test_history_outlives_what_it_is_about():
    task = make.make_task()
    change = make.make_change(task=task)
    task.delete()
    object_id = change.object_id

    change.refresh_from_db()

    assert (change.task, change.object_id) == (None, object_id)


def test_a_comment_outlives_its_author():
    author = make.make_user()
    comment = make.make_comment(author=author)
    author.delete()

    comment.refresh_from_db()

    assert comment.author is None


def test_ciphertext_is_never_shown():
    columns: dict[str, Any] = {"is_encrypted": True}
    rows = [
        make.make_project(name="c2VjcmV0", **columns),
        make.make_section(name="c2VjcmV0", **columns),
        make.make_label(name="c2VjcmV0", **columns),
        make.make_task(title="c2VjcmV0", **columns),
        make.make_comment(body="c2VjcmV0", **columns),
        make.make_attachment(name="c2VjcmV0", **columns),
        make.make_field(name="c2VjcmV0", **columns),
        make.make_field_value("c2VjcmV0", **columns),
    ]

    assert not [row for row in rows if "c2VjcmV0" in str(row)]


def test_ids_are_random_and_field_ids_are_short_words():
    project = Project(name="x")

    assert isinstance(project.pk, uuid.UUID)
    assert make.make_field().pk[:2] == "f-"
    assert len({FieldDefinition().pk for _index in range(100)}) == 100


def test_states_are_derived_from_their_moments():
    task = make.make_task(completed_at=timezone.now(), trashed_at=timezone.now())
    project = make.make_project(archived_at=timezone.now())

    assert (task.is_completed, task.is_trashed, project.is_archived) == (True, True, True)
    assert due_columns(task.due) == due_columns(None)
