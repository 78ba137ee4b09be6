"""Toolsets and the registry: names are taken once, order is kept."""

from collections.abc import Mapping
from typing import Annotated

import pytest
from pydantic import Field

from mcp_gateway.registry import (
    Effect,
    InvalidArgumentsError,
    ItemNotFoundError,
    NoArgs,
    PromptArgs,
    Registry,
    ResourceArgs,
    ResourceContent,
    ToolContext,
    ToolDeclarationError,
    ToolError,
    ToolResult,
    ToolSet,
)

READS = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)


class Nothing(ToolResult):
    pass


class GoalArgs(PromptArgs):
    goal: Annotated[str, Field(description="What for.")]


class ThingArgs(ResourceArgs):
    id: str


def do_nothing(ctx: ToolContext[str], args: NoArgs) -> Nothing:
    """Do nothing."""
    return Nothing()


def do_less(ctx: ToolContext[str], args: NoArgs) -> Nothing:
    """Do less."""
    return Nothing()


def plan(ctx: ToolContext[str], args: GoalArgs) -> str:
    """Plan."""
    return args.goal


def thing(ctx: ToolContext[str], args: ThingArgs) -> ResourceContent:
    """One thing."""
    return ResourceContent(mime_type="text/plain", text=args.id)


def suggest(ctx: ToolContext[str], value: str, others: Mapping[str, str]) -> list[str]:
    return [value]


def make_toolset(name: str = "things", **options) -> ToolSet:
    return ToolSet(name=name, title="Things", description="Things to try.", **options)


def make_full_toolset(name: str = "things") -> ToolSet:
    toolset = make_toolset(name)
    toolset.tool(title="Nothing", effect=READS)(do_nothing)
    toolset.tool(title="Less", effect=READS)(do_less)
    toolset.prompt("plan", title="Plan")(plan)
    toolset.resource("workspace://things/{id}", title="Thing")(thing)
    toolset.completion("plan", "goal")(suggest)
    toolset.completion("workspace://things/{id}", "id")(suggest)
    return toolset


def test_a_registry_holds_everything_in_the_order_of_its_declaration():
    toolset = make_full_toolset()

    registry = Registry([toolset, make_toolset("others")])

    assert list(registry.toolsets) == ["things", "others"]
    assert list(registry.tools) == ["do_nothing", "do_less"]
    assert list(registry.prompts) == ["plan"]
    assert registry.resources == toolset.resources
    assert registry.completions == {
        ("plan", "goal"): ("things", suggest),
        ("workspace://things/{id}", "id"): ("things", suggest),
    }


def test_a_uri_is_found_with_its_variables():
    registry = Registry([make_full_toolset()])

    found = registry.find_resource("workspace://things/7")

    assert found == (registry.resources[0], {"id": "7"})
    assert registry.find_resource("workspace://elsewhere") is None


def toolset_with_tool() -> ToolSet:
    toolset = make_toolset("others")
    toolset.tool(title="Nothing", effect=READS)(do_nothing)
    return toolset


def toolset_with_prompt() -> ToolSet:
    toolset = make_toolset("others")
    toolset.prompt("plan", title="Plan")(plan)
    return toolset


def toolset_with_resource() -> ToolSet:
    toolset = make_toolset("others")
    toolset.resource("workspace://things/{id}", title="Thing")(thing)
    return toolset


def test_a_toolset_name_is_taken_once():
    with pytest.raises(ToolDeclarationError):
        Registry([make_toolset(), make_toolset()])


@pytest.mark.parametrize("make", [toolset_with_tool, toolset_with_prompt, toolset_with_resource])
def test_a_name_is_taken_once_on_the_site(make):
    with pytest.raises(ToolDeclarationError):
        Registry([make_full_toolset(), make()])


@pytest.mark.parametrize(
    ("reference", "argument"), [("plan", "other"), ("unknown", "goal"), ("workspace://x", "id")]
)
def test_a_completion_of_nothing_is_refused(reference, argument):
    toolset = make_full_toolset()
    toolset.completion(reference, argument)(suggest)

    with pytest.raises(ToolDeclarationError) as caught:
        Registry([toolset])

    assert argument in str(caught.value)


def test_a_completion_is_declared_once():
    toolset = make_full_toolset()

    with pytest.raises(ToolDeclarationError):
        toolset.completion("plan", "goal")(suggest)


@pytest.mark.parametrize("name", ["", "Things", "a b", "things\n"])
def test_a_toolset_with_a_wrong_name_is_refused(name):
    with pytest.raises(ToolDeclarationError):
        make_toolset(name)


@pytest.mark.parametrize("missing", ["title", "description"])
def test_a_toolset_that_tells_the_owner_nothing_is_refused(missing):
    told = {"title": "Things", "description": "Things to try.", missing: ""}

    with pytest.raises(ToolDeclarationError) as caught:
        ToolSet(name="things", title=told["title"], description=told["description"])

    assert "things" in str(caught.value)


def test_a_toolset_translates_no_error_and_knows_no_traits_by_itself():
    toolset = make_toolset()

    assert toolset.translate_error(ValueError()) is None
    assert toolset.traits_of(object()) == ()


def test_a_refusal_is_an_object_with_its_code_and_details():
    error = ToolError("Wait.", code="rate_limited", details={"retry_after_seconds": 3})

    assert error.body() == {"error": "rate_limited", "message": "Wait.", "retry_after_seconds": 3}


def test_the_kinds_of_refusal_have_codes_of_their_own():
    assert ItemNotFoundError("task not found").body() == {
        "error": "not_found",
        "message": "task not found",
    }
    assert InvalidArgumentsError("Too big.", argument="limit").body() == {
        "error": "invalid_arguments",
        "message": "limit: Too big.",
        "argument": "limit",
    }


@pytest.mark.parametrize("message", ["limit: Too big.", "limit must be smaller."])
def test_a_message_that_names_its_argument_stays_as_it_is(message):
    assert InvalidArgumentsError(message, argument="limit").message == message
