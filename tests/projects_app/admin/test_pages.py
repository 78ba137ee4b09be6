"""The pages of single rows: what they save, refuse and keep to themselves."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from projects_app.models import Change, ChangeSet, FieldDefinition, Membership, Project, Task
from projects_app.models.due import Due, due_columns
from tests import make

CIPHERTEXT = "c2VjcmV0"
DAY = dt.date(2026, 3, 11)


def page_url(row):
    return reverse(f"admin:projects_app_{row._meta.model_name}_change", args=[row.pk])


def add_url(model):
    return reverse(f"admin:projects_app_{model}_add")


def form_data(response, **changes):
    """Return what a browser would send back from the page, with `changes` made to it."""
    forms = [response.context["adminform"].form]
    for inline in response.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.initial_forms]
    data: dict[str, Any] = {}
    for form in forms:
        for bound in form:
            value = bound.value()
            widget = bound.field.widget
            if hasattr(widget, "decompress"):
                parts = widget.decompress(value)
                data |= {f"{bound.html_name}_{i}": part or "" for i, part in enumerate(parts)}
            else:
                data[bound.html_name] = "" if value is None else value
    return {name: value for name, value in (data | changes).items() if value is not False}


def save(page, row, **changes):
    """Save the row's page with `changes`; return the names of the fields that were refused."""
    response = page.post(page_url(row), form_data(page.get(page_url(row)), **changes))
    if response.status_code == 302:
        row.refresh_from_db()
        return set()
    return set(response.context["adminform"].form.errors)


ROWS: dict[str, Callable[..., Any]] = {
    "account": make.make_account,
    "attachment": make.make_attachment,
    "comment": make.make_comment,
    "field": make.make_field,
    "field value": lambda: make.make_field_value("text"),
    "label": make.make_label,
    "project": make.make_project,
    "section": make.make_section,
    "task": lambda: make.make_task(
        project=make.make_project(), labels=[make.make_label()], due=Due(DAY, dt.time(9), "UTC")
    ),
}


@pytest.mark.parametrize("kind", ROWS)
def test_a_page_saved_as_it_is_changes_nothing(page, kind):
    row = ROWS[kind]()
    columns = type(row).objects.filter(pk=row.pk).values()
    before = columns[0]

    assert save(page, row) == set()

    after = type(row).objects.filter(pk=row.pk).values()[0]
    assert after | {"updated_at": None} == before | {"updated_at": None}


@pytest.mark.parametrize(
    "model",
    ["account", "attachment", "comment", "fielddefinition", "fieldvalue", "label", "project",
     "section", "task"],
)  # fmt: skip
def test_an_empty_page_is_refused_and_not_an_error(page, model):
    assert page.get(add_url(model)).status_code == 200
    assert page.post(add_url(model), {}).status_code == 200


@pytest.mark.parametrize(
    "due",
    [None, Due(DAY), Due(DAY, dt.time(9, 30)), Due(DAY, dt.time(1), "Asia/Tokyo")],
)
def test_what_follows_from_a_due_date_is_saved_with_it(page, due):
    task = make.make_task(due=Due(dt.date(2030, 1, 1), dt.time(8), "UTC"))
    entered = {
        "due_date": due.date if due else "",
        "due_time": (due and due.time) or "",
        "due_tz": (due and due.tz) or "",
    }

    assert save(page, task, **entered) == set()

    columns = Task.objects.filter(pk=task.pk).values(*due_columns(None))[0]
    assert columns == due_columns(due)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 501}, "title"),
        ({"title": "nul \0"}, "title"),
        ({"description": "x" * 100_001}, "description"),
        ({"priority": 5}, "priority"),
        ({"due_time": "09:00"}, "due_date"),
        ({"due_date": "2026-02-30"}, "due_date"),
        ({"due_date": "9999-12-31"}, "due_date"),
        ({"due_date": "2026-03-11", "due_tz": "UTC"}, "due_tz"),
        ({"due_date": "2026-03-11", "due_time": "09:00", "due_tz": "Mars/Base"}, "due_tz"),
        ({"recurrence": "every blue moon"}, "recurrence"),
        ({"estimate_minutes": 0}, "estimate_minutes"),
        ({"estimate_minutes": 10**30}, "estimate_minutes"),
        ({"parent": "nonsense"}, "parent"),
    ],
)
def test_a_task_that_makes_no_sense_is_refused_at_its_field(page, changes, field):
    assert field in save(page, make.make_task(), **changes)


def test_recurrence_is_written_in_english_and_kept_as_a_rule(page):
    task = make.make_task(due=DAY)

    save(page, task, recurrence="every 2 weeks on mon, fri")

    assert task.recurrence == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"
    assert "every 2 weeks on Monday and Friday" in page.get(page_url(task)).text


def test_a_section_of_another_project_is_refused(page):
    task = make.make_task(project=make.make_project())

    assert save(page, task, section=make.make_section().pk) == {"section"}


