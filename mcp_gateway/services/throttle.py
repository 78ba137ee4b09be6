"""Budgets that need no database: requests of a token, failed sign-ins of an address.

Kept in Redis where the site has one, else in each process. When Redis cannot be reached they
are kept in the process meanwhile: an outage neither opens the door nor shuts it.
"""

import logging
import math
import time
from collections.abc import Callable
from functools import cache
from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from mcp_gateway.conf import gateway_settings
from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit
from mcp_gateway.services.addresses import throttle_key
from mcp_gateway.services.callers import Access
from mcp_gateway.services.window_storage import WindowStorage

logger = logging.getLogger(__name__)

NAMESPACE: Final = "mcp"
ONCE_A_MINUTE: Final = RateLimitItemPerMinute(1, namespace=NAMESPACE)


def spend_request(access: Access) -> int:
    """Count one request against the caller's budget of requests a minute.

    Returns:
        0 where it is served; otherwise the whole seconds after which one would be.
    """
    budget = RateLimitItemPerMinute(access.settings.reads_per_minute, namespace=NAMESPACE)
    who = f"user:{access.user.pk}" if access.token is None else f"token:{access.token.pk}"
    return _with_storage(lambda limiter: _hit(limiter, budget, "requests", who))


def sign_in_wait(address: str | None) -> int:
    """Return 0 where the address may try to sign in, else the whole seconds to wait.

    To be asked before a token is looked up: an address that is stopped learns nothing more.
    """
    budget, who = _sign_in_budget(), throttle_key(address)

    def ask(limiter: MovingWindowRateLimiter) -> int:
        is_free = limiter.test(budget, "sign-in", who)
        return 0 if is_free else _wait(limiter, budget, "sign-in", who)

    return _with_storage(ask)


def note_failed_sign_in(address: str | None, *, request_id: str = "") -> None:
    """Count a sign-in that failed; the one that exhausts the budget is audited, once a minute."""
    budget, who = _sign_in_budget(), throttle_key(address)

    def count(limiter: MovingWindowRateLimiter) -> int:
        limiter.hit(budget, "sign-in", who)
        is_stopped = not limiter.test(budget, "sign-in", who)
        return int(is_stopped and limiter.hit(ONCE_A_MINUTE, "sign-in-audit", who))

    if _with_storage(count):
        audit.record(
            AuditEvent.Kind.AUTH_THROTTLED,
            outcome=AuditEvent.Outcome.REFUSED,
            reason="failed_sign_ins",
            address=address,
            request_id=request_id,
        )


def _sign_in_budget() -> RateLimitItem:
    return RateLimitItemPerMinute(
        gateway_settings().failed_sign_ins_per_minute, namespace=NAMESPACE
    )


def _hit(limiter: MovingWindowRateLimiter, budget: RateLimitItem, *names: str) -> int:
    return 0 if limiter.hit(budget, *names) else _wait(limiter, budget, *names)


def _wait(limiter: MovingWindowRateLimiter, budget: RateLimitItem, *names: str) -> int:
    resets_at = limiter.get_window_stats(budget, *names).reset_time
    return max(1, math.ceil(resets_at - time.time()))


def _with_storage(use: Callable[[MovingWindowRateLimiter], int]) -> int:
    try:
        return use(_limiter(gateway_settings().limits_storage_url))
    except StorageError:
        logger.warning("The storage of limits cannot be reached; counting in this process.")
        return use(_stand_in())


@cache
def _limiter(url: str) -> MovingWindowRateLimiter:
    if url.startswith("memory:"):
        return MovingWindowRateLimiter(WindowStorage())
    storage = storage_from_string(url, wrap_exceptions=True)
    assert isinstance(storage, Storage)  # noqa: S101  # the asynchronous ones have another scheme
    return MovingWindowRateLimiter(storage)


@cache
def _stand_in() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(WindowStorage())
