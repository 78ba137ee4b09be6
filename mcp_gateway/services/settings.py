"""Changing the owner's settings and switches."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Field

from mcp_gateway.models import AuditEvent, GatewaySettings, ToolPolicy
from mcp_gateway.registry import Registry
from mcp_gateway.services import audit
from mcp_gateway.services.actors import Actor, require_owner
from mcp_gateway.services.errors import InvalidValueError, UnknownNameError
from mcp_gateway.services.snapshot import (
    NUMBERS,
    SWITCHES,
    SettingsSnapshot,
    create_settings,
    read_settings,
)

__all__ = [
    "CHANGEABLE",
    "SettingsSnapshot",
    "change_settings",
    "checked_changes",
    "read_settings",
    "set_policy",
]

CHANGEABLE: Final = (*SWITCHES, "toolsets", *NUMBERS, "allowed_origins")
"""The keys of `PUT /api/v1/settings/mcp` and of `mcp_settings set`."""

MAX_ORIGINS: Final = 50
_HOST: Final = re.compile(r"[0-9a-z._:-]+")  # browsers send other names as ASCII


@transaction.atomic
def change_settings(
    *, actor: Actor, changes: Mapping[str, object], registry: Registry, request_id: str = ""
) -> SettingsSnapshot:
    """Change any of `CHANGEABLE` and return the settings then in force.

    Args:
        actor: the owner.
        changes: values of JSON types; `toolsets` lists those that are to be on, all others
            are switched off.
        registry: tells which toolsets there are.
        request_id: what the audit event is filed under.

    Raises:
        NotPermittedError: `actor` is a member.
        InvalidValueError: a key is unknown or a value wrong; `field` names it.
    """
    require_owner(actor)
    values = checked_changes(changes, registry)
    row = _locked_row()
    before = read_settings()
    for name in values.keys() - {"toolsets"}:
        setattr(row, name, values[name])
    row.save()
    if "toolsets" in values:
        _switch_toolsets(row, on=values["toolsets"], registry=registry)
    after = read_settings()
    _record_changes(before, after, actor=actor, request_id=request_id)
    return after


def checked_changes(changes: Mapping[str, object], registry: Registry) -> dict[str, Any]:
    """Return the values as they would be kept; changes nothing.

    Raises:
        InvalidValueError: a key is unknown or a value wrong; `field` names it.
    """
    return {name: _checked(name, value, registry) for name, value in changes.items()}


@transaction.atomic
def set_policy(
    *,
    actor: Actor,
    kind: ToolPolicy.Kind,
    name: str,
    is_enabled: bool,
    registry: Registry,
    request_id: str = "",
) -> bool:
    """Switch one tool or toolset on or off; return whether that changed anything.

    Raises:
        NotPermittedError: `actor` is a member.
        UnknownNameError: no such tool or toolset is declared.
    """
    require_owner(actor)
    names: Mapping[str, object] = registry.toolsets
    if kind == ToolPolicy.Kind.TOOL:
        names = registry.tools
    if name not in names:
        raise UnknownNameError(f"There is no {kind.label} of that name.", name=name)
    if not _switch(_locked_row(), kind=kind, name=name, is_enabled=is_enabled):
        return False
    audit.record(
        AuditEvent.Kind.SETTINGS_CHANGED,
        actor=actor,
        request_id=request_id,
        details={"changed": [f"{kind.value}:{name}"], "new": is_enabled},
    )
    return True


def _locked_row() -> GatewaySettings:
    row = create_settings()
    return GatewaySettings.objects.select_for_update().get(pk=row.pk)


def _switch_toolsets(row: GatewaySettings, *, on: Iterable[str], registry: Registry) -> None:
    wanted = frozenset(on)
    for name in registry.toolsets:
        _switch(row, kind=ToolPolicy.Kind.TOOLSET, name=name, is_enabled=name in wanted)


def _switch(row: GatewaySettings, *, kind: ToolPolicy.Kind, name: str, is_enabled: bool) -> bool:
    policy = ToolPolicy.objects.filter(kind=kind, name=name).first()
    if (policy is None or policy.is_enabled) == is_enabled:
        return False
    ToolPolicy.objects.update_or_create(
        kind=kind, name=name, defaults={"settings": row, "is_enabled": is_enabled}
    )
    return True


def _record_changes(
    before: SettingsSnapshot, after: SettingsSnapshot, *, actor: Actor, request_id: str
) -> None:
    plain = [
        name
        for name in (*SWITCHES, *NUMBERS, "allowed_origins")
        if getattr(before, name) != getattr(after, name)
    ]
    shown = [name for name in plain if name != "allowed_origins"]
    switched = sorted(before.toolsets_off ^ after.toolsets_off)
    changed = [*plain, *(f"toolset:{name}" for name in switched)]
    if not changed:
        return
    audit.record(
        AuditEvent.Kind.SETTINGS_CHANGED,
        actor=actor,
        request_id=request_id,
        details={
            "changed": changed,
            "old": {name: getattr(before, name) for name in shown},
            "new": {name: getattr(after, name) for name in shown},
        },
    )


def _checked(name: str, value: object, registry: Registry) -> Any:
    if name in SWITCHES:
        return _checked_switch(name, value)
    if name in NUMBERS:
        return _checked_number(name, value)
    if name == "toolsets":
        return _checked_toolsets(value, registry)
    if name == "allowed_origins":
        return _checked_origins(value)
    known = ", ".join(CHANGEABLE)
    raise InvalidValueError(f"There is no setting of that name; known are {known}.", field=name)


def _checked_switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidValueError("Must be true or false.", field=name)
    return value


def _checked_number(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidValueError("Must be a whole number.", field=name)
    column = GatewaySettings._meta.get_field(name)
    assert isinstance(column, Field)  # noqa: S101  # numbers are columns, not relations
    try:
        column.run_validators(value)
    except ValidationError as exc:
        raise InvalidValueError(" ".join(exc.messages), field=name) from exc
    return value


def _checked_toolsets(value: object, registry: Registry) -> list[str]:
    names = _texts(value, field="toolsets")
    if not set(names) <= registry.toolsets.keys():
        known = ", ".join(registry.toolsets) or "none"
        raise InvalidValueError(f"Names an unknown toolset; there are: {known}.", field="toolsets")
    return names


def _checked_origins(value: object) -> list[str]:
    origins = [text.strip().lower() for text in _texts(value, field="allowed_origins")]
    if len(origins) > MAX_ORIGINS or not all(_is_origin(text) for text in origins):
        raise InvalidValueError(
            f"Must be at most {MAX_ORIGINS} origins such as https://app.example.com.",
            field="allowed_origins",
        )
    return sorted(set(origins))


def _texts(value: object, *, field: str) -> list[str]:
    if not (isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)):
        raise InvalidValueError("Must be a list of texts.", field=field)
    return list(value)


def _is_origin(text: str) -> bool:
    """Whether `text` is scheme, host and optional port alone (RFC 6454, section 6.1)."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(parts.hostname or ""):
        return False
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    return text == f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")