@pytest.mark.parametrize("kind", ["project", "task", "comment"])
def test_a_row_never_comes_to_stand_below_itself(page, kind):
    builder = getattr(make, f"make_{kind}")
    top = builder()
    below = builder(parent=builder(parent=top))

    assert save(page, top, parent=below.pk) == {"parent"}
    assert save(page, top, parent=top.pk) == {"parent"}
    assert save(page, below, parent=top.pk) == set()


def test_a_new_project_gets_the_membership_of_its_owner(page, owner):
    data = {
        "name": "Garden",
        "owner": owner.pk,
        "position": 0,
        "memberships-TOTAL_FORMS": 0,
        "memberships-INITIAL_FORMS": 0,
    }

    page.post(add_url("project"), data)

    project = Project.objects.get()
    assert list(project.memberships.values_list("user", "role")) == [(owner.pk, "owner")]


def test_a_project_changes_hands_and_the_former_owner_stays(page):
    former, editor = make.make_user(), make.make_user()
    project = make.make_project(owner=former, members={editor: Membership.Role.EDITOR})

    assert save(page, project, owner=editor.pk) == set()

    roles = dict(project.memberships.values_list("user", "role"))
    assert roles == {editor.pk: "owner", former.pk: "editor"}


def test_the_owner_is_not_added_as_a_member_again(page, owner):
    data = {
        "name": "Garden",
        "owner": owner.pk,
        "position": 0,
        "memberships-TOTAL_FORMS": 1,
        "memberships-INITIAL_FORMS": 0,
        "memberships-0-user": owner.pk,
        "memberships-0-role": "editor",
    }

    response = page.post(add_url("project"), data)

    assert (response.status_code, Project.objects.count()) == (200, 0)


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (make.make_project, "name"),
        (make.make_section, "name"),
        (make.make_label, "name"),
        (make.make_task, "title"),
        (make.make_comment, "body"),
        (make.make_attachment, "name"),
        (make.make_field, "name"),
    ],
)
def test_ciphertext_is_neither_shown_nor_changed(page, row, column):
    encrypted = row(is_encrypted=True, **{column: CIPHERTEXT})
    model = encrypted._meta.model_name
    texts = [
        page.get(reverse(f"admin:projects_app_{model}_changelist")).text,
        page.get(page_url(encrypted)).text,
    ]

    assert save(page, encrypted, **{column: "readable", "is_encrypted": ""}) == set()

    assert [CIPHERTEXT in text for text in texts] == [False, False]
    assert ["Encrypted item" in text for text in texts] == [True, True]
    assert (getattr(encrypted, column), encrypted.is_encrypted) == (CIPHERTEXT, True)


def test_an_encrypted_field_can_still_be_saved(page):
    definition = make.make_field(is_encrypted=True)
    value = make.make_field_value(CIPHERTEXT, definition=definition, is_encrypted=True)

    assert save(page, definition, kind="choice") == set()
    assert save(page, value) == set()


def test_an_encrypted_value_is_not_shown(page):
    value = make.make_field_value(CIPHERTEXT, is_encrypted=True)
    changelist = reverse("admin:projects_app_fieldvalue_changelist")

    assert CIPHERTEXT not in page.get(changelist).text
    assert CIPHERTEXT not in page.get(page_url(value)).text


@pytest.mark.parametrize(
    ("kind", "changes", "field"),
    [
        ("number", {"text": "12"}, "text"),
        ("text", {"number": "12"}, "number"),
        ("number", {"number": "nan"}, "number"),
        ("choice", {"text": "three"}, "text"),
    ],
)
def test_a_value_of_another_kind_is_refused(page, kind, changes, field):
    definition = make.make_field(kind=FieldDefinition.Kind(kind))
    value = make.make_field_value(definition=definition)

    assert save(page, value, **changes) == {field}


def test_history_is_read_and_never_changed(page):
    change = make.make_change(before="Old words", after=None)
    urls = [page_url(change), page_url(change.change_set)]

    assert all("Old words" in page.get(url).text for url in urls)
    assert [page.post(url, {}).status_code for url in urls] == [403, 403]
    assert page.get(add_url("change")).status_code == 403
    assert page.get(page_url(change).replace("change/", "delete/")).status_code in {403, 404}
    assert (Change.objects.count(), ChangeSet.objects.count()) == (1, 1)


def test_history_of_an_encrypted_task_holds_no_ciphertext(page):
    task = make.make_task(is_encrypted=True, title=CIPHERTEXT)
    change = make.make_change(task=task, before=CIPHERTEXT)

    for url in (page_url(change), page_url(change.change_set)):
        assert CIPHERTEXT not in page.get(url).text


def test_a_row_is_deleted_for_good_on_its_own_page(page):
    task = make.make_task(trashed_at=timezone.now())
    url = page_url(task).replace("change/", "delete/")

    page.post(url, {"post": "yes"})

    assert not Task.objects.filter(pk=task.pk).exists()
