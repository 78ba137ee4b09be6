"""Two targets measured in turn, so that what else the machine does falls on both alike."""

import statistics
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load import Target, throughput

WARM_UP_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The gateway against a bare view: answers a second of each round."""

    name: str
    connections: int
    goal: float
    gateway: tuple[float, ...]
    bare: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        pairs = zip(self.gateway, self.bare, strict=True)
        return statistics.median(gateway / bare for gateway, bare in pairs)

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio >= self.goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long to measure: rounds, and seconds for each target in a round."""

    rounds: int
    seconds: float


def compare(
    gateway: Target, bare: Target, *, connections: int, goal: float, effort: Effort
) -> Comparison:
    """Measure both in interleaved rounds, each second round in the other order."""
    found: dict[str, list[float]] = {gateway.name: [], bare.name: []}
    for target in (gateway, bare):
        throughput(target, connections=connections, seconds=WARM_UP_SECONDS)
    for number in range(effort.rounds):
        for target in (gateway, bare) if number % 2 else (bare, gateway):
            rate = throughput(target, connections=connections, seconds=effort.seconds)
            found[target.name].append(rate)
    return Comparison(
        name=gateway.name,
        connections=connections,
        goal=goal,
        gateway=tuple(found[gateway.name]),
        bare=tuple(found[bare.name]),
    )
