"""Limits of changing calls, per token, counted from the ledger in the database.

They are counted inside the call's own transaction under a lock on the token's row, so that
they hold across workers and restarts, and a call that is rolled back has not been counted.
"""

import datetime as dt
import math
from typing import Final, NamedTuple

from django.db.models import Count, Q, Sum
from django.utils import timezone

from mcp_gateway.models import AccessToken, ChangingCall
from mcp_gateway.registry import InvalidArgumentsError, ToolError
from mcp_gateway.services.snapshot import SettingsSnapshot

WINDOW: Final = dt.timedelta(minutes=1)
DAY: Final = dt.timedelta(days=1)
KEPT: Final = dt.timedelta(days=2)


class _Usage(NamedTuple):
    calls_in_window: int
    items_today: int
    calls_today: int


def reserve(
    *, token: AccessToken, settings: SettingsSnapshot, item_count: int, argument: str = "items"
) -> None:
    """Count one changing call of `item_count` items, or refuse it. Needs a transaction.

    Args:
        token: whose call it is; its row stays locked until the transaction ends.
        settings: the limits in force.
        item_count: how many items the call is about, at least 1.
        argument: the argument that lists them, for the error.

    Raises:
        InvalidArgumentsError: more items than one call may name, ever.
        ToolError: `rate_limited`; `retry_after_seconds` in its details is the whole number of
            seconds after which the same call would be admitted.
    """
    refuse_too_many(settings=settings, item_count=item_count, argument=argument)
    AccessToken.objects.select_for_update().only("pk").get(pk=token.pk)
    now = timezone.now()
    usage = _usage(token, now)
    wait = max(
        _wait_for_window(token, usage, settings, now),
        _wait_for_day(usage, item_count, settings, now),
    )
    if wait:
        raise _rate_limited(wait)
    ChangingCall.objects.create(token=token, called_at=now, item_count=item_count)
    if usage.calls_today == 0:
        ChangingCall.objects.filter(token=token, called_at__lt=now - KEPT).delete()


def refuse_too_many(*, settings: SettingsSnapshot, item_count: int, argument: str) -> None:
    """Raise `InvalidArgumentsError` for more items than any one call may name."""
    most = min(settings.items_per_call, settings.items_per_day)
    if item_count > most:
        raise InvalidArgumentsError(
            f"{argument} names {item_count} items; one call may name at most {most}.",
            argument=argument,
        )


def _usage(token: AccessToken, now: dt.datetime) -> _Usage:
    midnight = _midnight(now)
    in_window = Q(called_at__gt=now - WINDOW)
    today = Q(called_at__gte=midnight)
    counted = ChangingCall.objects.filter(
        token=token, called_at__gte=min(midnight, now - WINDOW)
    ).aggregate(
        calls_in_window=Count("pk", filter=in_window),
        items_today=Sum("item_count", filter=today, default=0),
        calls_today=Count("pk", filter=today),
    )
    return _Usage(**counted)


def _wait_for_window(
    token: AccessToken, usage: _Usage, settings: SettingsSnapshot, now: dt.datetime
) -> int:
    """Seconds until so many calls have left the last minute that one more fits in; or 0."""
    most = settings.calls_per_minute
    if usage.calls_in_window < most:
        return 0
    latest = ChangingCall.objects.filter(token=token).order_by("-called_at", "-pk")
    last_to_leave = latest.values_list("called_at", flat=True)[most - 1]
    return _whole_seconds(last_to_leave + WINDOW - now)


def _wait_for_day(
    usage: _Usage, item_count: int, settings: SettingsSnapshot, now: dt.datetime
) -> int:
    """Seconds until the next UTC day where today's items are used up; or 0."""
    if usage.items_today + item_count <= settings.items_per_day:
        return 0
    return _whole_seconds(_midnight(now) + DAY - now)


def _midnight(now: dt.datetime) -> dt.datetime:
    return now.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _whole_seconds(span: dt.timedelta) -> int:
    return max(1, math.ceil(span.total_seconds()))


def _rate_limited(wait: int) -> ToolError:
    return ToolError(
        f"This token has reached its limit of changes. Nothing changed; try again in {wait} s.",
        code="rate_limited",
        details={"retry_after_seconds": wait},
    )
