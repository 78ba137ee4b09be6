"""`quickstart`, end to end: what it prints works as it stands, and a second run keeps things."""

import itertools
import json
import re
import shlex
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from mcp_gateway.models import AccessToken
from projects_app.models import Project
from tests.make import make_superuser, make_user
from tests.served import ROOT, STOP_SECONDS, run_command, site_environment

CONNECT_RETRIES = 8


@dataclass(frozen=True)
class Printed:
    """What quickstart told a person."""

    text: str

    @property
    def server(self) -> Any:
        """The entry of the snippet."""
        start = self.text.index('{\n  "mcpServers"')
        snippet, _ = json.JSONDecoder().raw_decode(self.text[start:])
        return snippet["mcpServers"]["mcp-gateway"]

    @property
    def curl(self) -> list[str]:
        """The command to try, as a shell reads it."""
        start = self.text.index("curl ")
        command, _, _ = self.text[start:].partition("\n\n")
        return shlex.split(command.replace("\\\n", " "))

    @property
    def password(self) -> str:
        """The owner's password."""
        found = re.search(r"^Password +(\S+) \(shown this once\)$", self.text, re.MULTILINE)
        return found[1] if found else ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def environment(folder: Path) -> dict[str, str]:
    """The environment of somebody who has set nothing but where the data goes."""
    values = site_environment(folder, settings="config.settings", url="")
    return {name: values[name] for name in ("PATH", "HOME", "DATABASE_URL", "SECRET_KEY")}


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[tuple[Printed, int]]:
    """A site that quickstart serves: what it printed, and the port."""
    folder, port = tmp_path_factory.mktemp("quickstart"), free_port()
    log = (folder / "server.log").open("wb")
    command = [sys.executable, "manage.py", "quickstart", "--port", str(port)]
    process = subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, env=environment(folder), stdout=subprocess.PIPE, stderr=log, text=True
    )
    assert process.stdout is not None
    lines: list[str] = []
    while not (lines and lines[-1].startswith("Serving on")):
        lines.append(process.stdout.readline())
        assert lines[-1], (folder / "server.log").read_text()
    yield Printed("".join(lines)), port
    process.terminate()
    process.wait(STOP_SECONDS)
    process.stdout.close()
    log.close()


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A client that waits for the server to come up."""
    with httpx.Client(transport=httpx.HTTPTransport(retries=CONNECT_RETRIES), timeout=60) as client:
        yield client


def test_the_printed_command_gets_the_tasks_of_today(served, client):
    printed, port = served
    words = printed.curl
    headers = dict(
        word.split(": ", 1) for option, word in itertools.pairwise(words) if option == "-H"
    )

    answer = client.post(words[2], headers=headers, content=words[words.index("-d") + 1])

    assert words[2] == f"http://127.0.0.1:{port}/mcp"
    assert answer.status_code == 200
    assert "server_time" in answer.json()["result"]["structuredContent"]


def test_the_printed_snippet_signs_in_and_lists_reading_tools_alone(served, client):
    server = served[0].server
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    answer = client.post(server["url"], headers=server["headers"], json=body)

    tools = answer.json()["result"]["tools"]
    assert {tool["annotations"]["readOnlyHint"] for tool in tools} == {True}
    assert {"list_tasks", "get_task"} <= {tool["name"] for tool in tools}


def test_the_printed_password_opens_the_admin_on_that_port(served, client):
    printed, port = served
    page = f"http://127.0.0.1:{port}/admin/login/"
    client.get(page)

    answer = client.post(
        page,
        data={
            "username": "owner",
            "password": printed.password,
            "csrfmiddlewaretoken": client.cookies["csrftoken"],
            "next": "/admin/",
        },
        headers={"Origin": f"http://127.0.0.1:{port}"},
    )

    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")


def test_a_port_in_use_is_refused_before_anything_is_made(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(subprocess.CalledProcessError):
            run_command(environment(tmp_path), "quickstart", "--port", str(port))

    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == []


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http"])
def test_a_port_that_is_none_is_refused(port):
    with pytest.raises(CommandError):
        call_command("quickstart", "--no-serve", "--port", port)


def quickstart(*words: str) -> Printed:
    stdout = StringIO()
    call_command("quickstart", "--no-serve", *words, stdout=stdout)
    return Printed(stdout.getvalue())


@pytest.mark.django_db
def test_the_owner_can_sign_in_and_has_data():
    printed = quickstart()

    owner = get_user_model().objects.get(username="owner")
    assert owner.check_password(printed.password)
    assert (owner.is_superuser, owner.is_staff) == (True, True)
    assert Project.objects.filter(owner_id=owner.pk).exists()


@pytest.mark.django_db
def test_a_second_run_keeps_what_is_there():
    first = quickstart()
    project = Project.objects.all()[0]
    Project.objects.filter(pk=project.pk).update(name="Renamed")
    count = Project.objects.count()

    second = quickstart()

    owner = get_user_model().objects.get(username="owner")
    assert second.password == ""
    assert owner.check_password(first.password)
    assert (Project.objects.count(), Project.objects.get(pk=project.pk).name) == (count, "Renamed")
    assert first.server["headers"] != second.server["headers"]


@pytest.mark.django_db
def test_a_second_run_leaves_the_endpoint_off_and_says_so():
    quickstart()
    call_command("mcp_settings", "set", "enabled=false", stderr=StringIO())

    printed = quickstart()

    assert "enabled=true" in printed.text
    settings = StringIO()
    call_command("mcp_settings", "show", "--json", stdout=settings)
    assert json.loads(settings.getvalue())["enabled"] is False


@pytest.mark.django_db
def test_an_owner_of_that_name_is_taken_as_the_owner():
    make_superuser("owner")

    printed = quickstart()

    assert printed.password == ""
    assert "enabled=true" not in printed.text


@pytest.mark.django_db
def test_an_account_of_that_name_that_is_not_the_owner_is_not_taken_for_them():
    make_user("owner")

    with pytest.raises(CommandError):
        quickstart()

    assert not AccessToken.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("base_url", "endpoint"),
    [
        ("http://localhost:8000", "http://127.0.0.1:8123/mcp"),
        ("https://gateway.example.com", "https://gateway.example.com/mcp"),
    ],
)
def test_the_printed_address_is_the_public_one_or_that_of_the_port(settings, base_url, endpoint):
    settings.BASE_URL = base_url

    assert quickstart("--port", "8123").server["url"] == endpoint
