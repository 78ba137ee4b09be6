"""Many writers at once: they wait for one another, and nothing is lost or done twice."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

import pytest

from mcp_gateway.models import AccessToken
from projects_app.models import Change, ChangeSet, Comment, Task
from tests.faults.caller import calling, code_of, hire
from tests.faults.deeds import Deed, DeedMaker, seeded
from tests.faults.site import serve
from tests.faults.traces import check_books, is_done
from tests.make import make_task, make_user

pytestmark = pytest.mark.django_db(transaction=True)

SEED: Final = 20_260_312
WRITERS: Final = 16
OWN_CALLS: Final = 1_500
SHARED_CALLS: Final = 500
SHARED_TASKS: Final = 6
CHECKED: Final = 200
"""Of how many of the calls every trace is looked at; the books are checked over all."""


def test_two_thousand_calls_of_sixteen_writers_all_go_through_and_are_counted_once(tmp_path):
    chance = seeded(SEED)
    user = make_user()
    token, secret = hire(user)
    shared = [make_task(owner=user) for _ in range(SHARED_TASKS)]
    own = DeedMaker(user=user, token=token, chance=chance).make_of_every_kind(OWN_CALLS)
    crowded = [_crowd_in(shared, number, chance) for number in range(SHARED_CALLS)]
    deeds = own + crowded
    chance.shuffle(deeds)

    with serve(tmp_path, threads=WRITERS // 2) as site, calling(site.url, secret) as caller:
        with ThreadPoolExecutor(WRITERS) as pool:
            results = pool.map(lambda deed: caller.call(deed.tool, deed.arguments), deeds)
            assert {code_of(result) for result in results} == {"done"}
        log = site.log.read_text(encoding="utf-8")

    assert "locked" not in log
    assert "deadlock" not in log
    check_books(deeds)
    _check_each(chance.sample(own, CHECKED), own, token)
    _check_shared(shared)


def _crowd_in(tasks: Sequence[Task], number: int, chance: random.Random) -> Deed:
    """Return a call about the tasks that all crowd around: in any order, as any of several."""
    names = [str(task.pk) for task in chance.sample(tasks, chance.randint(2, len(tasks)))]
    if number % 5 == 0:
        return Deed(
            tool="add_comment",
            arguments={"task_id": names[0], "body": f"crowd {number}"},
            item_count=1,
            done=Comment.objects.filter(body=f"crowd {number}"),
        )
    updates = [{"id": name, "title": f"crowd {number}"} for name in names]
    return Deed(
        tool="update_tasks",
        arguments={"updates": updates},
        item_count=len(names),
        done=Task.objects.none(),
    )


def _check_each(some: Sequence[Deed], own: Sequence[Deed], token: AccessToken) -> None:
    assert all(is_done(deed, token) for deed in some)
    for deed in own:
        assert deed.done.count() == deed.item_count


def _check_shared(shared: Sequence[Task]) -> None:
    """Fail if an update was lost: each must have found what the one before it left."""
    comments = Comment.objects.filter(task__in=shared)
    assert comments.count() == SHARED_CALLS // 5
    for task in shared:
        edits = Change.objects.filter(task=task, field="title").order_by("pk")
        titles = list(edits.values_list("before", "after"))
        task.refresh_from_db()
        assert all(one[1] == other[0] for one, other in pairwise(titles))
        assert titles[-1][1] == task.title
    crowd = ChangeSet.objects.filter(changes__field="title", changes__task__in=shared)
    assert crowd.distinct().count() == SHARED_CALLS - comments.count()
