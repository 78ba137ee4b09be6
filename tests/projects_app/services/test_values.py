"""Custom field values of the six kinds, in every spelling that callers use."""

import datetime as dt

import pytest

from projects_app.errors import EncryptionEnabledError, InvalidValueError
from projects_app.models import Change, FieldDefinition, FieldValue, Task
from projects_app.services.tasks import NewTask, TaskEdit, create_tasks, update_tasks
from tests.make import make_account, make_field, make_field_value, make_project, make_task
from tests.projects_app.services.writing import person, refused, undo_of

pytestmark = pytest.mark.django_db

Kind = FieldDefinition.Kind

SPELLINGS = [
    (Kind.TEXT, "Acme", "Acme"),
    (Kind.TEXT, "120", "120"),
    (Kind.NUMBER, 120, 120.0),
    (Kind.NUMBER, -2.5, -2.5),
    (Kind.NUMBER, "120", 120.0),
    (Kind.NUMBER, " -2.5e3 ", -2500.0),
    (Kind.NUMBER, ".5", 0.5),
    (Kind.NUMBER, "1e-9", 1e-9),
    (Kind.NUMBER, 10**15, 1e15),
    (Kind.CHECKBOX, True, True),
    (Kind.CHECKBOX, False, False),
    (Kind.CHECKBOX, "true", True),
    (Kind.CHECKBOX, "False", False),
    (Kind.DATE, "2028-02-29", dt.date(2028, 2, 29)),
    (Kind.CHOICE, "two", "two"),
    (Kind.LINK, "https://example.com/a?b=c", "https://example.com/a?b=c"),
    (Kind.LINK, "HTTP://example.com", "HTTP://example.com"),
]

WRONG = [
    *((Kind.TEXT, value) for value in (120, True, 1.5, "x" * 2_001)),
    *((Kind.NUMBER, value) for value in ("", "x", "1_000", "0x10", "nan", "inf", "٣", "1e99")),
    *((Kind.NUMBER, value) for value in (True, float("nan"), float("inf"), 10**16, 10**400)),
    *((Kind.CHECKBOX, value) for value in ("yes", "1", 1, 0, "", 0.0)),
    *((Kind.DATE, value) for value in ("2026-02-29", "16.10.2026", "2026-1-5", "20260105")),
    *((Kind.DATE, value) for value in ("2026-W42-5", "", 20261016, "2026-01-05T00:00:00")),
    *((Kind.CHOICE, value) for value in ("three", "TWO", "", 2, True)),
    *((Kind.LINK, value) for value in ("example.com", "ftp://example.com", "javascript:alert(1)")),
    *((Kind.LINK, value) for value in ("http://", "http://a b", "http://[", 1, "https:///x")),
]


def change(task: Task, definition: FieldDefinition, value: object) -> str:
    """Set one value and return what became of the task."""
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition.pk, value)])]
    return update_tasks(actor=task.owner, edits=edits, origin=person())[0].status


@pytest.mark.parametrize(("kind", "raw", "stored"), SPELLINGS)
def test_a_value_is_read_by_the_fields_kind(kind, raw, stored):
    definition = make_field(kind=kind)
    task = make_task(project=definition.project)

    assert change(task, definition, raw) == "updated"

    row = FieldValue.objects.get()
    assert (row.value, type(row.value is None)) == (stored, bool)
    assert change(task, definition, raw) == "unchanged"


@pytest.mark.parametrize(("kind", "raw", "stored"), SPELLINGS)
def test_a_new_task_takes_the_same_spellings(kind, raw, stored):
    definition = make_field(kind=kind)
    item = NewTask(title="t", project_id=definition.project_id, fields=[(definition.pk, raw)])

    create_tasks(actor=definition.project.owner, items=[item], origin=person())

    assert FieldValue.objects.get().value == stored


@pytest.mark.parametrize(("kind", "raw"), WRONG)
def test_a_value_of_another_kind_is_refused_by_position_and_says_which_field(kind, raw):
    definition = make_field(kind=kind)
    fine = make_field(project=definition.project)
    task = make_task(project=definition.project)
    fields = [(fine.pk, "x"), (definition.pk, raw)]
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=fields)]

    error = refused(InvalidValueError, update_tasks, actor=task.owner, edits=edits)

    assert error.argument == "updates[0].fields[1]"
    assert definition.pk in error.message
    assert kind.value in error.message


