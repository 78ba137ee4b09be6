"""`mcp_tools`."""

import pytest
from django.core.management import CommandError

from mcp_gateway.catalog import registry
from mcp_gateway.models import AgentAccess, AuditEvent
from mcp_gateway.registry.lint import lint_registry
from tests.make import make_user


@pytest.fixture
def member(db):
    return make_user("ada")


def call(run, name: str, *words: str, user: str = "ada"):
    return run("mcp_tools", "call", name, "--user", user, *words)


def test_list_prints_every_tool_in_order(run):
    lines = run("mcp_tools", "list").lines

    assert [line.split()[0] for line in lines[1:]] == list(registry().tools)


def test_list_prints_the_definitions_that_clients_get(run):
    definitions = run("mcp_tools", "list", "--json").json

    assert [definition["name"] for definition in definitions] == list(registry().tools)
    assert {"description", "inputSchema", "annotations"} <= definitions[0].keys()


def test_list_prints_a_page_for_people(run):
    page = run("mcp_tools", "list", "--markdown").stdout

    assert "\n## Shapes (`shapes`)\n" in page
    assert "### `echo_text`" in page


def test_show_prints_one_definition(run):
    assert run("mcp_tools", "show", "echo_text").json["name"] == "echo_text"


@pytest.mark.parametrize("action", [["show"], ["call", "--user", "ada"]])
def test_an_unknown_tool_is_refused(run, member, action):
    with pytest.raises(CommandError):
        run("mcp_tools", *action, "no_such_tool")


def test_call_prints_the_result(run, member):
    result = call(run, "echo_text", "--args", '{"text": "ab", "times": 2}').json

    assert (result["untrusted_text"], result["count"]) == ("abab", 2)


def test_call_prints_the_blocks_of_bare_content(run, member):
    blocks = call(run, "show_blocks").json

    assert [block["type"] for block in blocks] == ["text", "image", "resource_link"]


@pytest.mark.parametrize(
    "arguments", ["{", "[]", '{"text": 1}', '{"text": "a", "more": 1}', "{}", '{"text": "\\u0000"}']
)
def test_wrong_arguments_are_a_failure(run, member, arguments):
    with pytest.raises(CommandError):
        call(run, "echo_text", "--args", arguments)


def test_a_refusal_of_the_tool_is_a_failure_with_its_code(run, member):
    with pytest.raises(CommandError) as caught:
        call(run, "refuse_call", "--args", '{"code": "not_today"}')

    assert '"error":"not_today"' in str(caught.value)


def test_a_bug_in_a_tool_is_a_failure_that_tells_nothing_of_it(run, member):
    with pytest.raises(CommandError) as caught:
        call(run, "fail_badly")

    assert "marker" not in str(caught.value)


@pytest.mark.parametrize("user", ["nobody", "gone"])
def test_a_call_needs_an_active_account(run, user):
    make_user("gone", is_active=False)

    with pytest.raises(CommandError) as caught:
        call(run, "echo_text", "--args", '{"text": "a"}', user=user)

    assert str(caught.value).startswith("user:")


MAKE_THINGS = ("--args", '{"names": ["one"]}')


def test_the_gates_hold_for_a_call_by_hand(run, member):
    with pytest.raises(CommandError) as caught:
        call(run, "make_things", *MAKE_THINGS)

    assert "writes_disabled_by_owner" in str(caught.value)


def test_a_change_by_hand_needs_the_switches_and_is_audited(run, member):
    run("mcp_settings", "set", "writes_enabled=true")
    AgentAccess.objects.create(user=member, writes_allowed=True)

    call(run, "make_things", *MAKE_THINGS)

    event = AuditEvent.objects.get(kind=AuditEvent.Kind.AGENT_WRITE)
    assert (event.actor_id, event.tool, event.item_count) == (member.pk, "make_things", 1)


@pytest.mark.parametrize("scope", ["read", "full"])
def test_a_call_can_act_as_a_token_that_may_only_read(run, member, scope):
    run("mcp_settings", "set", "writes_enabled=true")
    AgentAccess.objects.create(user=member, writes_allowed=True)

    with pytest.raises(CommandError) as caught:
        call(run, "make_things", *MAKE_THINGS, "--scope", scope)

    assert "token_scope" in str(caught.value)


def test_lint_fails_where_there_are_problems_and_names_them(run):
    report = lint_registry(registry())
    assert report.problem_count

    with pytest.raises(CommandError) as caught:
        run("mcp_tools", "lint")

    assert str(caught.value).startswith(str(report.problem_count))


def test_lint_passes_where_there_are_none(run, settings):
    settings.INSTALLED_APPS = [name for name in settings.INSTALLED_APPS if "fixture" not in name]
    registry.cache_clear()

    assert run("mcp_tools", "lint").lines[-1].startswith("0 tools")
    assert run("mcp_tools", "lint", "--json").json == {
        "tools": [],
        "size": 1,
        "tokens": 1,
        "tokens_per_tool": 0.0,
        "problems": [],
        "problem_count": 0,
    }
