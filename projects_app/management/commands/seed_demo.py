"""`seed_demo`: the work of a made-up team of four, and any number of tasks for size."""

import argparse
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projects_app.services import demo as demo_services

MOST_TASKS: Final = 100_000_000


class Command(BaseCommand):
    """Add demo data; run again, it keeps what is there and adds nothing twice."""

    help = (
        "Add the projects and tasks of a made-up team of four, dated around today. With --tasks, "
        "fill them up to N bulk tasks. Keeps what is there and adds nothing twice."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--owner", metavar="USERNAME", help="default: the first superuser")
        parser.add_argument("--tasks", type=_task_count, default=0, metavar="N", help="default: 0")

    def handle(self, *_args: object, owner: str | None, tasks: int, **_options: Any) -> None:
        """Seed, and say what was added.

        Raises:
            CommandError: there is no such user, or the database cannot be used.
        """
        try:
            added = demo_services.seed_demo(owner=_find_owner(owner)).added
            for name, count in added.items():
                self.stdout.write(f"{name}: {count} added")
            if tasks:
                self.stdout.write(f"bulk tasks: {_seed_bulk(tasks)} added")
            elif not added:
                self.stdout.write("Everything is there already.")
        except DatabaseError as error:
            raise CommandError(
                "The database cannot be reached or lacks tables: run `manage.py migrate` first."
            ) from error


def _find_owner(username: str | None) -> AbstractUser:
    users = get_user_model().objects
    if username is None:
        first = users.filter(is_superuser=True).order_by("pk").first()
        return first or demo_services.get_or_create_person(demo_services.OWNER_USERNAME)
    user = users.filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no user {username!r}.")
    return user


def _seed_bulk(count: int) -> int:
    columns = (TextColumn("Adding tasks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("tasks", total=count)
        return demo_services.seed_bulk_tasks(
            count=count, progress=lambda done: bar.update(task, completed=done)
        )


def _task_count(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= MOST_TASKS:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {MOST_TASKS:,}")
    return int(text)
