"""`mcp_settings`."""

import pytest
from django.core.management import CommandError

from mcp_gateway.models import AuditEvent
from mcp_gateway.services.settings import read_settings


def test_show_prints_the_settings_in_force(run):
    assert run("mcp_settings", "show", "--json").json == {
        "enabled": False,
        "writes_enabled": False,
        "toolsets": ["shapes", "spare"],
        "items_per_call": 50,
        "calls_per_minute": 30,
        "items_per_day": 1000,
        "reads_per_minute": 600,
        "allowed_origins": [],
    }


def test_show_prints_a_line_for_each_setting(run):
    lines = run("mcp_settings", "show").lines

    assert [line.split()[0] for line in lines[1:3]] == ["enabled", "writes_enabled"]
    assert lines[1].split() == ["enabled", "false"]
    assert lines[-1].split() == ["allowed_origins", "-"]


def test_set_changes_what_it_names_and_nothing_else(run):
    before = read_settings()

    output = run(
        "mcp_settings",
        "set",
        "enabled=true",
        "writes_enabled=ON",
        "items_per_call=40",
        "toolsets=shapes",
        "allowed_origins=https://a.example.com, https://b.example.com",
    )

    after = read_settings()
    assert (after.enabled, after.writes_enabled, after.items_per_call) == (True, True, 40)
    assert after.toolsets_off == {"spare"}
    assert after.allowed_origins == {"https://a.example.com", "https://b.example.com"}
    assert after.items_per_day == before.items_per_day
    assert output.stdout == ""


def test_a_change_is_audited_as_the_command_lines(run):
    run("mcp_settings", "set", "enabled=true")

    event = AuditEvent.objects.get()
    assert (event.kind, event.actor_id) == (AuditEvent.Kind.SETTINGS_CHANGED, None)


@pytest.mark.parametrize(
    "change",
    [
        "enabled",
        "enabled=maybe",
        "enabled=",
        "items_per_call=0",
        "items_per_call=1001",
        "items_per_call=many",
        "items_per_call=-1",
        "toolsets=unknown",
        "allowed_origins=nowhere",
        "unknown=1",
        "=1",
    ],
)
def test_a_wrong_change_is_refused_by_its_key_and_nothing_changes(run, change):
    before = read_settings()

    with pytest.raises(CommandError) as caught:
        run("mcp_settings", "set", "writes_enabled=true", change)

    assert str(caught.value).startswith(f"{change.partition('=')[0]}:")
    assert read_settings() == before


def test_a_key_named_twice_is_refused(run):
    with pytest.raises(CommandError):
        run("mcp_settings", "set", "enabled=true", "enabled=false")

    assert not read_settings().enabled


@pytest.mark.parametrize("words", [[], ["set"], ["forget"]])
def test_a_command_without_its_words_is_refused(run, words):
    with pytest.raises(CommandError):
        run("mcp_settings", *words)
