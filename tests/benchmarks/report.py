"""The outcome as lines and as JSON."""

import platform
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import django
import orjson

from tests.benchmarks.comparison import Comparison, Run
from tests.benchmarks.goals import START_SECONDS, WORKER_MEGABYTES
from tests.benchmarks.server import Start, cpu_count
from tests.served import ROOT

WIDTH: Final = 50
FILE: Final = ROOT / "build" / "bench.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that was measured."""

    comparisons: Sequence[Comparison]
    worker_megabytes: float
    starts: Sequence[Start]

    @property
    def start_seconds(self) -> float:
        """How long a start takes: the median."""
        return statistics.median(start.seconds for start in self.starts)

    @property
    def is_met(self) -> bool:
        """Whether every goal is reached."""
        worker = self.worker_megabytes < WORKER_MEGABYTES and self.start_seconds < START_SECONDS
        return worker and all(comparison.is_met for comparison in self.comparisons)

    def lines(self) -> Iterator[str]:
        """Yield a table of the comparisons, and a line for each other goal."""
        yield f"{'':{WIDTH}}connections  ratio  by processor  goal"
        for each in self.comparisons:
            rates = (
                f"{_median_rate(each.gateway):.0f} against {_median_rate(each.bare):.0f} a second"
            )
            goal = "   -" if each.goal is None else f"{each.goal:.2f} {_verdict(each.is_met)}"
            yield (
                f"{each.name:{WIDTH}}{each.connections:11}{each.ratio:7.2f}{each.cpu_ratio:14.2f}"
                f"  {goal:11}  {rates}"
            )
        used = statistics.median(start.cpu_seconds for start in self.starts)
        yield (
            f"a worker's memory: {self.worker_megabytes:.0f} MB, goal under {WORKER_MEGABYTES}: "
            f"{_verdict(self.worker_megabytes < WORKER_MEGABYTES)}"
        )
        yield (
            f"start to first answer: {self.start_seconds:.2f} s, {used:.2f} s of them processor "
            f"time, goal under {START_SECONDS}: {_verdict(self.start_seconds < START_SECONDS)}"
        )

    def write(self, file: Path = FILE) -> None:
        """Write everything as JSON."""
        body = {
            "python": platform.python_version(),
            "django": django.get_version(),
            "processors": cpu_count(),
            "is_met": self.is_met,
            "comparisons": [
                {
                    "name": each.name,
                    "connections": each.connections,
                    "ratio": round(each.ratio, 3),
                    "goal": each.goal,
                    "cpu_ratio": round(each.cpu_ratio, 3),
                    "gateway": _rounded(each.gateway),
                    "bare": _rounded(each.bare),
                }
                for each in self.comparisons
            ],
            "worker_megabytes": round(self.worker_megabytes, 1),
            "start_seconds": [round(start.seconds, 2) for start in self.starts],
            "start_cpu_seconds": [round(start.cpu_seconds, 2) for start in self.starts],
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(orjson.dumps(body, option=orjson.OPT_INDENT_2) + b"\n")


def _median_rate(runs: Sequence[Run]) -> float:
    return statistics.median(run.rate for run in runs)


def _rounded(runs: Sequence[Run]) -> dict[str, list[float]]:
    return {
        "per_second": [round(run.rate, 1) for run in runs],
        "cpu_ms": [round(run.cpu_ms, 3) for run in runs],
    }


def _verdict(is_met: bool) -> str:
    return "met" if is_met else "MISSED"
