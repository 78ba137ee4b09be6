"""The owner's settings by REST."""

import pytest

from mcp_gateway.models import AuditEvent, GatewaySettings
from tests.mcp_gateway.rest.people import refusal

pytestmark = pytest.mark.usefixtures("fixture_tools")

DEFAULTS = {
    "enabled": False,
    "writes_enabled": False,
    "toolsets": ["shapes", "spare"],
    "items_per_call": 50,
    "calls_per_minute": 30,
    "items_per_day": 1_000,
    "reads_per_minute": 600,
    "allowed_origins": [],
}


@pytest.fixture
def known(owner):
    """The settings as they stand at first, of an app with two toolsets among others."""
    settings = owner.get("settings/mcp")
    assert {"shapes", "spare"} <= set(settings["toolsets"])
    return settings


def test_the_settings_are_read_whole(known):
    assert known == DEFAULTS | {"toolsets": known["toolsets"]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enabled", True),
        ("writes_enabled", True),
        ("toolsets", ["spare"]),
        ("items_per_call", 7),
        ("calls_per_minute", 1),
        ("items_per_day", 20),
        ("reads_per_minute", 60),
        ("allowed_origins", ["https://app.example.com"]),
    ],
)
def test_each_key_is_set_by_itself(owner, known, name, value):
    response = owner.send("PUT", "settings/mcp", {name: value})

    assert response.json() == known | {name: value}
    assert owner.get("settings/mcp") == known | {name: value}


def test_what_was_read_can_be_written_back(owner, known):
    response = owner.send("PUT", "settings/mcp", known)

    assert response.json() == known
    assert not AuditEvent.objects.exists()


def test_a_change_is_audited_under_the_request_that_made_it(owner):
    response = owner.send("PUT", "settings/mcp", {"enabled": True})

    event = AuditEvent.objects.get(kind=AuditEvent.Kind.SETTINGS_CHANGED)
    assert event.request_id == response["X-Request-ID"]
    assert (event.actor_id, event.details["changed"]) == (owner.user.pk, ["enabled"])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"enabledd": True}, "enabledd"),
        ({"read_only": False}, "read_only"),
        ({"a\x00b": True}, None),
        ({"\ud800": True}, None),
        ({"\u202e": 1}, "\\u202e"),
        ({"enabled": "true"}, "enabled"),
        ({"enabled": 1}, "enabled"),
        ({"enabled": None}, "enabled"),
        ({"items_per_call": 0}, "items_per_call"),
        ({"items_per_call": 1_001}, "items_per_call"),
        ({"items_per_call": True}, "items_per_call"),
        ({"items_per_call": 2**64}, "items_per_call"),
        ({"items_per_call": 1.5}, "items_per_call"),
        ({"toolsets": "tasks"}, "toolsets"),
        ({"toolsets": ["none such"]}, "toolsets"),
        ({"toolsets": [["shapes"]]}, "toolsets"),
        ({"allowed_origins": ["app.example.com"]}, "allowed_origins"),
        ({"allowed_origins": {"a": 1}}, "allowed_origins"),
        ({"enabled": True, "items_per_day": -1}, "items_per_day"),
    ],
)
def test_a_wrong_value_is_named_and_changes_nothing(owner, known, body, field):
    response = owner.send("PUT", "settings/mcp", body)

    status, code, named = refusal(response)
    assert (status, code) == (400, "invalid_value")
    assert field is None or named == field
    assert owner.get("settings/mcp") == known


def test_the_row_is_made_from_the_presets(owner, settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "enabled_at_first_start": True}

    assert owner.get("settings/mcp")["enabled"] is True
    assert GatewaySettings.objects.count() == 1
