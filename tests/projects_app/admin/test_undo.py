"""Undoing calls and restoring values in the admin, and who is named for what."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mcp_gateway.models import AuditEvent
from projects_app.models import Change, ChangeSet
from projects_app.services.origin import Origin
from projects_app.services.tasks import TaskEdit, update_tasks
from tests.make import make_comment, make_project, make_task, make_user
from tests.projects_app.admin.test_pages import page_url

LIST = "admin:projects_app_changeset_changelist"


def retitle(task, title, *, actor=None, token_id=7, token_name="desk"):
    """Change a title as an assistant; return the change set."""
    origin = Origin(
        call_id=uuid4(),
        now=timezone.now(),
        source=ChangeSet.Source.ASSISTANT,
        token_id=token_id,
        token_name=token_name,
    )
    edits = [TaskEdit(task_id=task.pk, columns={"title": title})]
    update_tasks(actor=actor or task.owner, edits=edits, origin=origin)
    return ChangeSet.objects.get(pk=origin.call_id)


def act(page, action, *sets, **more):
    data = {"action": action, "_selected_action": [str(one.pk) for one in sets], **more}
    return page.post(reverse(LIST), data, follow=True)


def title_of(task):
    task.refresh_from_db()
    return task.title


def test_selected_calls_are_undone_in_the_owners_name_and_audited(page, owner):
    tasks = [make_task(title="Old"), make_task(title="Other")]
    sets = [retitle(tasks[0], "New"), retitle(tasks[0], "Newer"), retitle(tasks[1], "New")]

    act(page, "undo_selected", *sets)

    assert [title_of(task) for task in tasks] == ["Old", "Other"]
    undo = ChangeSet.objects.get(source="undo")
    event = AuditEvent.objects.get(kind="changes.undone")
    assert (undo.actor_id, event.actor_id, event.call_id) == (owner.pk, owner.pk, undo.pk)
    assert (event.item_count, event.details["call_count"]) == (2, 3)


def test_later_changes_stand_in_the_way_and_are_named(page):
    task = make_task(title="Old")
    call = retitle(task, "New")
    retitle(task, "Water <b>the tomatoes</b>")

    response = act(page, "undo_selected", call)

    assert title_of(task) == "Water <b>the tomatoes</b>"
    assert "Water &lt;b&gt;the tomatoes&lt;/b&gt;" in response.text
    assert not AuditEvent.objects.exists()


def test_force_asks_first_and_names_what_would_be_lost(page):
    task = make_task(title="Old")
    call = retitle(task, "New")
    retitle(task, "Water the tomatoes")

    asked = act(page, "undo_selected_by_force", call)

    assert "Water the tomatoes" in asked.text
    assert title_of(task) == "Water the tomatoes"
    assert ChangeSet.objects.count() == 2

    act(page, "undo_selected_by_force", call, post="yes")
    assert title_of(task) == "Old"
    assert AuditEvent.objects.get(kind="changes.undone").details["forced"] is True


def staff_client(user):
    """Return a browser of a member of the staff who may look at history."""
    user.is_staff = True
    user.save()
    user.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_changeset", "view_change"])
    )
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db
def test_staff_undo_their_own_calls_alone():
    staff, task = make_user(), make_task(title="Old")
    own_task = make_task(owner=staff, title="Old")
    calls = retitle(task, "New"), retitle(own_task, "New")
    client = staff_client(staff)

    for call in calls:
        act(client, "undo_selected", call)

    assert (title_of(task), title_of(own_task)) == ("New", "Old")


@pytest.mark.django_db
def test_staff_restore_only_what_they_may_change():
    staff, task = make_user(), make_task(title="Old")
    retitle(task, "New")
    change = Change.objects.get()
    client = staff_client(staff)

    client.post(reverse("admin:projects_app_change_restore", args=[change.pk]))

    assert title_of(task) == "New"


def test_an_earlier_value_is_restored_once_that_is_confirmed(page):
    task = make_task(title="Old words")
    call = retitle(task, "New")
    retitle(task, "Newer")
    change = call.changes.get()
    url = reverse("admin:projects_app_change_restore", args=[change.pk])

    assert url in page.get(page_url(call)).text
    assert "Old words" in page.get(url).text
    assert title_of(task) == "Newer"
    assert page.post(url)["Location"] == page_url(call)
    assert title_of(task) == "Old words"


@pytest.mark.parametrize("number", [0, 10**18, 10**30])
def test_a_change_that_is_not_there_is_not_found(page, number):
    url = reverse("admin:projects_app_change_restore", args=[number])

    assert [page.get(url).status_code, page.post(url).status_code] == [404, 404]


def test_what_was_created_offers_no_earlier_value(page):
    task = make_task()
    origin = Origin.person()
    made = ChangeSet.objects.create(id=origin.call_id, source="person", actor_id=task.owner_id)
    change = Change.objects.create(
        change_set=made, position=0, kind="task", object_id=str(task.pk), action="created"
    )
    url = reverse("admin:projects_app_change_restore", args=[change.pk])

    assert url not in page.get(page_url(made)).text
    page.post(url)
    assert ChangeSet.objects.count() == 1


def history_page(page, row):
    url = reverse(f"admin:projects_app_{row._meta.model_name}_history", args=[row.pk])
    response = page.get(url)
    assert response.status_code == 200
    return response


def test_history_names_the_token_to_its_own_account_alone(page, owner):
    own, foreign = make_task(owner=owner), make_task()
    retitle(own, "New", token_name="desk-token")
    retitle(foreign, "New", token_name="other-token")

    assert "AI assistant (desk-token)" in history_page(page, own).text
    text = history_page(page, foreign).text
    assert "AI assistant" in text
    assert "other-token" not in text


def test_history_of_a_project_holds_that_of_its_tasks(page):
    task = make_task(project=make_project(), title="Old words")
    retitle(task, "New")

    response = history_page(page, task.project)

    assert [line.before for line in response.context["changes"]] == ["Old words"]
    assert response.context["changes"][0].restore_url in response.text


def test_a_row_without_history_has_a_page_of_it(page):
    assert list(history_page(page, make_comment()).context["changes"]) == []


@pytest.mark.parametrize("kind", ["token", "by"])
def test_calls_are_found_by_token_and_by_account(page, kind):
    calls = [retitle(make_task(), "New", token_id=number) for number in (7, 8)]
    value = {"token": 7, "by": calls[0].actor_id}[kind]

    response = page.get(reverse(LIST), {kind: value})

    assert list(response.context["cl"].result_list) == calls[:1]


@pytest.mark.parametrize("value", ["nonsense", "-1", "9" * 40, "\u0663"])
def test_a_filter_that_means_nothing_keeps_all(page, value):
    retitle(make_task(), "New")

    response = page.get(reverse(LIST), {"token": value})

    assert response.status_code in {200, 302}


@pytest.mark.django_db
def test_staff_without_the_permission_undo_nothing():
    staff = make_user()
    task = make_task(owner=staff, title="Old")
    call = retitle(task, "New")
    client = staff_client(staff)
    staff.user_permissions.clear()

    act(client, "undo_selected", call)
    client.post(reverse("admin:projects_app_change_restore", args=[Change.objects.get().pk]))

    assert title_of(task) == "New"
