"""Who made a change, as its readers see it."""

import pytest

from projects_app.models import ChangeSet
from projects_app.selectors.changes import author_of
from tests.make import make_change_set, make_superuser, make_user

pytestmark = pytest.mark.django_db


def test_its_own_person_reads_which_assistant_it_was_and_others_that_it_was_one():
    actor = make_user()
    made = make_change_set(actor=actor, token_id=7, token_name="Desk", source="assistant")

    assert author_of(made, reader=actor) == "AI assistant (Desk)"
    assert author_of(made, reader=make_user()) == "AI assistant"
    assert author_of(made, reader=make_superuser()) == "AI assistant"


def test_a_person_is_read_by_name():
    actor = make_user("ada")

    assert author_of(make_change_set(actor=actor), reader=make_user()) == "ada"


def test_the_name_outlives_the_account():
    actor = make_user("ada")
    by_person = make_change_set(actor=actor)
    by_token = make_change_set(actor=actor, token_id=7, token_name="Desk", source="assistant")
    actor.delete()

    found = ChangeSet.objects.in_bulk([by_person.pk, by_token.pk])

    assert author_of(found[by_person.pk], reader=make_user()) == "ada"
    assert author_of(found[by_token.pk], reader=make_user()) == "AI assistant"
