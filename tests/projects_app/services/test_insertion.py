"""Many new rows in few statements."""

import pytest
from django.db import IntegrityError, connection, transaction

from projects_app.models import Change, Label
from projects_app.services.insertion import MOST_ROWS, insert_rows
from tests.make import make_change_set, make_task, make_user

pytestmark = pytest.mark.django_db


def new_labels(count: int) -> list[Label]:
    owner = make_user()
    return [Label(owner_id=owner.pk, name=f"label {number}") for number in range(count)]


def test_inserted_rows_are_those_that_were_built():
    labels = new_labels(3)

    insert_rows(labels)

    columns = [field.attname for field in Label._meta.concrete_fields]
    found = Label.objects.in_bulk([label.pk for label in labels])
    for label in labels:
        stored = found[label.pk]
        assert [getattr(stored, name) for name in columns] == [
            getattr(label, name) for name in columns
        ]


def test_an_inserted_row_is_updated_when_it_is_saved_again():
    (label,) = new_labels(1)
    insert_rows([label])

    label.name = "another name"
    label.save()

    assert list(Label.objects.values_list("pk", "name")) == [(label.pk, "another name")]


def test_numbers_of_the_database_are_given_by_it():
    change_set = make_change_set()
    task = make_task()
    columns = {"kind": "task", "object_id": str(task.pk), "action": "updated", "before": None}
    changes = [
        Change(change_set=change_set, position=place, after=[place], **columns)
        for place in range(3)
    ]

    insert_rows(changes)

    stored = change_set.changes.order_by("pk").values_list("position", "before", "after")
    assert list(stored) == [(0, None, [0]), (1, None, [1]), (2, None, [2])]


def test_nothing_costs_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        insert_rows([])


def test_a_call_is_one_statement_and_more_rows_are_as_few_as_the_bound_allows(
    django_assert_num_queries,
):
    few, many = new_labels(50), new_labels(MOST_ROWS + 1)

    with django_assert_num_queries(1):
        insert_rows(few)
    with django_assert_num_queries(2):
        insert_rows(many)

    assert Label.objects.count() == len(few) + len(many)


def test_a_statement_names_no_more_values_than_the_database_takes(
    monkeypatch, django_assert_num_queries
):
    labels = new_labels(5)
    rows_at_most = 2
    limit = rows_at_most * len(Label._meta.concrete_fields)
    monkeypatch.setattr(connection.features, "max_query_params", limit)

    with django_assert_num_queries(3):
        insert_rows(labels)

    assert Label.objects.count() == 5


def test_a_row_that_breaks_a_rule_of_the_table_is_refused():
    (label,) = new_labels(1)
    insert_rows([label])

    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows([Label(pk=label.pk, owner_id=label.owner_id, name="other")])