@pytest.mark.parametrize(
    ("kind", "value", "clearing"),
    [
        (Kind.TEXT, "x", None),
        (Kind.TEXT, "x", ""),
        (Kind.LINK, "https://example.com", ""),
        (Kind.NUMBER, 0, None),
        (Kind.CHECKBOX, False, None),
        (Kind.DATE, dt.date(2026, 1, 2), None),
        (Kind.CHOICE, "one", None),
    ],
)
def test_a_value_is_cleared_and_comes_back_by_undo(kind, value, clearing):
    definition = make_field(kind=kind)
    task = make_task(project=definition.project)
    make_field_value(value, task=task, definition=definition)
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition.pk, clearing)])]
    origin = person()

    update_tasks(actor=task.owner, edits=edits, origin=origin)
    assert FieldValue.objects.get().value is None
    undo_of(task.owner, origin)

    assert FieldValue.objects.get().value == value


def test_clearing_what_is_empty_changes_nothing():
    definition = make_field()
    task = make_task(project=definition.project)

    assert change(task, definition, None) == "unchanged"
    assert (FieldValue.objects.count(), Change.objects.count()) == (0, 0)


@pytest.mark.parametrize("case", ["unknown", "other project", "trashed"])
def test_a_field_that_is_none_of_the_tasks_project_is_refused(case):
    project = make_project()
    definition_id = {
        "unknown": "f-unknown",
        "other project": make_field(project=make_project(owner=project.owner)).pk,
        "trashed": make_field(project=project, trashed_at="2026-01-01T00:00Z").pk,
    }[case]
    task = make_task(project=project)
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition_id, "x")])]

    error = refused(InvalidValueError, update_tasks, actor=project.owner, edits=edits)

    assert error.argument == "updates[0].fields[0]"


READABLE = [
    (Kind.TEXT, "x"),
    (Kind.DATE, "2026-01-02"),
    (Kind.CHOICE, "one"),
    (Kind.LINK, "https://example.com"),
]


@pytest.mark.parametrize("encrypted", ["account", "task", "field", "value"])
@pytest.mark.parametrize(("kind", "raw"), READABLE)
def test_no_readable_value_goes_where_text_is_encrypted(encrypted, kind, raw):
    owner = make_account(is_encrypted=encrypted == "account").user
    project = make_project(owner=owner)
    definition = make_field(project=project, kind=kind, is_encrypted=encrypted == "field")
    task = make_task(project=project, is_encrypted=encrypted == "task")
    if encrypted == "value":
        make_field_value(task=task, definition=definition, text="cipher", is_encrypted=True)
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition.pk, raw)])]

    refused(EncryptionEnabledError, update_tasks, actor=owner, edits=edits)


@pytest.mark.parametrize(("kind", "raw"), [(Kind.NUMBER, 5), (Kind.CHECKBOX, True)])
def test_numbers_and_checkboxes_of_an_encrypted_account_still_change(kind, raw):
    owner = make_account(is_encrypted=True).user
    definition = make_field(project=make_project(owner=owner), kind=kind)
    task = make_task(project=definition.project, is_encrypted=True)

    assert change(task, definition, raw) == "updated"


@pytest.mark.parametrize("kind", [kind for kind, _ in READABLE])
def test_ciphertext_is_cleared_and_comes_back_unread(kind):
    definition = make_field(kind=kind)
    task = make_task(project=definition.project)
    make_field_value(task=task, definition=definition, text="cipher", is_encrypted=True)
    edits = [TaskEdit(task_id=task.pk, columns={}, fields=[(definition.pk, None)])]
    origin = person()

    update_tasks(actor=task.owner, edits=edits, origin=origin)
    assert FieldValue.objects.get().text == ""
    undo_of(task.owner, origin)

    row = FieldValue.objects.get()
    assert (row.text, row.is_encrypted) == ("cipher", True)
