"""The benchmarked site: gunicorn with one worker, as it would be deployed."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.benchmarks.load import LoadError, fetch, make_target
from tests.served import ROOT, STOP_SECONDS, run_command, site_environment

OWNER: Final = "owner"
THREADS: Final = 8
TASK_COUNT: Final = 1_000
PAGE_SIZE: Final = 50
SETTINGS: Final = "tests.benchmarks.settings"
# Far above what a benchmark reaches: the limit is no part of what is measured, counting is.
READS_PER_MINUTE: Final = 100_000
BOOT_SECONDS: Final = 60.0
PAUSE_SECONDS: Final = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Seconds from the server's start to its first answer: on the clock, and of the processor."""

    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A served site: where it is, a token, its worker, and what its start took."""

    host: str
    port: int
    token: str
    worker: int
    start: Start

    def resident_megabytes(self) -> float:
        """Return the worker's resident memory (proc(5), VmRSS)."""
        status = Path(f"/proc/{self.worker}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1_024

    def cpu_seconds(self) -> float:
        """Return the processor time that the worker has used."""
        return _cpu_seconds(self.worker)


def prepare(folder: Path) -> tuple[Mapping[str, str], str]:
    """Make the database with demo data; return the site's environment and a token."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    environment = site_environment(folder, settings=SETTINGS, url=url) | {"LOG_LEVEL": "INFO"}
    run_command(environment, "quickstart", "--no-serve")
    run_command(environment, "seed_demo", "--tasks", str(TASK_COUNT))
    run_command(environment, "mcp_settings", "set", f"reads_per_minute={READS_PER_MINUTE}")
    token = run_command(
        environment, "mcp_token", "create", "bench", f"--user={OWNER}", "--scope=read", "--plain"
    )
    return environment, token


@contextmanager
def serve(folder: Path, environment: Mapping[str, str], token: str) -> Iterator[Bench]:
    """Serve the prepared site until the block ends."""
    host, port = "127.0.0.1", int(environment["BASE_URL"].rpartition(":")[2])
    started = time.perf_counter()
    server = _start(folder, environment, port)
    try:
        _wait_for_answer(host, port)
        took, worker = time.perf_counter() - started, _child_of(server.pid)
        used = _cpu_seconds(server.pid) + _cpu_seconds(worker)
        start = Start(seconds=took, cpu_seconds=used)
        yield Bench(host=host, port=port, token=token, worker=worker, start=start)
    finally:
        server.terminate()
        server.wait(STOP_SECONDS)


def _start(folder: Path, environment: Mapping[str, str], port: int) -> subprocess.Popen[bytes]:
    arguments = [
        *(sys.executable, "-m", "gunicorn", "tests.benchmarks.wsgi:application"),
        *(f"--bind=127.0.0.1:{port}", "--workers=1", f"--threads={THREADS}"),
        *("--keep-alive=30", "--log-level=warning", "--no-control-socket"),
    ]
    with (folder / "server.log").open("ab") as log:
        return subprocess.Popen(  # noqa: S603
            arguments, cwd=ROOT, env=dict(environment), stdout=log, stderr=log
        )


def _wait_for_answer(host: str, port: int) -> None:
    target = make_target("healthz", host=host, port=port, path="/healthz", headers={})
    until = time.perf_counter() + BOOT_SECONDS
    while time.perf_counter() < until:
        try:
            fetch(target)
        except (OSError, LoadError):
            time.sleep(PAUSE_SECONDS)
        else:
            return
    raise LoadError(f"The site did not start within {BOOT_SECONDS} seconds.")


def _child_of(pid: int) -> int:
    """Return the first child (proc(5), `/proc/pid/task/tid/children`)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return int(children.split()[0])


def _cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used (proc(5), utime and stime)."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    fields = stat.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_count() -> int:
    """Return how many processors the process may use."""
    return len(os.sched_getaffinity(0))
