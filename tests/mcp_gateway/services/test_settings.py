"""Reading and changing the owner's settings."""

import pytest

from mcp_gateway.models import AuditEvent, GatewaySettings, ToolPolicy
from mcp_gateway.services.errors import InvalidValueError, NotPermittedError, UnknownNameError
from mcp_gateway.services.settings import (
    CHANGEABLE,
    SettingsSnapshot,
    change_settings,
    read_settings,
    set_policy,
)
from tests.make import make_superuser, make_user
from tests.make_gateway import enable_gateway, switch_off
from tests.mcp_gateway.services.toolsets import make_registry

pytestmark = pytest.mark.django_db

DEFAULTS = SettingsSnapshot(
    enabled=False,
    writes_enabled=False,
    items_per_call=50,
    calls_per_minute=30,
    items_per_day=1_000,
    reads_per_minute=600,
)

REGISTRY = make_registry()


def _change(**changes: object) -> SettingsSnapshot:
    return change_settings(actor=None, changes=changes, registry=REGISTRY)


def test_the_first_reading_makes_the_row_with_everything_off():
    assert read_settings() == DEFAULTS
    assert GatewaySettings.objects.count() == 1


def test_the_presets_of_the_environment_count_on_the_first_start_alone(settings):
    settings.MCP_GATEWAY = {
        **settings.MCP_GATEWAY,
        "enabled_at_first_start": True,
        "writes_at_first_start": True,
    }
    first = read_settings()
    _change(enabled=False, writes_enabled=False)

    assert (first.enabled, first.writes_enabled) == (True, True)
    assert read_settings() == DEFAULTS


def test_settings_and_switches_are_read_by_one_query(django_assert_num_queries):
    enable_gateway(allowed_origins=["https://a.example"])
    switch_off(ToolPolicy.Kind.TOOL, "poke")
    switch_off(ToolPolicy.Kind.TOOL, "say")
    switch_off(ToolPolicy.Kind.TOOLSET, "extra")
    ToolPolicy.objects.create(
        settings=GatewaySettings.get_solo(), kind="tool", name="read_count", is_enabled=True
    )

    with django_assert_num_queries(1):
        snapshot = read_settings()

    assert snapshot.enabled
    assert snapshot.allowed_origins == {"https://a.example"}
    assert snapshot.tools_off == {"poke", "say"}
    assert snapshot.toolsets_off == {"extra"}


