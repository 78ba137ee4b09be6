"""The page of the assistant settings, and that of single tools."""

import re

import pytest

from mcp_gateway.models import AuditEvent, GatewaySettings, ToolPolicy
from mcp_gateway.services.settings import read_settings
from tests.make_gateway import enable_gateway, switch_off

pytestmark = pytest.mark.usefixtures("fixture_tools")

SETTINGS = "/admin/mcp_gateway/gatewaysettings/"
TOOLS = "/admin/mcp_gateway/toolpolicy/"
_INPUT = re.compile(r"<(?:input|textarea)[^>]*>")


def posted(html: str, changes: dict[str, str | None]) -> dict[str, str]:
    """Return what a browser sends for the form on the page after a person's `changes`.

    None clears a box.
    """
    form = html[html.index("csrfmiddlewaretoken") :]
    values = {}
    for tag in _INPUT.findall(form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name is None or ('type="checkbox"' in tag and " checked" not in tag):
            continue
        values[name[1]] = value[1] if value else "on"
    values["allowed_origins"] = ""
    return {name: value for name, value in (values | changes).items() if value is not None}


def change(browser, path, changes):
    page = browser.get(path).content.decode()
    return browser.post(path, posted(page, changes), follow=True)


def test_the_toggles_are_saved_and_audited(browser, owner):
    change(browser, SETTINGS, {"enabled": "on", "writes_enabled": "on", "items_per_call": "7"})

    state = read_settings()
    event = AuditEvent.objects.get()
    assert (state.enabled, state.writes_enabled, state.items_per_call) == (True, True, 7)
    assert (event.kind, event.actor_id) == (AuditEvent.Kind.SETTINGS_CHANGED, owner.pk)
    assert event.details["changed"] == ["enabled", "writes_enabled", "items_per_call"]


def test_saving_the_page_as_it_is_changes_nothing(browser):
    change(browser, SETTINGS, {})

    assert not AuditEvent.objects.exists()


def test_a_page_that_lay_open_does_not_turn_back_anothers_switch(browser):
    enable_gateway(writes=True)
    stale = browser.get(SETTINGS).content.decode()
    enable_gateway(writes=False, enabled=False)

    browser.post(SETTINGS, posted(stale, {"items_per_day": "9"}))

    state = read_settings()
    assert (state.enabled, state.writes_enabled, state.items_per_day) == (False, False, 9)


def test_origins_are_written_one_a_line(browser):
    change(browser, SETTINGS, {"allowed_origins": "https://a.example\r\n\r\nhttps://b.example\r\n"})

    assert read_settings().allowed_origins == {"https://a.example", "https://b.example"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("items_per_call", "0"),
        ("items_per_call", "1001"),
        ("calls_per_minute", "many"),
        ("items_per_day", "9" * 30),
        ("allowed_origins", "a.example"),
        ("allowed_origins", "https://a.example/path"),
        ("allowed_origins", "https://a.example\x00"),
    ],
)
def test_a_wrong_value_is_shown_beside_its_field_and_saves_nothing(browser, name, value):
    enable_gateway()
    before = GatewaySettings.objects.values().get()

    response = change(browser, SETTINGS, {name: value, "enabled": None})

    assert response.status_code == 200
    assert list(response.context["adminform"].form.errors) == [name]
    assert GatewaySettings.objects.values().get() == before


def test_the_row_is_made_from_the_presets(browser, settings):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "enabled_at_first_start": True}

    browser.get(SETTINGS)

    assert GatewaySettings.objects.get().enabled


@pytest.mark.parametrize("is_set", [True, False])
def test_the_page_says_when_the_site_is_run_read_only(browser, settings, is_set):
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": is_set}

    assert ("MCP_READ_ONLY" in browser.get(SETTINGS).content.decode()) == is_set


@pytest.mark.parametrize("path", ["add/", "1/delete/"])
def test_the_one_row_is_neither_added_nor_deleted(browser, path):
    enable_gateway()

    assert browser.post(SETTINGS + path, {"post": "yes"}).status_code in {403, 404}
    assert GatewaySettings.objects.count() == 1


def test_staff_cannot_save_the_settings(staff_browser):
    enable_gateway(enabled=False)

    response = staff_browser.post(SETTINGS, {"enabled": "on"})

    assert response.status_code == 403
    assert not read_settings().enabled


def test_a_tool_and_a_toolset_are_switched_off_and_on(browser):
    change(browser, TOOLS, {"tool-echo_text": None, "toolset-spare": None})

    state = read_settings()
    assert (state.tools_off, state.toolsets_off) == (frozenset({"echo_text"}), frozenset({"spare"}))

    change(browser, TOOLS, {"tool-echo_text": "on"})

    state = read_settings()
    assert (state.tools_off, state.toolsets_off) == (frozenset(), frozenset({"spare"}))
    assert AuditEvent.objects.filter(kind=AuditEvent.Kind.SETTINGS_CHANGED).count() == 3


def test_a_page_that_lay_open_does_not_switch_on_what_another_switched_off(browser):
    stale = browser.get(TOOLS).content.decode()
    switch_off(ToolPolicy.Kind.TOOL, "echo_text")

    browser.post(TOOLS, posted(stale, {"toolset-spare": None}))

    state = read_settings()
    assert (state.tools_off, state.toolsets_off) == (frozenset({"echo_text"}), frozenset({"spare"}))


def test_every_toolset_and_tool_of_the_site_is_on_the_page(browser):
    page = browser.get(TOOLS).content.decode()

    for name in ("toolset-shapes", "toolset-spare", "tool-echo_text", "tool-make_things"):
        assert f'name="{name}"' in page


def test_a_tool_that_does_not_exist_is_not_switched(browser):
    response = change(browser, TOOLS, {"tool-none_such": "on", "initial-tool-none_such": "False"})

    assert response.status_code == 200
    assert not ToolPolicy.objects.exists()


def test_staff_cannot_switch_tools(staff_browser):
    assert staff_browser.post(TOOLS, {"initial-tool-echo_text": "True"}).status_code == 403
    assert not ToolPolicy.objects.exists()


@pytest.mark.parametrize("path", ["add/", "1/change/", "1/delete/"])
def test_no_single_row_of_a_switch_has_a_page(browser, path):
    policy = switch_off(ToolPolicy.Kind.TOOL, "echo_text")

    assert browser.get(TOOLS + path.replace("1", str(policy.pk))).status_code == 404
