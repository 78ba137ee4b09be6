"""Jobs reach a worker through the real broker."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.celery import app
from tests.served import ROOT, STOP_SECONDS

PINGS = 30
SECONDS_PER_PING = 2

pytestmark = pytest.mark.services


@pytest.fixture
def worker() -> Iterator[None]:
    """Run a worker of the site, on the broker that the environment names."""
    process = subprocess.Popen(  # noqa: S603
        [
            *(sys.executable, "-m", "celery", "--app", "config", "worker"),
            *("--pool", "solo", "--loglevel", "ERROR", "--hostname", "tests@localhost"),
            "--without-mingle",
        ],
        cwd=ROOT,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


@pytest.mark.usefixtures("worker")
def test_a_worker_answers_through_the_broker():
    pings = (app.control.ping(timeout=SECONDS_PER_PING, limit=1) for _ in range(PINGS))

    answered: list[dict[str, object]] = next(filter(None, pings), [])

    assert answered == [{"tests@localhost": {"ok": "pong"}}]
