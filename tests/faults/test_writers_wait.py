"""Many writers at once: they wait for one another, and nothing is lost or done twice."""

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import pytest

from mcp_gateway.models import AccessToken
from projects_app.models import Change, Task
from tests.faults.caller import calling, code_of, hire
from tests.faults.deeds import Deed, DeedMaker, seeded
from tests.faults.site import serve
from tests.faults.traces import check_books, is_done
from tests.make import make_task, make_user

pytestmark = pytest.mark.django_db(transaction=True)

SEED: Final = 20_260_312
WRITERS: Final = 16
TOKENS: Final = 4
"""Calls of one token wait for each other at its limits; those of several meet at the tasks."""
OWN_CALLS: Final = 375
SHARED_CALLS: Final = 125
SHARED_TASKS: Final = 6
CHECKED: Final = 200
"""Of how many of the calls every trace is looked at; the books are checked over all."""


def test_two_thousand_calls_of_sixteen_writers_all_go_through_and_are_counted_once(tmp_path):
    chance = seeded(SEED)
    user = make_user()
    secrets = dict(hire(user) for _ in range(TOKENS))
    makers = [DeedMaker(token, chance=chance) for token in secrets]
    shared = [make_task(owner=user) for _ in range(SHARED_TASKS)]
    own = [deed for maker in makers for deed in maker.make_of_every_kind(OWN_CALLS)]
    crowd = [_edit_some(shared, token, chance) for token in secrets for _ in range(SHARED_CALLS)]
    deeds = own + crowd
    chance.shuffle(deeds)

    with serve(tmp_path, threads=WRITERS // 2) as site, calling(site.url, "") as anyone:
        callers = {token: replace(anyone, secret=secret) for token, secret in secrets.items()}

        def make_call(deed: Deed) -> str:
            return code_of(callers[deed.token].call(deed.tool, deed.arguments))

        with ThreadPoolExecutor(WRITERS) as pool:
            assert Counter(pool.map(make_call, deeds)) == {"done": len(deeds)}
        log = site.log.read_text(encoding="utf-8")

    assert log == ""
    check_books(deeds)
    assert [deed.done.count() for deed in own] == [deed.item_count for deed in own]
    assert all(is_done(deed) for deed in chance.sample(own, CHECKED))
    _check_shared(shared, crowd)


def _edit_some(tasks: Sequence[Task], token: AccessToken, chance: random.Random) -> Deed:
    """Return a call that edits some of the tasks that all crowd around, in any order."""
    title = f"crowd {chance.random()}"
    ids = [str(task.pk) for task in chance.sample(tasks, chance.randint(1, len(tasks)))]
    return Deed(
        tool="update_tasks",
        arguments={"updates": [{"id": pk, "title": title} for pk in ids]},
        token=token,
        item_count=len(ids),
        done=Task.objects.filter(pk__in=ids, title=title),
    )


def _check_shared(tasks: Sequence[Task], crowd: Sequence[Deed]) -> None:
    """Fail if an edit was lost: each must have found what the one before it left."""
    edits = 0
    for task in tasks:
        changes = Change.objects.filter(task=task, field="title").order_by("pk")
        titles = list(changes.values_list("before", "after"))
        edits += len(titles)
        before, after = zip(*titles, strict=True)
        task.refresh_from_db()
        assert (task.title, *after) == (after[-1], *before[1:], task.title)
    assert edits == sum(deed.item_count for deed in crowd)
