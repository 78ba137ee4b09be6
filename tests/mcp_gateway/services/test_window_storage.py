"""Counting in the process: a window moves, and what has run out is forgotten."""

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine
from limits import RateLimitItemPerMinute
from limits.strategies import MovingWindowRateLimiter

from mcp_gateway.services.window_storage import SWEEP_EVERY, WindowStorage

START = dt.datetime(2026, 3, 11, 12, tzinfo=dt.UTC)
THREE = RateLimitItemPerMinute(3)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def test_a_window_has_room_for_its_limit_and_moves_on(clock):
    limiter = MovingWindowRateLimiter(WindowStorage())
    answers = []
    for _ in range(4):
        answers.append(limiter.hit(THREE, "a"))
        clock.shift(10)
    clock.shift(21)
    answers += [limiter.hit(THREE, "a") for _ in range(2)]

    assert answers == [True, True, True, False, True, False]


def test_windows_are_apart(clock):
    limiter = MovingWindowRateLimiter(WindowStorage())
    for _ in range(3):
        limiter.hit(THREE, "a")

    assert (limiter.test(THREE, "a"), limiter.test(THREE, "b")) == (False, True)


def test_the_statistics_say_when_there_is_room_again(clock):
    limiter = MovingWindowRateLimiter(WindowStorage())
    limiter.hit(THREE, "a")
    clock.shift(30)
    limiter.hit(THREE, "a")

    stats = limiter.get_window_stats(THREE, "a")

    assert (stats.reset_time, stats.remaining) == (START.timestamp() + 60, 1)


def test_more_at_once_than_there_is_room_for_counts_nothing(clock):
    limiter = MovingWindowRateLimiter(WindowStorage())

    assert not limiter.hit(THREE, "a", cost=4)
    assert limiter.hit(THREE, "a", cost=3)


def test_what_has_run_out_is_forgotten(clock):
    storage = WindowStorage()
    limiter = MovingWindowRateLimiter(storage)
    limiter.hit(THREE, "gone")
    clock.shift(61)
    many = RateLimitItemPerMinute(SWEEP_EVERY)

    for _ in range(SWEEP_EVERY):
        limiter.hit(many, "here")

    assert storage.reset() == 1


def test_reset_opens_every_window(clock):
    storage = WindowStorage()
    limiter = MovingWindowRateLimiter(storage)
    for _ in range(3):
        limiter.hit(THREE, "a")

    storage.reset()

    assert limiter.hit(THREE, "a")


def test_threads_that_race_get_no_more_than_the_limit():
    limiter = MovingWindowRateLimiter(WindowStorage())
    fifty = RateLimitItemPerMinute(50)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: limiter.hit(fifty, "a"), range(400)))

    assert sum(answers) == 50


def test_counting_starts_no_thread():
    limiter = MovingWindowRateLimiter(WindowStorage())
    before = {thread.name for thread in threading.enumerate()}

    for _ in range(100):
        limiter.hit(RateLimitItemPerMinute(1_000), "a")

    assert {thread.name for thread in threading.enumerate()} <= before
