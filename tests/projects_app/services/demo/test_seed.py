"""The demo's team: everything the product can show is in it, once."""

import datetime as dt
from collections import Counter
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from projects_app.models import (
    Account,
    Attachment,
    Comment,
    FieldDefinition,
    FieldValue,
    Label,
    Membership,
    Project,
    Section,
    Task,
)
from projects_app.models.recurrence import describe
from projects_app.services.demo import seed_demo
from tests import make

pytestmark = pytest.mark.django_db


def row_counts():
    models = [*apps.get_app_config("projects_app").get_models(), get_user_model()]
    return {model._meta.model_name: model._default_manager.count() for model in models}


def test_the_owner_is_one_of_a_team_of_four():
    owner = make.make_superuser("owner")

    seed_demo(owner=owner)

    others = get_user_model().objects.exclude(pk=owner.pk)
    assert [user.has_usable_password() for user in others] == [False, False, False]
    roles = Membership.objects.filter(user_id=owner.pk).values_list("role", flat=True)
    assert set(roles) == {"owner", "editor", "viewer"}


def test_every_row_holds_to_the_rules_of_its_model():
    seed_demo(owner=make.make_user())

    for model in apps.get_app_config("projects_app").get_models():
        for row in model._default_manager.all():
            row.full_clean()


def test_every_project_has_its_owner_among_its_members():
    seed_demo(owner=make.make_user())

    seats = Membership.objects.filter(role="owner").values_list("project", "user")
    assert sorted(seats, key=str) == sorted(Project.objects.values_list("pk", "owner"), key=str)


def test_the_demo_shows_everything_there_is():
    seed_demo(owner=make.make_user())

    members = Counter(Membership.objects.values_list("project", flat=True))
    tasks = Task.objects
    assert {count > 1 for count in members.values()} == {True, False}
    assert Project.objects.filter(parent__isnull=False, archived_at=None).exists()
    assert Project.objects.filter(archived_at__isnull=False, tasks__completed_at=None).exists()
    assert Section.objects.filter(tasks__isnull=False).exists()
    assert Label.objects.filter(tasks__isnull=False).exists()
    assert Comment.objects.filter(parent__isnull=False).exists()
    assert set(Attachment.objects.values_list("kind", "is_uploaded")) == {
        ("file", True),
        ("file", False),
        ("link", False),
    }
    assert set(FieldDefinition.objects.values_list("kind", flat=True)) == set(FieldDefinition.Kind)
    filled = [value for value in FieldValue.objects.all() if value.value is not None]
    assert {value.definition.kind for value in filled} == set(FieldDefinition.Kind)
    assert tasks.filter(parent__isnull=False).exists()
    assert tasks.filter(due_at__isnull=False, completed_at=None).count() >= 2
    assert tasks.filter(completed_by__isnull=False).exists()
    assert tasks.filter(trashed_at__isnull=False).exists()
    assert tasks.filter(project=None).exists()
    assert tasks.filter(assignee__isnull=False).exists()
    assert {task.priority for task in tasks.all()} == {1, 2, 3, 4}
    assert len({describe(task.recurrence) for task in tasks.exclude(recurrence="")}) >= 5


def test_dates_lie_around_today():
    today = timezone.now().date()
    seed_demo(owner=make.make_user())

    due = Task.objects.filter(completed_at=None, trashed_at=None).values_list("due_date", flat=True)
    days = {date - today for date in due if date}
    assert min(days) < dt.timedelta(0) < max(days)
    assert dt.timedelta(0) in days


def test_the_encrypted_account_holds_no_readable_text():
    seed_demo(owner=make.make_user())

    account = Account.objects.get(is_encrypted=True)
    own = [
        *Project.objects.filter(owner=account.user_id),
        *Section.objects.filter(project__owner=account.user_id),
        *Task.objects.filter(owner=account.user_id),
    ]
    assert len(own) > 3
    assert {str(row) for row in own} == {"Encrypted item"}


def test_a_second_run_adds_nothing_and_keeps_what_has_become_of_the_first():
    owner = make.make_user()
    first = seed_demo(owner=owner)
    Task.objects.filter(title="Water the tomatoes").update(title="Water the beans")
    before = row_counts()

    second = seed_demo(owner=owner)

    assert (first.total > 100, second.total) == (True, 0)
    assert row_counts() == before
    assert not Task.objects.filter(title="Water the tomatoes").exists()


def test_what_is_missing_is_added_again():
    owner = make.make_user()
    seed_demo(owner=owner)
    Section.objects.get(name="Beds").delete()
    Task.objects.get(title="Water the tomatoes").delete()

    seed_demo(owner=owner)

    assert Task.objects.get(title="Water the tomatoes").section is None


def test_another_owner_finds_the_demo_as_it_is():
    seed_demo(owner=make.make_user())

    added = seed_demo(owner=make.make_user()).added

    assert set(added) <= {"label"}


def test_a_label_of_the_owner_is_used_and_not_doubled():
    owner = make.make_user()
    label = make.make_label(owner=owner, name="URGENT")

    seed_demo(owner=owner)

    assert Label.objects.filter(owner_id=owner.pk, name__iexact="urgent").count() == 1
    assert label.tasks.exists()


def run(*arguments):
    out = StringIO()
    call_command("seed_demo", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_takes_the_first_superuser_for_the_owner():
    owner = make.make_superuser("boss")

    run()

    assert Project.objects.get(name="Website relaunch").owner_id == owner.pk


def test_the_command_takes_the_owner_it_is_given():
    make.make_superuser("boss")
    person = make.make_user("person")

    run("--owner", "person")

    assert Project.objects.get(name="Website relaunch").owner_id == person.pk


def test_without_a_superuser_a_demo_person_is_the_owner():
    run()

    owner = Project.objects.get(name="Website relaunch").owner
    assert (owner.is_superuser, owner.is_staff, owner.has_usable_password()) == (False,) * 3


@pytest.mark.parametrize(
    "arguments",
    [("--owner", "nobody"), ("--tasks", "-1"), ("--tasks", "many"), ("--tasks", "1" + "0" * 12)],
)
def test_bad_options_are_refused_and_nothing_is_added(arguments):
    with pytest.raises(CommandError):
        run(*arguments)

    assert not Project.objects.exists()


def test_the_command_adds_bulk_tasks():
    run("--tasks", "7")

    assert Task.objects.filter(title__contains=" no. ").count() == 7
