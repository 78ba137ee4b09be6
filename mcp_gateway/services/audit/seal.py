"""Sealing: each event gets a hash over the seal before it, so that no row changes unseen.

Sealing follows the commit. Events are sealed in the order of their ids among those that are
committed and unsealed, under a lock; an event that commits late is sealed later. The order
that counts is that of the seals.
"""

import datetime as dt
import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

import orjson
from django.db import connection, transaction
from django.db.models import QuerySet

from mcp_gateway.models import AuditEvent, AuditSeal

GENESIS: Final = "0" * 64
"""Stands where the first event has no predecessor."""

RECENT: Final = 500
"""How far behind the last sealed id a late event is looked for after a commit: more than
there can be transactions under way. `seal_events` looks for all of them."""

LOCK_KEY: Final = 0x6D63705F7365616C
"""PostgreSQL's advisory lock of the chain; SQLite has one writer anyway."""

SEALED_COLUMNS: Final = (
    "id",
    "at",
    "kind",
    "outcome",
    "reason",
    "actor_id",
    "actor_name",
    "subject_id",
    "token_id",
    "token_name",
    "tool",
    "item_count",
    "call_id",
    "request_id",
    "address",
    "details",
)
"""What a seal covers. A column added later must stay out for the events before it."""


def event_digest(previous: str, event: AuditEvent) -> str:
    """Return the SHA-256 in hex over the previous digest and the event's canonical JSON."""
    columns = {name: _canonical(getattr(event, name)) for name in SEALED_COLUMNS}
    body = orjson.dumps(columns, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    return hashlib.sha256(previous.encode("ascii") + b"\n" + body).hexdigest()


def seal_events() -> int:
    """Seal every committed event that has no seal yet; return how many."""
    with transaction.atomic():
        _lock()
        return _seal(AuditEvent.objects.all(), _last_seal())


def seal_recent_events() -> int:
    """Seal what was committed of late; return how many. For use after a commit."""
    with transaction.atomic():
        _lock()
        last = _last_seal()
        since = 0 if last is None else last.event_id - RECENT
        return _seal(AuditEvent.objects.filter(pk__gt=since), last)


def _last_seal() -> AuditSeal | None:
    return AuditSeal.objects.order_by("-position").first()


def _seal(events: QuerySet[AuditEvent], last: AuditSeal | None) -> int:
    unsealed = events.filter(seal__isnull=True).order_by("pk")
    seals = _chain(unsealed.iterator(chunk_size=1_000), last)
    return len(AuditSeal.objects.bulk_create(seals, batch_size=300))


def _chain(events: Iterable[AuditEvent], last: AuditSeal | None) -> Iterator[AuditSeal]:
    position, digest = (0, GENESIS) if last is None else (last.position, last.digest)
    for event in events:
        position += 1
        digest = event_digest(digest, event)
        yield AuditSeal(position=position, event=event, digest=digest)


def _lock() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])


def _canonical(value: object) -> object:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")
    return value
