"""Checking the log against its seals, and the seals against a checkpoint kept elsewhere."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.core import signing

from mcp_gateway.models import AuditEvent, AuditSeal
from mcp_gateway.services.audit.seal import GENESIS, event_digest, seal_events
from mcp_gateway.services.errors import InvalidValueError

SALT: Final = "mcp_gateway.audit.checkpoint"
CHUNK: Final = 1_000


class Problem(StrEnum):
    """What is wrong with the first wrong row."""

    EDITED = "edited"
    MISSING = "missing"
    REORDERED = "reordered"
    TRUNCATED = "truncated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome of a verification.

    `checked_count` events were right. Where `problem` is set, it is that of the seal at
    `position` and of the event `event_id` (None where the row that would tell is gone).
    """

    checked_count: int
    problem: Problem | None = None
    position: int | None = None
    event_id: int | None = None

    @property
    def is_intact(self) -> bool:
        """Whether everything is as it was written."""
        return self.problem is None


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    position: int
    digest: str


def make_checkpoint() -> str:
    """Return a signed text that names the last seal, to be kept outside the site."""
    seal_events()
    last = AuditSeal.objects.order_by("-position").first()
    position, digest = (0, GENESIS) if last is None else (last.position, last.digest)
    return signing.dumps({"position": position, "digest": digest}, salt=SALT)


def verify(checkpoint: str | None = None) -> Verdict:
    """Check every event against its seal, in order, and stop at the first wrong one.

    A log cut off at its end is whole in itself; only a checkpoint tells.

    Args:
        checkpoint: a text of `make_checkpoint`, signed with the site's secret key.

    Raises:
        InvalidValueError: the checkpoint is not one of this site.
    """
    known = None if checkpoint is None else _read_checkpoint(checkpoint)
    seal_events()
    count, digest = 0, GENESIS
    for chunk in _chunks():
        events = AuditEvent.objects.in_bulk([seal.event_id for seal in chunk])
        for seal in chunk:
            problem = _problem(seal, chunk=chunk, events=events, previous=(count, digest))
            if problem is not None:
                return _verdict(problem, seal, events, count)
            count, digest = seal.position, seal.digest
            if known is not None and known.position == count and known.digest != digest:
                return _verdict(Problem.EDITED, seal, events, count - 1)
    if known is not None and known.position > count:
        return Verdict(checked_count=count, problem=Problem.TRUNCATED, position=count + 1)
    return Verdict(checked_count=count)


def _chunks() -> Iterator[list[AuditSeal]]:
    seals = AuditSeal.objects.order_by("position").iterator(chunk_size=CHUNK)
    while chunk := list(itertools.islice(seals, CHUNK)):
        yield chunk


def _problem(
    seal: AuditSeal,
    *,
    chunk: Sequence[AuditSeal],
    events: dict[int, AuditEvent],
    previous: tuple[int, str],
) -> Problem | None:
    position, digest = previous
    event = events.get(seal.event_id)
    if seal.position != position + 1 or event is None:
        return Problem.MISSING
    if event_digest(digest, event) == seal.digest:
        return None
    expected = {seal.digest, *(other.digest for other in chunk)}
    belongs_here = any(event_digest(digest, other) in expected for other in events.values())
    return Problem.REORDERED if belongs_here else Problem.EDITED


def _verdict(
    problem: Problem, seal: AuditSeal, events: dict[int, AuditEvent], count: int
) -> Verdict:
    is_gap = problem is Problem.MISSING and seal.event_id in events
    return Verdict(
        checked_count=count,
        problem=problem,
        position=count + 1 if is_gap else seal.position,
        event_id=None if is_gap else seal.event_id,
    )


def _read_checkpoint(text: str) -> _Checkpoint:
    try:
        body = signing.loads(text.strip(), salt=SALT)
        return _Checkpoint(position=int(body["position"]), digest=str(body["digest"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        raise InvalidValueError(
            "The checkpoint was not signed by this site, or was changed.", field="checkpoint"
        ) from None
