"""The site as production runs it: gunicorn, a database of its own, a free port."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
OWNER: Final = "owner"
BOOT_SECONDS: Final = 120
STOP_SECONDS: Final = 30
ANSWER_SECONDS: Final = 60
"""How long a client waits for an answer, the first of which waits for the server's start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedSite:
    """A site that answers requests, and a token it accepts."""

    url: str
    token: str
    environment: Mapping[str, str]

    @property
    def endpoint(self) -> str:
        """Where assistants connect to."""
        return f"{self.url}/mcp"

    def manage(self, *arguments: str) -> str:
        """Run a management command on the served site's database; return what it printed."""
        return run_command(self.environment, *arguments)


def run_command(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a management command and return what it printed to standard output.

    Raises:
        subprocess.CalledProcessError: it failed; its complaint is on standard error.
    """
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=dict(environment),
        stdout=subprocess.PIPE,
        timeout=BOOT_SECONDS,
        check=True,
        text=True,
    )
    return done.stdout.strip()


@contextmanager
def served_site(
    folder: Path,
    *,
    settings: str = "config.settings",
    application: str = "config.wsgi:application",
    commands: tuple[tuple[str, ...], ...] = (),
) -> Iterator[ServedSite]:
    """Serve a fresh site from `folder` until the block ends.

    The listening socket is made here and handed down, so that a request made at once waits for
    the server instead of being refused.

    Args:
        folder: an empty folder for the database and the log.
        settings: the settings module to serve.
        application: the WSGI application to serve.
        commands: management commands to run before the site is served.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        environment = site_environment(folder, settings=settings, url=url)
        token = prepare(environment, commands)
        server = start_server(folder, listener, application, {**environment, "TOKEN": token})
    try:
        yield ServedSite(url=url, token=token, environment=environment)
    finally:
        server.terminate()
        server.wait(STOP_SECONDS)


def site_environment(folder: Path, *, settings: str, url: str) -> dict[str, str]:
    """Return the environment of a site whose state lies in `folder` alone."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "DJANGO_SETTINGS_MODULE": settings,
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "BASE_URL": url,
        "SECRET_KEY": "served-by-the-tests",
        "LOG_LEVEL": "WARNING",
        "DJANGO_SUPERUSER_PASSWORD": "served-by-the-tests",
    }


def prepare(environment: Mapping[str, str], commands: tuple[tuple[str, ...], ...]) -> str:
    """Make the database, an owner and a full token; turn the endpoint on; return the token."""
    run_command(environment, "migrate", "--verbosity=0")
    run_command(
        environment,
        "createsuperuser",
        "--noinput",
        f"--username={OWNER}",
        "--email=owner@example.com",
        "--verbosity=0",
    )
    run_command(environment, "mcp_settings", "set", "enabled=true")
    for command in commands:
        run_command(environment, *command)
    return run_command(
        environment, "mcp_token", "create", "tests", f"--user={OWNER}", "--scope=full", "--plain"
    )


def start_server(
    folder: Path, listener: socket.socket, application: str, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """Start gunicorn, with two workers so that nothing may rely on one process's memory."""
    arguments = [
        sys.executable,
        "-m",
        "gunicorn",
        application,
        f"--bind=fd://{listener.fileno()}",
        "--workers=2",
        "--threads=4",
        "--no-control-socket",
    ]
    with (folder / "server.log").open("wb") as log:
        return subprocess.Popen(  # noqa: S603
            arguments,
            cwd=ROOT,
            env=dict(environment),
            pass_fds=(listener.fileno(),),
            stdout=log,
            stderr=log,
        )
