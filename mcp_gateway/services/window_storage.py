"""Moving windows in the process's memory, counted on the caller's thread.

The `limits` package's own storage starts a timer thread for nearly every hit to sweep what has
run out, which costs a request more than everything else about its budget.
"""

import time
from collections import deque
from itertools import count
from threading import Lock
from typing import Final

from limits.storage import MemoryStorage

SWEEP_EVERY: Final = 1_000
"""How many hits go by between looks at the windows of those who ask no more."""


class WindowStorage(MemoryStorage):
    """Counts for `MovingWindowRateLimiter`; safe to share between threads."""

    STORAGE_SCHEME = ["process"]

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._hits: dict[str, deque[float]] = {}
        self._expiries: dict[str, int] = {}
        self._numbers = count(1)

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` hits if the window has room for them; return whether it had."""
        now = time.time()
        with self._lock:
            if next(self._numbers) % SWEEP_EVERY == 0:
                self._sweep(now)
            hits = self._recent(key, now - expiry)
            if len(hits) + amount > limit:
                return False
            hits.extend([now] * amount)
            self._hits[key] = hits
            self._expiries[key] = expiry
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return when the oldest hit of the window was, and how many hits it holds."""
        now = time.time()
        with self._lock:
            hits = self._recent(key, now - expiry)
            return (hits[0] if hits else now), len(hits)

    def reset(self) -> int:
        """Forget everything; return how many windows there were."""
        with self._lock:
            number = len(self._hits)
            self._hits.clear()
            self._expiries.clear()
            return number

    def _recent(self, key: str, since: float) -> deque[float]:
        hits = self._hits.get(key)
        if hits is None:
            return deque()
        while hits and hits[0] <= since:
            hits.popleft()
        return hits

    def _sweep(self, now: float) -> None:
        for key in [key for key in self._hits if not self._recent(key, now - self._expiries[key])]:
            del self._hits[key]
            del self._expiries[key]
