"""Races over real HTTP: for the last of a limit, and of retries with one request id."""

from collections.abc import Iterator

import pytest

from mcp_gateway.models import AccessToken, AuditEvent, ChangingCall, RepeatableCall
from projects_app.models import Change, ChangeSet, Task
from tests.faults.caller import calling, code_of, hire, ids_of
from tests.faults.site import FragileSite, serve
from tests.make import make_user
from tests.mcp_gateway.services.racing import race

pytestmark = pytest.mark.django_db(transaction=True)

RACERS = 20
RETRIES = 16


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[FragileSite]:
    """The site with a thread for each racer, served to all tests of the module."""
    with (
        django_db_blocker.unblock(),
        serve(tmp_path_factory.mktemp("races"), threads=RACERS // 2) as served,
    ):
        yield served


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param({"calls_per_minute": 5}, id="calls a minute"),
        pytest.param({"items_per_day": 5}, id="items a day"),
    ],
)
def test_twenty_workers_race_for_the_last_of_a_limit_and_one_wins(site, limits):
    _, secret = hire(make_user(), **limits)

    with calling(site.url, secret) as caller:
        for number in range(4):
            ids_of(caller.call("create_tasks", {"items": [{"title": f"before {number}"}]}))
        results = race(
            lambda number: caller.call("create_tasks", {"items": [{"title": f"race {number}"}]}),
            workers=RACERS,
        )

    assert sorted(map(code_of, results)) == ["done"] + ["rate_limited"] * (RACERS - 1)
    assert Task.objects.filter(title__startswith="race").count() == 1
    assert (ChangingCall.objects.count(), ChangeSet.objects.count()) == (5, 5)
    assert AuditEvent.objects.filter(kind="agent.refused", reason="rate_limited").count() == 19


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("create_tasks", {"items": [{"title": "one"}, {"title": "two"}]}),
        ("create_project", {"name": "one"}),
        ("create_label", {"name": "one"}),
    ],
)
def test_sixteen_retries_of_one_request_id_make_it_once_and_get_the_same_ids(site, tool, arguments):
    token, secret = hire(make_user())

    with calling(site.url, secret) as caller:
        results = race(
            lambda _: ids_of(caller.call(tool, {**arguments, "client_request_id": "one"})),
            workers=RETRIES,
        )

    (made,) = set(map(tuple, results))
    assert set(Change.objects.values_list("object_id", flat=True)) == set(made)
    assert (ChangeSet.objects.count(), RepeatableCall.objects.count()) == (1, 1)
    assert ChangingCall.objects.get().item_count == len(made)
    assert _reasons(token) == [""] + ["repeated"] * (RETRIES - 1)


def _reasons(token: AccessToken) -> list[str]:
    events = AuditEvent.objects.filter(kind="agent.write", outcome="ok", token_id=token.pk)
    return sorted(events.values_list("reason", flat=True))
