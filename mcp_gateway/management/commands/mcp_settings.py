"""`mcp_settings`: what assistants may do on this site."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from mcp_gateway.catalog import registry
from mcp_gateway.management.command import GatewayCommand
from mcp_gateway.services import settings as settings_service
from mcp_gateway.services.errors import InvalidValueError
from mcp_gateway.services.settings import SettingsSnapshot
from mcp_gateway.services.snapshot import NUMBERS, SWITCHES

WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}
LISTS: Final = ("toolsets", "allowed_origins")


class Command(GatewayCommand):
    """Show and change the owner's settings, as `PUT /api/v1/settings/mcp` does."""

    help = "Show or change what AI assistants may do on this site."

    def add_actions(self, actions: Any) -> None:
        """Declare `show` and `set`."""
        show = self.action(actions, "show", self.show)
        show.add_argument("--json", action="store_true", help="print JSON")
        change = self.action(actions, "set", self.set)
        change.add_argument(
            "changes",
            nargs="+",
            metavar="KEY=VALUE",
            help=f"keys: {', '.join(settings_service.CHANGEABLE)}; lists are comma-separated",
        )

    def show(self, *, json: bool, **_options: object) -> None:
        """Print the settings in force."""
        values = _told(settings_service.read_settings())
        if json:
            self.print_json(values)
        else:
            self.print_table(("SETTING", "VALUE"), [(key, _text(values[key])) for key in values])

    def set(self, *, changes: Sequence[str], **_options: object) -> None:
        """Change settings, in force from the next request."""
        snapshot = settings_service.change_settings(
            actor=None, changes=_parsed(changes), registry=registry()
        )
        values = _told(snapshot)
        for key in _parsed(changes):
            self.say(f"{key} is now {_text(values[key])}")


def _told(snapshot: SettingsSnapshot) -> dict[str, object]:
    values = asdict(snapshot)
    values["toolsets"] = [name for name in registry().toolsets if name not in snapshot.toolsets_off]
    values["allowed_origins"] = sorted(snapshot.allowed_origins)
    return {name: values[name] for name in settings_service.CHANGEABLE}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _parsed(changes: Sequence[str]) -> Mapping[str, object]:
    parsed: dict[str, object] = {}
    for change in changes:
        key, separator, text = change.partition("=")
        if not separator:
            raise InvalidValueError("Must be written as KEY=VALUE.", field=key)
        if key in parsed:
            raise InvalidValueError("Is named twice.", field=key)
        parsed[key] = _value(key, text.strip())
    return parsed


def _value(key: str, text: str) -> object:
    """Return the text as a value of the key's type; what does not fit is refused later."""
    if key in SWITCHES:
        return WORDS.get(text.lower(), text)
    if key in NUMBERS and text.isascii() and text.isdigit():
        return int(text)
    if key in LISTS:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text
