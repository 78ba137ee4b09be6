"""Every list of the domain's admin: it opens, searches, and asks a constant number of questions."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from projects_app.admin import __all__ as admin_names
from tests import make

MOST_QUERIES = 7

BUILDERS: dict[str, Callable[..., Any]] = {
    "account": make.make_account,
    "attachment": make.make_attachment,
    "change": make.make_change,
    "changeset": make.make_change_set,
    "comment": lambda: make.make_comment(author=make.make_user()),
    "fielddefinition": make.make_field,
    "fieldvalue": lambda: make.make_field_value("text"),
    "label": make.make_label,
    "membership": make.make_project,
    "project": lambda: make.make_project(parent=make.make_project()),
    "section": make.make_section,
    "task": lambda: make.make_task(
        project=make.make_project(), assignee_id=make.make_user().pk, labels=[make.make_label()]
    ),
}
TRASHABLE: dict[str, Callable[..., Any]] = {
    "attachment": make.make_attachment,
    "comment": make.make_comment,
    "fielddefinition": make.make_field,
    "label": make.make_label,
    "project": make.make_project,
    "section": make.make_section,
    "task": make.make_task,
}
FILTERS = {
    "task": ["state=open", "state=completed", "due=overdue", "due=today", "due=week", "due=none"],
    "project": ["archive=current", "archive=archived", "archive=nonsense"],
}


def list_url(model):
    return reverse(f"admin:projects_app_{model}_changelist")


def test_every_page_is_held_to_its_number_of_questions():
    assert len(BUILDERS) == len(admin_names)


@pytest.mark.parametrize("model", BUILDERS)
def test_a_list_asks_the_same_number_of_questions_for_any_number_of_rows(page, model):
    counts = []
    for more in (2, 8):
        for _index in range(more):
            BUILDERS[model]()
        with CaptureQueriesContext(connection) as queries:
            assert page.get(list_url(model)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1] <= MOST_QUERIES


@pytest.mark.parametrize("model", BUILDERS)
@pytest.mark.parametrize("term", ["word", "\ud7ff'\"%", str(uuid.UUID(int=0)), "x" * 5000])
def test_a_list_can_be_searched(page, model, term):
    BUILDERS[model]()

    response = page.get(list_url(model), {"q": term})

    assert response.status_code == 200
    assert response.context["cl"].result_count == 0


@pytest.mark.parametrize("model", TRASHABLE)
def test_an_id_finds_its_row(page, model):
    row = TRASHABLE[model]()
    TRASHABLE[model]()

    response = page.get(list_url(model), {"q": str(row.pk)})

    assert list(response.context["cl"].result_list) == [row]


@pytest.mark.parametrize("model", TRASHABLE)
def test_the_trash_is_left_out_until_it_is_asked_for(page, model):
    live = TRASHABLE[model]()
    trashed = TRASHABLE[model](trashed_at=timezone.now())

    def shown(**query):
        pks = {row.pk for row in page.get(list_url(model), query).context["cl"].result_list}
        return pks & {live.pk, trashed.pk}

    assert shown() == {live.pk}
    assert shown(trash="only") == {trashed.pk}
    assert shown(trash="all") == {live.pk, trashed.pk}


@pytest.mark.parametrize("model", TRASHABLE)
def test_rows_go_to_the_trash_and_come_back(page, model):
    row = TRASHABLE[model]()

    def act(action, **query):
        data = {"action": action, "_selected_action": [str(row.pk)]}
        page.post(list_url(model), data, query_params=query)
        row.refresh_from_db()
        return row.is_trashed

    assert act("trash_selected") is True
    assert act("restore_selected", trash="only") is False
    assert act("delete_selected") is False


def test_restoring_what_would_clash_restores_nothing(page):
    label = make.make_label(name="Garden", trashed_at=timezone.now())
    make.make_label(owner=label.owner, name="garden")

    data = {"action": "restore_selected", "_selected_action": [str(label.pk)]}
    response = page.post(list_url("label"), data, query_params={"trash": "only"})

    label.refresh_from_db()
    assert (response.status_code, label.is_trashed) == (302, True)


@pytest.mark.parametrize(
    ("model", "query"), [(model, query) for model, items in FILTERS.items() for query in items]
)
def test_a_filter_opens(page, model, query):
    BUILDERS[model]()

    assert page.get(f"{list_url(model)}?{query}").status_code == 200


def test_projects_are_archived_and_brought_back(page):
    project = make.make_project()
    archived = []

    for action in ("archive_selected", "unarchive_selected"):
        page.post(list_url("project"), {"action": action, "_selected_action": [str(project.pk)]})
        project.refresh_from_db()
        archived.append(project.is_archived)

    assert archived == [True, False]
