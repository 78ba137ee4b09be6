"""A worker that is killed in the middle of a call: the call is done wholly or not at all."""

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

from tests.faults.caller import Caller, calling, hire, ids_of
from tests.faults.deeds import REPEATABLE, Deed, DeedMaker, seeded
from tests.faults.site import DIES_AT, FragileSite, serve, wait_until_alone
from tests.faults.traces import check_books, is_done
from tests.make import make_user

pytestmark = pytest.mark.django_db(transaction=True)

SEED: Final = 20_260_311
CALLS: Final = 200
KILLS: Final = 30
MOST_STATEMENTS: Final = 40
DYING: Final = ("create_tasks", "update_tasks", "create_label", "trash_tasks")
"""One tool of each kind: each takes some twenty deaths."""
CLIENTS: Final = 4
LATEST_KILL_SECONDS: Final = 0.05
"""How long after a call was sent the worker may be killed: a call and the crowd before it."""


def test_calls_around_killed_workers_are_whole_or_absent_and_retries_complete_them(tmp_path):
    chance = seeded(SEED)
    token, secret = hire(make_user())
    deeds = DeedMaker(token, chance=chance).make_of_every_kind(CALLS)

    with serve(tmp_path) as site, calling(site.url, secret) as caller:
        results = _call_while_killing(site, caller, deeds, chance)
    wait_until_alone()

    done = [deed for deed in deeds if is_done(deed)]
    answered = [deed for deed, result in zip(deeds, results, strict=True) if result is not None]
    assert len(answered) < CALLS
    assert all(deed in done for deed in answered)
    check_books(done)

    repeatable = [deed for deed in deeds if deed.request_id]
    with serve(tmp_path) as site, calling(site.url, secret) as caller:
        _retry(caller, repeatable)

    done = [deed for deed in deeds if is_done(deed)]
    assert all(deed in done for deed in repeatable)
    check_books(done)


def test_whichever_statement_a_worker_dies_before_the_call_is_whole_or_absent(tmp_path):
    token, secret = hire(make_user())
    maker = DeedMaker(token, chance=seeded(SEED))
    done: list[Deed] = []

    with serve(tmp_path) as site, calling(site.url, secret) as caller:
        for tool in DYING:
            deeds = _die_at_each_statement(caller, maker.make([tool] * MOST_STATEMENTS))
            outcomes = [is_done(deed) for deed in deeds]
            assert outcomes == sorted(outcomes), tool
            assert set(outcomes) == {False, True}, tool
            if tool in REPEATABLE:
                _retry(caller, deeds)
            done += (deed for deed in deeds if is_done(deed))
            assert tool not in REPEATABLE or all(deed in done for deed in deeds)

    check_books(done)


def _retry(caller: Caller, deeds: Sequence[Deed]) -> None:
    """Make the calls again and check that each answers the rows that there are."""
    for deed in deeds:
        answer = ids_of(caller.call(deed.tool, deed.arguments))
        assert set(answer) == {str(pk) for pk in deed.done.values_list("pk", flat=True)}


def _die_at_each_statement(caller: Caller, deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Make the calls, each to die a statement later, until one lives; return those made."""
    for number, deed in enumerate(deeds, start=1):
        answer = caller.call(deed.tool, deed.arguments, **{DIES_AT: str(number)})
        if answer is not None:
            assert len(ids_of(answer)) == deed.item_count
            return deeds[:number]
    raise AssertionError("Every call died.")


def _call_while_killing(
    site: FragileSite, caller: Caller, deeds: Sequence[Deed], chance: random.Random
) -> list[dict[str, Any] | None]:
    """Make the calls, some of which set a killer off; return what was answered."""
    killers = {
        number: threading.Timer(
            chance.uniform(0, LATEST_KILL_SECONDS),
            site.kill_a_worker,
            [seeded(number)],
        )
        for number in chance.sample(range(len(deeds)), KILLS)
    }

    def make_call(number: int) -> dict[str, Any] | None:
        if number in killers:
            killers[number].start()
        return caller.call(deeds[number].tool, deeds[number].arguments)

    with ThreadPoolExecutor(CLIENTS) as pool:
        results = list(pool.map(make_call, range(len(deeds))))
    for killer in killers.values():
        killer.join()
    refused = [result for result in results if result is not None and result.get("isError")]
    assert refused == []
    return results
