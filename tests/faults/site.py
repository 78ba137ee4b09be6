"""The site over the test database, served by workers that may be killed."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote

import httpx
from django.db import connection

from tests.served import BOOT_SECONDS, ROOT, STOP_SECONDS, site_environment

DIES_AT: Final = "X-Dies-At-Statement"
"""A header that names the statement, from 1, before which the worker is to kill itself."""

APPLICATION: Final = "tests.faults.wsgi:application"
WORKERS: Final = 2
PAUSE_SECONDS: Final = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class FragileSite:
    """A served site: its master process restarts the workers that die."""

    url: str
    log: Path
    master: int
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)

    def kill_a_worker(self, chance: random.Random) -> None:
        """Kill one of the workers with SIGKILL and wait until the master has noticed."""
        with self._one_at_a_time:
            wait_until(self._workers)
            victim = chance.choice(self._workers())
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda: victim not in self._workers())

    def _workers(self) -> list[int]:
        """Return the master's children (proc(5), `/proc/pid/task/tid/children`)."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children")
        return [int(pid) for pid in children.read_text(encoding="ascii").split()]


def wait_until(is_so: Callable[[], object], *, seconds: float = STOP_SECONDS) -> None:
    """Return as soon as `is_so()` is true.

    Raises:
        TimeoutError: it was not within so many seconds.
    """
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError(f"It was not so within {seconds} seconds.")
        time.sleep(PAUSE_SECONDS)


def wait_until_alone() -> None:
    """Wait until the database has rolled back what killed workers left open.

    SQLite does so when it is opened next; PostgreSQL when it finds the connection dead.
    """
    if connection.vendor == "postgresql":
        wait_until(_is_alone)


@contextmanager
def serve(folder: Path, *, threads: int = 4) -> Iterator[FragileSite]:
    """Serve the test database until the block ends, in a process group of its own.

    The master loads the application and its workers are forks of it, so that a killed one is
    replaced at once.

    Args:
        folder: where the log goes; it may hold those of earlier servers.
        threads: of each of the two workers.
    """
    log = folder / "server.log"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = _start(listener, log, threads=threads)
    try:
        wait_until(lambda: _is_ready(url, process), seconds=BOOT_SECONDS)
        yield FragileSite(url=url, log=log, master=process.pid)
    finally:
        _stop(process)


def _start(listener: socket.socket, log: Path, *, threads: int) -> subprocess.Popen[bytes]:
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    environment = site_environment(log.parent, settings="config.settings", url=url)
    environment["DATABASE_URL"] = _database_url()
    arguments = [
        *(sys.executable, "-m", "gunicorn", APPLICATION),
        *(f"--bind=fd://{listener.fileno()}", f"--workers={WORKERS}", f"--threads={threads}"),
        *("--preload", "--no-control-socket", "--log-level=warning"),
    ]
    with log.open("ab") as output:
        return subprocess.Popen(  # noqa: S603
            arguments,
            cwd=ROOT,
            env=environment,
            pass_fds=(listener.fileno(),),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(STOP_SECONDS)
        raise


def _is_ready(url: str, process: subprocess.Popen[bytes]) -> bool:
    if process.poll() is not None:
        raise ChildProcessError(f"The server ended with {process.returncode}.")
    try:
        return httpx.get(f"{url}/readyz", timeout=STOP_SECONDS).is_success
    except httpx.TransportError:
        return False


def _database_url() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    login = f"{quote(database['USER'], safe='')}:{quote(database['PASSWORD'], safe='')}"
    return f"postgres://{login}@{database['HOST']}:{database['PORT']}/{database['NAME']}"


def _is_alone() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return bool(cursor.fetchone() == (0,))
