"""`quickstart`: from nothing to a served site with demo data and a token, in one command."""

import json
import os
import secrets
import socket
import sys
from io import StringIO
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from projects_app.management.welcome import Welcome, welcome_text
from projects_app.models import Project
from projects_app.services.demo import seed_demo

OWNER: Final = "owner"
TOKEN_NAME: Final = "quickstart"
HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8000
PASSWORD_BYTES: Final = 12
THREADS: Final = 8
LOOPBACK_NAMES: Final = frozenset({"localhost", HOST, "::1"})


class Command(BaseCommand):
    """Make a local site that works, say how to connect to it, and serve it.

    What is there already is kept: the owner and their password, the data, the endpoint's
    switch, and the tokens of earlier runs. Each run adds a token of its own, since one that
    was shown before cannot be shown again, so that what is printed always works.
    """

    help = (
        "Prepare the database, an owner, demo data and a read-only token, print how to connect "
        "an assistant, and serve the site. Keeps what is there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--port", type=_port, default=DEFAULT_PORT, metavar="N")
        parser.add_argument("--no-serve", action="store_true", help="prepare and print only")

    def handle(self, *_args: object, port: int, no_serve: bool, **_options: Any) -> None:
        """Prepare, print, serve.

        Raises:
            CommandError: the port is in use, or the database cannot be used.
        """
        if not no_serve:
            _refuse_port_in_use(port)
        base_url = _base_url(port)
        try:
            welcome = self._prepare(base_url)
        except DatabaseError as error:
            raise CommandError("The database cannot be reached or written to.") from error
        self.stdout.write(welcome_text(welcome))
        if not no_serve:
            self.stdout.write(f"Serving on http://{HOST}:{port}. Stop with Ctrl-C.")
            self.stdout.flush()
            connections.close_all()
            _serve(port, base_url)

    def _prepare(self, base_url: str) -> Welcome:
        call_command("migrate", interactive=False, verbosity=0)
        owner, password = _owner()
        if not Project.objects.exists():
            seed_demo(owner=owner)
        if not _has_run_before():
            call_command("mcp_settings", "set", "enabled=true", stderr=StringIO())
        return Welcome(
            base_url=base_url,
            username=OWNER,
            password=password,
            token=_new_token(),
            is_enabled=json.loads(_command("mcp_settings", "show", "--json"))["enabled"],
        )


def _owner() -> tuple[AbstractUser, str]:
    """Return the owner, and their password if they were made just now."""
    accounts = get_user_model().objects
    owner = accounts.filter(username=OWNER).first()
    if isinstance(owner, AbstractUser):
        if not owner.is_superuser:
            raise CommandError(f"The account {OWNER} is there and is not the owner of the site.")
        return owner, ""
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    return accounts.create_superuser(OWNER, password=password), password


def _has_run_before() -> bool:
    tokens = json.loads(_command("mcp_token", "list", "--user", OWNER, "--json"))
    return any(token["name"] == TOKEN_NAME for token in tokens)


def _new_token() -> str:
    return _command(
        *("mcp_token", "create", TOKEN_NAME, "--user", OWNER, "--scope", "read", "--plain")
    )


def _command(*words: str) -> str:
    stdout = StringIO()
    call_command(*words, stdout=stdout)
    return stdout.getvalue().strip()


def _port(text: str) -> int:
    port = int(text)
    if not 1 <= port <= 65_535:  # noqa: PLR2004  # RFC 6335, section 6
        raise ValueError(text)
    return port


def _base_url(port: int) -> str:
    """Return the site's address: the configured one, with the port of this run if local."""
    configured: str = settings.BASE_URL
    is_local = urlsplit(configured).hostname in LOOPBACK_NAMES
    return f"http://{HOST}:{port}" if is_local else configured


def _refuse_port_in_use(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is in use or not allowed; choose another with --port."
            ) from error


def _serve(port: int, base_url: str) -> None:
    """Become the server, so that signals reach it; gunicorn hands BASE_URL to its workers."""
    os.execv(  # noqa: S606  # a fixed program, no shell wanted
        sys.executable,
        [
            *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
            *("--bind", f"{HOST}:{port}", "--workers", "1", "--threads", str(THREADS)),
            *("--env", f"BASE_URL={base_url}", "--log-level", "warning", "--no-control-socket"),
        ],
    )
