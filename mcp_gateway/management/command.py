"""What the commands have in common: errors as sentences, data to stdout, talk to stderr."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError

from mcp_gateway.services.errors import GatewayError, InvalidValueError

JSON_OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS


class GatewayCommand(BaseCommand):
    """A command with actions, such as `mcp_token create`; each is a method of its own.

    A refusal of a service becomes a `CommandError`, so the command ends with its sentence and
    exit code 1.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the actions."""
        self.add_actions(parser.add_subparsers(dest="action", required=True, metavar="ACTION"))

    def add_actions(self, actions: Any) -> None:
        """Declare each action by `action()` and its arguments."""
        raise NotImplementedError

    def action(self, actions: Any, name: str, run: Callable[..., None]) -> CommandParser:
        """Declare an action; its help is the first line of the method's docstring."""
        words = (run.__doc__ or "").strip().partition("\n")[0]
        parser: CommandParser = actions.add_parser(name, help=words, description=words)
        parser.set_defaults(run=run)
        return parser

    def handle(self, *_args: object, run: Callable[..., None], **options: Any) -> None:
        """Run the action that the command line names.

        Raises:
            CommandError: it failed; the sentence says why.
        """
        try:
            run(**options)
        except InvalidValueError as error:
            raise CommandError(f"{error.field}: {error.message}") from error
        except GatewayError as error:
            raise CommandError(error.message) from error
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                "The database cannot be reached or lacks tables: run `manage.py migrate` first."
            ) from error

    def say(self, sentence: str) -> None:
        """Tell the person at the terminal something that is not the command's data."""
        self.stderr.write(sentence, self.style.NOTICE)

    def print_json(self, value: object) -> None:
        """Write a value as JSON to stdout."""
        self.stdout.write(orjson.dumps(value, default=str, option=JSON_OPTIONS).decode())

    def print_table(self, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Write rows to stdout in columns, under their heads."""
        cells = [list(heads), *([_cell(value) for value in row] for row in rows)]
        widths = [max(len(row[index]) for row in cells) for index in range(len(heads))]
        for row in cells:
            padded = (text.ljust(width) for text, width in zip(row, widths, strict=True))
            self.stdout.write("  ".join(padded).rstrip())


def find_account(username: str) -> AbstractUser:
    """Return the account of that name.

    Raises:
        InvalidValueError: there is none.
    """
    account = get_user_model().objects.filter(username=username).first()
    if not isinstance(account, AbstractUser):
        raise InvalidValueError("There is no account of that name.", field="user")
    return account


def _cell(value: object) -> str:
    if value is None or value == "":
        return "-"
    text = f"{value:%Y-%m-%d %H:%M}" if hasattr(value, "strftime") else str(value)
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
