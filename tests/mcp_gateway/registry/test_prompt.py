"""Prompts: what is listed, and what is refused when they are declared."""

from typing import Annotated

import pytest
from pydantic import Field

from mcp_gateway.registry import (
    Prompt,
    PromptArgs,
    PromptMessage,
    ToolContext,
    ToolDeclarationError,
    ToolSet,
)


class WeekArgs(PromptArgs):
    goal: Annotated[str, Field(description="What the week is for.")]
    start_hour: Annotated[str, Field(alias="startHour", description="When days begin.")] = "9"


def plan_week(ctx: ToolContext[str], args: WeekArgs) -> list[PromptMessage]:
    """Plan a week."""
    return [PromptMessage(content=args.goal)]


def declare(function, *, title: str = "Plan") -> Prompt:
    toolset = ToolSet(name="things", title="Things", description="Things to try.")
    declared = toolset.prompt("plan-week", title=title)(function)
    assert declared is function
    return toolset.prompts["plan-week"]


def test_a_prompt_is_listed_with_its_arguments_as_clients_name_them():
    assert declare(plan_week).listing() == {
        "name": "plan-week",
        "title": "Plan",
        "description": "Plan a week.",
        "arguments": [
            {"name": "goal", "description": "What the week is for.", "required": True},
            {"name": "startHour", "description": "When days begin.", "required": False},
        ],
    }


def test_a_message_is_of_the_user_unless_it_says_otherwise():
    assert PromptMessage(content="Hello.").role == "user"


def test_only_the_place_of_an_argument_counts_not_its_name():
    def plan(_ctx: ToolContext[str], wanted: WeekArgs) -> str:
        """Plan a week."""
        return wanted.goal

    assert declare(plan).args_model is WeekArgs


class Undescribed(PromptArgs):
    goal: str


def no_docstring(ctx: ToolContext[str], args: WeekArgs) -> str:
    return ""


def no_arguments(ctx: ToolContext[str]) -> str:
    """Plan a week."""
    return ""


def wrong_arguments(ctx: ToolContext[str], args: str) -> str:
    """Plan a week."""
    return args


def undescribed_argument(ctx: ToolContext[str], args: Undescribed) -> str:
    """Plan a week."""
    return args.goal


@pytest.mark.parametrize(
    "function", [no_docstring, no_arguments, wrong_arguments, undescribed_argument]
)
def test_a_wrong_declaration_is_refused(function):
    with pytest.raises(ToolDeclarationError):
        declare(function)


def test_a_prompt_without_a_title_is_refused_and_named():
    with pytest.raises(ToolDeclarationError) as caught:
        declare(plan_week, title="")

    assert "plan-week" in str(caught.value)


def test_a_name_is_declared_once_in_a_toolset():
    toolset = ToolSet(name="things", title="Things", description="Things to try.")
    toolset.prompt("plan-week", title="Plan")(plan_week)

    with pytest.raises(ToolDeclarationError):
        toolset.prompt("plan-week", title="Plan")(plan_week)
