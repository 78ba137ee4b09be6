"""`undo_changes`: take back what calls changed."""

import datetime as dt
import json
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError
from django.utils.dateparse import parse_datetime

from projects_app.errors import DomainError
from projects_app.selectors.changes import list_calls_of_token
from projects_app.undoing import Undone, UndoRequest, undo_in_person

MAX_ID: Final = 2**63 - 1
MAX_DIGITS: Final = 20


class Command(BaseCommand):
    """Undo calls by their ids, or all calls of a token since a moment, in the owner's name."""

    help = (
        "Undo calls, all of them or none: what they changed is put back, what they created goes "
        "to the trash. Refused where somebody changed it since. The undo can be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("call_ids", nargs="*", type=_uuid, metavar="CALL_ID")
        parser.add_argument("--token", type=_number, metavar="ID", help="all calls of this token")
        parser.add_argument(
            "--since", type=_moment, metavar="ISO", help="with --token: from this moment on"
        )
        parser.add_argument("--user", help="act as this account; default: the owner of the site")
        parser.add_argument(
            "--force", action="store_true", help="put back also what has been changed since"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would happen, and change nothing"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *_args: object, **options: Any) -> None:
        """Undo and print what that was about.

        Raises:
            CommandError: nothing was undone; the sentence says why.
        """
        try:
            self._undo(**options)
        except DomainError as error:
            raise CommandError(_sentence(error)) from error
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                "The database cannot be reached or lacks tables: run `manage.py migrate` first."
            ) from error

    def _undo(  # the options, by name
        self,
        *,
        call_ids: Sequence[UUID],
        token: int | None,
        since: dt.datetime | None,
        user: str | None,
        **options: Any,
    ) -> None:
        actor = _find_actor(user)
        if bool(call_ids) == (token is not None) or (token is None) != (since is None):
            raise CommandError("Name either calls, or --token and --since.")
        if token is not None and since is not None:
            call_ids = list_calls_of_token(actor=actor, token_id=token, since=since)
        undone = undo_in_person(
            UndoRequest(
                actor=actor,
                auditor=None,
                call_ids=call_ids,
                is_forced=options["force"],
                is_rehearsal=options["dry_run"],
            )
        )
        self._print(
            undone, call_ids=call_ids, is_rehearsal=options["dry_run"], as_json=options["json"]
        )

    def _print(
        self, undone: Undone, *, call_ids: Sequence[UUID], is_rehearsal: bool, as_json: bool
    ) -> None:
        items = [
            {"kind": str(item.kind), "id": item.object_id, "changed": item.is_changed}
            for item in undone.items
        ]
        if as_json:
            body = {
                "call_id": None if is_rehearsal else str(undone.origin.call_id),
                "calls": [str(pk) for pk in call_ids],
                "items": items,
            }
            self.stdout.write(json.dumps(body, indent=2))
            return
        for item in items:
            self.stdout.write(
                f"{item['kind']} {item['id']}{'' if item['changed'] else ' (as it was)'}"
            )
        verb = "would be" if is_rehearsal else "are"
        self.stderr.write(
            f"{undone.changed_count} of {len(items)} things {verb} as before {len(call_ids)} calls."
        )
        if items and not is_rehearsal:
            self.stderr.write(f"To take this back: undo_changes {undone.origin.call_id}")


def _find_actor(username: str | None) -> AbstractUser:
    accounts = get_user_model().objects.filter(is_active=True).order_by("pk")
    wanted = {"is_superuser": True} if username is None else {"username": username}
    found = accounts.filter(**wanted).first()
    if not isinstance(found, AbstractUser):
        raise CommandError(
            "The site has no owner yet; name an account by --user."
            if username is None
            else "There is no active account of that name."
        )
    return found


def _sentence(error: DomainError) -> str:
    """Return the reason with the things it is about."""
    named = [str(pk) for name in ("ids", "items") for pk in _listed(error.details.get(name))]
    return f"{error.code}: {error.message}{' ' if named else ''}{' '.join(named)}"


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise ArgumentTypeError("must be the id of a call") from None


def _number(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < MAX_DIGITS else 0
    if not 1 <= number <= MAX_ID:
        raise ArgumentTypeError("must be the number of a token")
    return number


def _moment(text: str) -> dt.datetime:
    """Return the moment; without an offset it is UTC."""
    with suppress(ValueError):
        moment = parse_datetime(text)
        if moment is not None:
            return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    raise ArgumentTypeError("must be a time such as 2026-10-16T09:30:00Z")
