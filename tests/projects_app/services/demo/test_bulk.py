"""Bulk tasks: as many as asked for, once, and fit to be real."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from projects_app.models import Membership, Task, TaskLabel
from projects_app.services.demo import DemoMissingError, seed_bulk_tasks, seed_demo
from tests import make

pytestmark = pytest.mark.django_db

BULK = {"title__contains": " no. "}


@pytest.fixture
def demo():
    return seed_demo(owner=make.make_user())


def ignore(done):
    pass


def test_bulk_tasks_are_spread_over_people_and_projects(demo):
    seed_bulk_tasks(count=400, progress=ignore)

    tasks = Task.objects.filter(**BULK)
    places = set(tasks.values_list("project", flat=True))
    assert tasks.count() == 400
    assert len(places) == 7
    assert None in places
    assert tasks.values("owner").distinct().count() == 3
    assert not tasks.filter(project__archived_at__isnull=False).exists()
    assert not tasks.filter(project__is_encrypted=True).exists()
    assert TaskLabel.objects.filter(task__in=tasks).exists()


def test_bulk_tasks_hold_to_the_rules_of_a_task(demo):
    seed_bulk_tasks(count=300, progress=ignore)

    for task in Task.objects.filter(**BULK).select_related("section"):
        task.full_clean()
        assert task.section is None or task.section.project_id == task.project_id
        assert task.completed_at is None or task.created_at <= task.completed_at
        assert not task.recurrence or task.due_date


def test_only_who_may_change_a_project_makes_tasks_in_it(demo):
    seed_bulk_tasks(count=300, progress=ignore)

    makers = Task.objects.filter(**BULK, project__isnull=False).values_list("project", "owner")
    viewers = {
        (membership.project_id, membership.user_id)
        for membership in Membership.objects.filter(role="viewer")
    }
    assert not viewers & set(makers)


def test_a_second_run_fills_up_to_the_number_asked_for(demo):
    added = [seed_bulk_tasks(count=count, progress=ignore) for count in (30, 30, 50, 20)]

    assert added == [30, 0, 20, 0]
    assert Task.objects.filter(**BULK).count() == 50


def test_progress_counts_what_is_there_batch_by_batch(demo):
    steps: list[int] = []

    seed_bulk_tasks(count=50, progress=steps.append, batch_size=20)

    assert steps == [0, 20, 40, 50]


def test_an_interrupted_run_goes_on_where_it_stopped(demo):
    def stop(done):
        if done == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seed_bulk_tasks(count=60, progress=stop, batch_size=20)

    assert seed_bulk_tasks(count=60, progress=ignore) == 20


def test_the_number_of_statements_grows_with_batches_not_with_tasks(demo):
    with CaptureQueriesContext(connection) as queries:
        seed_bulk_tasks(count=1000, progress=ignore)

    assert len(queries) < 40


def test_without_a_demo_there_is_nowhere_to_put_tasks():
    with pytest.raises(DemoMissingError):
        seed_bulk_tasks(count=1, progress=ignore)
