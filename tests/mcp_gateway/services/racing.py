"""Running the same deed in many threads at once, each with a connection of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

ResultT = TypeVar("ResultT")


def race(deed: Callable[[int], ResultT], *, workers: int) -> list[ResultT]:
    """Start `deed(0)` to `deed(workers - 1)` together and return what they return."""
    start = threading.Barrier(workers)

    def run(number: int) -> ResultT:
        try:
            start.wait()
            return deed(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(run, range(workers)))
