"""`python -m tests.benchmarks`: measure, print the ratios, write `build/bench.json`."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import orjson

from tests.benchmarks.comparison import Comparison, Effort, compare
from tests.benchmarks.goals import LIST_TASKS_RATIO, TOOLS_LIST_RATIO
from tests.benchmarks.load import LoadError, Target, fetch, make_target
from tests.benchmarks.report import FILE, Report
from tests.benchmarks.server import PAGE_SIZE, Bench, prepare, serve
from tests.benchmarks.writes import compare_writes

CONNECTIONS: Final = (1, 16)
STARTS: Final = 3
# Many short runs in turn stand a busy machine better than a few long ones.
ROUNDS: Final = 15
SECONDS: Final = 0.5
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
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"of each run; default: {SECONDS}"
    )
    parser.add_argument("--check", action="store_true", help="fail if a goal is missed")
    return parser


def _measure(folder: Path, *, rounds: int, seconds: float) -> Report:
    _say("preparing a site with demo data")
    environment, token = prepare(folder)
    starts = []
    for _ in range(STARTS - 1):
        with serve(folder, environment, token) as bench:
            starts.append(bench.start)
    with serve(folder, environment, token) as bench:
        starts.append(bench.start)
        effort = Effort(rounds=rounds, seconds=seconds, cpu_seconds=bench.cpu_seconds)
        comparisons = list(_comparisons(bench, effort))
        megabytes = bench.resident_megabytes()
    comparisons += compare_writes(environment, rounds=rounds)
    return Report(comparisons=comparisons, worker_megabytes=megabytes, starts=starts)


def _comparisons(bench: Bench, effort: Effort) -> Iterator[Comparison]:
    arguments = {"limit": PAGE_SIZE, "timezone": "UTC"}
    call = _rpc(bench, "tools/call", {"name": "list_tasks", "arguments": arguments})
    tools = _rpc(bench, "tools/list", {})
    bare_tasks = _view(bench, "a bare view", "/bare/tasks")
    bare_tools = _view(bench, "a bare view", "/bare/tools")
    same_door = replace(
        _rpc(bench, "tools/list", {}, path="/bare/signed-in-tools"),
        name="a view behind the same door",
    )
    _refuse_unequal(call, bare_tasks, tools, bare_tools)
    pairs = (
        (call, bare_tasks, LIST_TASKS_RATIO),
        (tools, same_door, TOOLS_LIST_RATIO),
        (tools, bare_tools, None),
    )
    for gateway, view, goal in pairs:
        for connections in CONNECTIONS:
            yield compare(gateway, view, connections=connections, goal=goal, effort=effort)


def _refuse_unequal(call: Target, bare_tasks: Target, tools: Target, bare_tools: Target) -> None:
    """Compare like with like: the same tasks, the same list."""
    tasks = orjson.loads(fetch(call))["result"]["structuredContent"]["tasks"]
    if len(tasks) != PAGE_SIZE or tasks != orjson.loads(fetch(bare_tasks)):
        raise LoadError("The bare view does not return the same tasks.")
    if orjson.loads(fetch(tools)) != orjson.loads(fetch(bare_tools)):
        raise LoadError("The bare view does not return the same list of tools.")


def _rpc(bench: Bench, method: str, params: dict[str, object], path: str = "/mcp") -> Target:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return make_target(
        method,
        host=bench.host,
        port=bench.port,
        path=path,
        headers={
            "Authorization": f"Bearer {bench.token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": REVISION,
        },
        body=orjson.dumps(body),
    )


def _view(bench: Bench, name: str, path: str) -> Target:
    return make_target(
        name,
        host=bench.host,
        port=bench.port,
        path=path,
        headers={"Authorization": f"Bearer {bench.token}"},
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