def test_a_read_only_site_is_part_of_the_snapshot(settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": True}

    assert read_settings().is_read_only


def test_every_setting_can_be_changed_and_is_in_force_at_once():
    changes = {
        "enabled": True,
        "writes_enabled": True,
        "toolsets": ["extra"],
        "items_per_call": 5,
        "calls_per_minute": 6,
        "items_per_day": 7,
        "reads_per_minute": 8,
        "allowed_origins": ["https://App.example.com", "http://[::1]:8080"],
    }

    returned = _change(**changes)

    assert changes.keys() == set(CHANGEABLE)
    assert returned == read_settings()
    assert returned == SettingsSnapshot(
        enabled=True,
        writes_enabled=True,
        items_per_call=5,
        calls_per_minute=6,
        items_per_day=7,
        reads_per_minute=8,
        allowed_origins=frozenset({"https://app.example.com", "http://[::1]:8080"}),
        toolsets_off=frozenset({"basic"}),
    )


def test_a_change_is_audited_by_name_with_numbers_and_switches_but_no_text():
    owner = make_superuser("ada")

    change_settings(
        actor=owner,
        changes={
            "enabled": True,
            "items_per_day": 2_000,
            "calls_per_minute": 30,
            "allowed_origins": ["https://secret.example"],
            "toolsets": ["basic"],
        },
        registry=REGISTRY,
        request_id="r1",
    )

    event = AuditEvent.objects.get()
    assert (event.kind, event.actor_name, event.request_id) == ("settings.changed", "ada", "r1")
    assert event.details == {
        "changed": ["enabled", "items_per_day", "allowed_origins", "toolset:extra"],
        "old": {"enabled": False, "items_per_day": 1_000},
        "new": {"enabled": True, "items_per_day": 2_000},
    }


def test_a_change_to_what_is_already_so_is_not_audited():
    _change(enabled=False, items_per_call=50, toolsets=["basic", "extra"], allowed_origins=[])

    assert not AuditEvent.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("enabled", 1),
        ("enabled", "true"),
        ("enabled", None),
        ("writes_enabled", 0),
        ("items_per_call", 0),
        ("items_per_call", 1_001),
        ("items_per_call", True),
        ("items_per_call", 5.0),
        ("items_per_call", "5"),
        ("calls_per_minute", 10_001),
        ("items_per_day", -1),
        ("reads_per_minute", 2**63),
        ("toolsets", ["nothing"]),
        ("toolsets", "basic"),
        ("toolsets", [1]),
        ("allowed_origins", "https://a.example"),
        ("allowed_origins", ["https://a.example/"]),
        ("allowed_origins", ["https://a.example/path"]),
        ("allowed_origins", ["https://user@a.example"]),
        ("allowed_origins", ["https://a.example:99999"]),
        ("allowed_origins", ["https://[::1"]),
        ("allowed_origins", ["ftp://a.example"]),
        ("allowed_origins", ["null"]),
        ("allowed_origins", ["*"]),
        ("allowed_origins", [""]),
        ("allowed_origins", [f"https://{number}.example" for number in range(51)]),
        ("pk", 5),
        ("is_read_only", False),
    ],
)
def test_a_wrong_value_is_refused_by_its_name_and_changes_nothing(field, value):
    with pytest.raises(InvalidValueError) as caught:
        change_settings(
            actor=None, changes={"writes_enabled": True, field: value}, registry=REGISTRY
        )

    assert caught.value.field == field
    assert read_settings() == DEFAULTS
    assert not AuditEvent.objects.exists()


def test_a_member_changes_nothing():
    for deed in (
        lambda: change_settings(actor=make_user(), changes={"enabled": True}, registry=REGISTRY),
        lambda: set_policy(
            actor=make_user(),
            kind=ToolPolicy.Kind.TOOL,
            name="poke",
            is_enabled=False,
            registry=REGISTRY,
        ),
    ):
        with pytest.raises(NotPermittedError):
            deed()

    assert read_settings() == DEFAULTS


@pytest.mark.parametrize(
    ("kind", "name", "off"),
    [
        (ToolPolicy.Kind.TOOL, "poke", "tools_off"),
        (ToolPolicy.Kind.TOOLSET, "extra", "toolsets_off"),
    ],
)
def test_a_switch_is_audited_and_can_be_turned_back(kind, name, off):
    def turn(*, is_enabled: bool) -> bool:
        return set_policy(
            actor=None, kind=kind, name=name, is_enabled=is_enabled, registry=REGISTRY
        )

    assert not turn(is_enabled=True)
    assert turn(is_enabled=False)
    assert not turn(is_enabled=False)
    assert getattr(read_settings(), off) == {name}
    assert turn(is_enabled=True)
    assert getattr(read_settings(), off) == frozenset()
    assert [event.details for event in AuditEvent.objects.order_by("pk")] == [
        {"changed": [f"{kind.value}:{name}"], "new": False},
        {"changed": [f"{kind.value}:{name}"], "new": True},
    ]


@pytest.mark.parametrize(
    ("kind", "name"), [(ToolPolicy.Kind.TOOL, "basic"), (ToolPolicy.Kind.TOOLSET, "poke")]
)
def test_a_switch_for_what_is_not_declared_is_refused(kind, name):
    with pytest.raises(UnknownNameError) as caught:
        set_policy(actor=None, kind=kind, name=name, is_enabled=False, registry=REGISTRY)

    assert caught.value.name == name
