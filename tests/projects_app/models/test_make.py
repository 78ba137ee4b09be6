"""The builders make what they say: every other test of the domain stands on them."""

import datetime as dt

import pytest

from projects_app.models import FieldDefinition, Membership
from tests import make

pytestmark = pytest.mark.django_db


def test_every_builder_works_without_arguments():
    rows = [
        make.make_account(),
        make.make_section(),
        make.make_label(),
        make.make_comment(),
        make.make_attachment(),
        make.make_field_value("text"),
        make.make_change(),
    ]

    assert all(row.pk for row in rows)


def test_a_project_has_its_owner_and_the_members_named():
    owner, editor = make.make_user(), make.make_user()

    project = make.make_project(owner=owner, members={editor: Membership.Role.EDITOR})

    assert dict(project.memberships.values_list("user", "role")) == {
        owner.pk: "owner",
        editor.pk: "editor",
    }


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("text", "some"),
        ("number", 2.5),
        ("number", 120),
        ("checkbox", False),
        ("date", dt.date(2026, 3, 11)),
        ("choice", "one"),
        ("link", "https://example.com/a"),
        ("text", None),
        ("number", None),
    ],
)
def test_a_field_value_comes_back_in_the_type_of_its_definition(kind, value):
    row = make.make_field_value(value, definition=make.make_field(kind=FieldDefinition.Kind(kind)))

    row.refresh_from_db()

    assert row.value == value
    assert type(row.value) is type(value)
