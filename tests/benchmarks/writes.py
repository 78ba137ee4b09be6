"""Changing calls against the same rows written bare, on the benchmarked site's database."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Final

import orjson

from tests.benchmarks.comparison import Comparison, Run
from tests.benchmarks.goals import WRITE_RATIO
from tests.served import ROOT

LONGEST_SECONDS: Final = 600
# The rounds import models, which want Django set up before.
START: Final = "import django; django.setup(); from tests.benchmarks import write_rounds as rounds"


def compare_writes(environment: Mapping[str, str], *, rounds: int) -> list[Comparison]:
    """Measure in a process of its own, with no server in between.

    Args:
        environment: of the prepared site; nothing else uses its database meanwhile.
        rounds: how often each call is made, and its rows written bare.
    """
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", f"{START}; rounds.main({rounds})"],
        cwd=ROOT,
        env=dict(environment),
        stdout=subprocess.PIPE,
        timeout=LONGEST_SECONDS,
        check=True,
    )
    return [
        Comparison(
            name=name,
            connections=1,
            goal=WRITE_RATIO,
            gateway=_runs(found["gateway"]),
            bare=_runs(found["bare"]),
        )
        for name, found in orjson.loads(done.stdout).items()
    ]


def _runs(efforts: list[tuple[float, float]]) -> tuple[Run, ...]:
    return tuple(Run(rate=1 / seconds, cpu_ms=1_000 * used) for seconds, used in efforts)
