"""`python -m tests.benchmarks`: measure, print the ratios, write `build/bench.json`."""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson

from tests.benchmarks.comparison import Comparison, Effort, compare
from tests.benchmarks.goals import LIST_TASKS_RATIO, TOOLS_LIST_RATIO
from tests.benchmarks.load import LoadError, Target, fetch, make_target
from tests.benchmarks.report import FILE, Report
from tests.benchmarks.server import PAGE_SIZE, Bench, prepare, serve

CONNECTIONS: Final = (1, 16)
STARTS: Final = 3
REVISION: Final = "2025-11-25"


def main() -> int:
    """Run the benchmarks; with `--check` a missed goal is exit code 1."""
    options = _parser().parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        report = _measure(Path(folder), rounds=options.rounds, seconds=options.seconds)
    report.write()
    for line in report.lines():
        _say(line)
    _say(f"written to {FILE}")
    return 1 if options.check and not report.is_met else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="default: 7")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run; default: 1")
    parser.add_argument("--check", action="store_true", help="fail if a goal is missed")
    return parser


def _measure(folder: Path, *, rounds: int, seconds: float) -> Report:
    _say("preparing a site with demo data")
    environment, token = prepare(folder)
    starts = []
    for _ in range(STARTS - 1):
        with serve(folder, environment, token) as bench:
            starts.append(bench.start_seconds)
    with serve(folder, environment, token) as bench:
        starts.append(bench.start_seconds)
        effort = Effort(rounds=rounds, seconds=seconds, cpu_seconds=bench.cpu_seconds)
        comparisons = list(_comparisons(bench, effort))
        megabytes = bench.resident_megabytes()
    return Report(
        comparisons=comparisons,
        worker_megabytes=megabytes,
        start_seconds=statistics.median(starts),
    )


def _comparisons(bench: Bench, effort: Effort) -> Iterator[Comparison]:
    arguments = {"limit": PAGE_SIZE, "timezone": "UTC"}
    call = _rpc(bench, "tools/call", {"name": "list_tasks", "arguments": arguments})
    tools = _rpc(bench, "tools/list", {})
    bare_tasks, bare_tools = _bare(bench, "tasks"), _bare(bench, "tools")
    _refuse_unequal(call, bare_tasks, tools, bare_tools)
    for connections in CONNECTIONS:
        yield compare(
            call, bare_tasks, connections=connections, goal=LIST_TASKS_RATIO, effort=effort
        )
    for view in (bare_tools, _bare(bench, "signed-in-tools")):
        for connections in CONNECTIONS:
            yield compare(
                tools, view, connections=connections, goal=TOOLS_LIST_RATIO, effort=effort
            )


def _refuse_unequal(call: Target, bare_tasks: Target, tools: Target, bare_tools: Target) -> None:
    """Compare like with like: the same tasks, the same list."""
    tasks = orjson.loads(fetch(call))["result"]["structuredContent"]["tasks"]
    if len(tasks) != PAGE_SIZE or tasks != orjson.loads(fetch(bare_tasks)):
        raise LoadError("The bare view does not return the same tasks.")
    if orjson.loads(fetch(tools)) != orjson.loads(fetch(bare_tools)):
        raise LoadError("The bare view does not return the same list of tools.")


def _rpc(bench: Bench, method: str, params: dict[str, object]) -> Target:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return make_target(
        method,
        host=bench.host,
        port=bench.port,
        path="/mcp",
        headers={
            "Authorization": f"Bearer {bench.token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": REVISION,
        },
        body=orjson.dumps(body),
    )


def _bare(bench: Bench, name: str) -> Target:
    return make_target(
        f"bare {name}",
        host=bench.host,
        port=bench.port,
        path=f"/bare/{name}",
        headers={"Authorization": f"Bearer {bench.token}"},
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
