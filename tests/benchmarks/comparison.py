"""Two targets measured in turn, so that what else the machine does falls on both alike."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load import Target, drive

WARM_UP_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run: answers a second, and the worker's processor time for one, in milliseconds."""

    rate: float
    cpu_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The gateway against a bare view, a run of each in every round.

    `goal` is the ratio to reach; None for one that is told and held to nothing.
    """

    name: str
    connections: int
    goal: float | None
    gateway: tuple[Run, ...]
    bare: tuple[Run, ...]

    @property
    def ratio(self) -> float:
        """Throughput against the bare view: the median of the rounds' ratios."""
        pairs = zip(self.gateway, self.bare, strict=True)
        return statistics.median(gateway.rate / bare.rate for gateway, bare in pairs)

    @property
    def cpu_ratio(self) -> float:
        """The same of processor time, which other work on the machine hardly touches."""
        pairs = zip(self.gateway, self.bare, strict=True)
        return statistics.median(bare.cpu_ms / gateway.cpu_ms for gateway, bare in pairs)

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached, if there is one."""
        return self.goal is None or self.ratio >= self.goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long to measure: rounds, and seconds for each target in a round.

    `cpu_seconds` returns the processor time that the worker has used so far.
    """

    rounds: int
    seconds: float
    cpu_seconds: Callable[[], float]

    def run(self, target: Target, connections: int) -> Run:
        """Measure one target once."""
        before = self.cpu_seconds()
        load = drive(target, connections=connections, seconds=self.seconds)
        used = self.cpu_seconds() - before
        return Run(rate=load.rate, cpu_ms=1_000 * used / load.answered)


def compare(
    gateway: Target, bare: Target, *, connections: int, goal: float | None, effort: Effort
) -> Comparison:
    """Measure both in interleaved rounds, each second round in the other order."""
    found: dict[str, list[Run]] = {gateway.name: [], bare.name: []}
    for target in (gateway, bare):
        drive(target, connections=connections, seconds=WARM_UP_SECONDS)
    for number in range(effort.rounds):
        for target in (gateway, bare) if number % 2 else (bare, gateway):
            found[target.name].append(effort.run(target, connections))
    return Comparison(
        name=f"{gateway.name} against {bare.name}",
        connections=connections,
        goal=goal,
        gateway=tuple(found[gateway.name]),
        bare=tuple(found[bare.name]),
    )
