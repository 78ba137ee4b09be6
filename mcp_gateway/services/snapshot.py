"""The settings in force for one request, read once."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db.models import FilteredRelation, Q, QuerySet

from mcp_gateway.conf import gateway_settings
from mcp_gateway.models import GatewaySettings, ToolPolicy
from mcp_gateway.services.prepared import PreparedQuery

NUMBERS: Final = ("items_per_call", "calls_per_minute", "items_per_day", "reads_per_minute")
SWITCHES: Final = ("enabled", "writes_enabled")
_COLUMNS: Final = (*SWITCHES, *NUMBERS, "allowed_origins")

_Rows: TypeAlias = list[tuple[object, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsSnapshot:
    """The owner's settings and switches as one request sees them.

    `toolsets_off` and `tools_off` name what the owner switched off; all else is on.
    `is_read_only` is the site's own setting (`MCP_READ_ONLY`), which no switch overrules.
    """

    enabled: bool
    writes_enabled: bool
    items_per_call: int
    calls_per_minute: int
    items_per_day: int
    reads_per_minute: int
    allowed_origins: frozenset[str] = frozenset()
    toolsets_off: frozenset[str] = frozenset()
    tools_off: frozenset[str] = frozenset()
    is_read_only: bool = False


def read_settings() -> SettingsSnapshot:
    """Return the settings in force, by exactly one query.

    The row is made on the first call ever, from the presets of the environment; after that
    the presets count for nothing.
    """
    rows = _SETTINGS.rows()
    if not rows:
        create_settings()
        rows = _SETTINGS.rows()
    return _snapshot(rows)


def create_settings() -> GatewaySettings:
    """Return the settings row, made from the presets where there is none yet."""
    config = gateway_settings()
    row, _ = GatewaySettings.objects.get_or_create(
        pk=GatewaySettings.singleton_instance_id,
        defaults={
            "enabled": config.enabled_at_first_start,
            "writes_enabled": config.writes_at_first_start,
        },
    )
    return row


def _query() -> QuerySet[GatewaySettings, tuple[object, ...]]:
    switched_off = FilteredRelation("policies", condition=Q(policies__is_enabled=False))
    return (
        GatewaySettings.objects.filter(pk=GatewaySettings.singleton_instance_id)
        .annotate(off=switched_off)
        .values_list(*_COLUMNS, "off__kind", "off__name")
    )


_SETTINGS: Final = PreparedQuery(_query)


def _snapshot(rows: _Rows) -> SettingsSnapshot:
    columns: dict[str, Any] = dict(zip(_COLUMNS, rows[0], strict=False))
    columns["allowed_origins"] = frozenset(columns["allowed_origins"])
    off = {(row[-2], row[-1]) for row in rows}
    return SettingsSnapshot(
        **columns,
        toolsets_off=_names(off, ToolPolicy.Kind.TOOLSET),
        tools_off=_names(off, ToolPolicy.Kind.TOOL),
        is_read_only=gateway_settings().read_only,
    )


def _names(off: set[tuple[object, object]], kind: ToolPolicy.Kind) -> frozenset[str]:
    return frozenset(str(name) for of_kind, name in off if of_kind == kind)
