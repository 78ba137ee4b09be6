"""Creating, changing and trashing labels; their names are unique whatever the case."""

import pytest
from django.utils import timezone

from projects_app.errors import EncryptionEnabledError, InvalidValueError, NotFoundError
from projects_app.models import ChangeSet, Label
from projects_app.services.labels import create_label, trash_label, update_label
from tests.make import make_account, make_label, make_user
from tests.mcp_gateway.services.racing import race
from tests.projects_app.services.writing import NOON, Team, assistant, person, refused

pytestmark = pytest.mark.django_db


def test_a_new_label_is_the_actors_own():
    actor = make_user()
    make_label(name="Garden")

    label, is_new = create_label(actor=actor, name="Garden", color="#00ff00", origin=assistant())

    label.refresh_from_db()
    assert is_new
    assert (label.owner_id, label.name, label.color) == (actor.pk, "Garden", "#00ff00")


@pytest.mark.parametrize(
    ("name", "same"),
    [("Garden", "gARDEN"), ("Äpfel", "äPFEL"), ("ЗАДАЧИ", "задачи"), ("100%_", "100%_")],
)
def test_a_name_in_another_case_finds_the_label_that_is_there(name, same):
    actor = make_user()
    label = make_label(owner=actor, name=name, color="#111111")

    found = create_label(actor=actor, name=same, color="#222222", origin=assistant())

    label.refresh_from_db()
    assert found == (label, False)
    assert (label.color, Label.objects.count(), ChangeSet.objects.count()) == ("#111111", 1, 0)


@pytest.mark.parametrize(("name", "other"), [("100%", "1000"), ("a_c", "abc"), ("k", "\u212a")])
def test_names_that_only_look_alike_never_break_the_call(name, other):
    actor = make_user()
    make_label(owner=actor, name=name)

    found, is_new = create_label(actor=actor, name=other, origin=assistant())

    assert is_new == (found.name == other)


@pytest.mark.parametrize("columns", [{"trashed_at": NOON}, {"is_encrypted": True}])
def test_labels_in_the_trash_and_ciphertext_leave_the_name_free(columns):
    actor = make_user()
    make_label(owner=actor, name="Garden", **columns)

    _, is_new = create_label(actor=actor, name="garden", origin=assistant())

    assert is_new


def test_an_encrypted_account_gets_no_readable_label():
    actor = make_account(is_encrypted=True).user

    refused(EncryptionEnabledError, create_label, actor=actor, name="n")


def test_a_label_is_renamed_even_in_its_case_alone():
    label = make_label(name="garden")

    update_label(
        actor=label.owner,
        label_id=label.pk,
        changes={"name": "Garden", "color": "#00ff00"},
        origin=person(),
    )

    label.refresh_from_db()
    assert (label.name, label.color) == ("Garden", "#00ff00")


@pytest.mark.parametrize("name", ["GARDEN", "äPFEL"])
def test_a_name_of_another_label_is_refused(name):
    actor = make_user()
    make_label(owner=actor, name=name.lower())
    label = make_label(owner=actor)

    error = refused(
        InvalidValueError, update_label, actor=actor, label_id=label.pk, changes={"name": name}
    )

    assert error.argument == "name"


def test_a_label_is_its_owners_alone():
    team = Team()
    label = make_label(owner=team.owner)
    trashed = make_label(owner=team.editor, trashed_at=timezone.now())

    for pk in (label.pk, trashed.pk):
        changes = {"color": "#00ff00"}
        refused(NotFoundError, update_label, actor=team.editor, label_id=pk, changes=changes)
        refused(NotFoundError, trash_label, actor=team.editor, label_id=pk)
    trash_label(actor=team.owner, label_id=label.pk, origin=person())

    label.refresh_from_db()
    assert label.is_trashed


@pytest.mark.parametrize("is_account", [True, False])
def test_encrypted_accounts_and_labels_take_no_readable_name(is_account):
    actor = make_account(is_encrypted=is_account).user
    label = make_label(owner=actor, is_encrypted=not is_account)
    wanted = {"label_id": label.pk, "changes": {"name": "readable"}}

    refused(EncryptionEnabledError, update_label, actor=actor, **wanted)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["Garden", "Äpfel"])
def test_many_who_create_one_name_at_once_get_one_label(name):
    actor = make_user()
    spellings = [name.lower(), name.upper()]

    made = race(
        lambda number: create_label(actor=actor, name=spellings[number % 2], origin=assistant()),
        workers=8,
    )

    assert len({label.pk for label, _ in made}) == 1
    assert [is_new for _, is_new in made].count(True) == 1
    assert (Label.objects.count(), ChangeSet.objects.count()) == (1, 1)
