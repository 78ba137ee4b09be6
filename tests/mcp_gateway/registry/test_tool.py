"""Declaring a tool: what is refused, and what is published."""

from typing import Annotated, Any

import orjson
import pytest
from pydantic import Field, WithJsonSchema

from mcp_gateway.registry import (
    Effect,
    NoArgs,
    Tool,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolDeclarationError,
    ToolOptions,
    ToolResult,
    ToolSet,
)

READS = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
REMOVES = Effect(read_only=False, destructive=True, idempotent=False, open_world=True)


class Count(ToolResult):
    count: int


class Query(ToolArgs):
    text: Annotated[str, Field(description="Words to look for.")]


def make_toolset() -> ToolSet:
    return ToolSet(name="things", title="Things", description="Things to try.")


def declare(
    function: Any,
    *,
    title: str = "Try a thing",
    effect: Effect = READS,
    options: ToolOptions | None = None,
) -> Tool:
    toolset = make_toolset()
    toolset.tool(title=title, effect=effect, options=options)(function)
    return toolset.tools[function.__name__]


def listed(tool: Tool, *traits: str) -> Any:
    """Return the tool's entry in the list, which it must have."""
    listing = tool.listing(traits)
    assert listing is not None
    return orjson.loads(listing)


def count_things(ctx: ToolContext[str], args: Query) -> Count:
    """Count the things that hold a text.

    Use it before
    listing them.
    """
    return Count(count=len(args.text))


def test_a_tool_is_listed_with_all_that_a_client_reads():
    tool = declare(count_things)

    assert listed(tool) == {
        "name": "count_things",
        "title": "Try a thing",
        "description": "Count the things that hold a text.\nUse it before listing them.",
        "inputSchema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"text": {"type": "string", "description": "Words to look for."}},
            "required": ["text"],
        },
        "outputSchema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"count": {"type": "integer"}},
        },
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


def test_declaring_leaves_the_function_as_it_is():
    declared = make_toolset().tool(title="Count", effect=READS)(count_things)

    assert declared is count_things


@pytest.mark.parametrize(("effect", "is_changing"), [(READS, False), (REMOVES, True)])
def test_a_tool_that_is_not_read_only_is_a_changing_one(effect, is_changing):
    assert declare(count_things, effect=effect).is_changing is is_changing


def test_a_tool_of_bare_content_has_no_output_schema():
    def show_picture(ctx: ToolContext[str], args: NoArgs) -> ToolContent:
        """Show a picture."""
        return ToolContent(blocks=())

    tool = declare(show_picture)

    assert "outputSchema" not in listed(tool)
    assert tool.output_validator is None


def test_results_are_validated_against_the_published_schema():
    validator = declare(count_things).output_validator
    assert validator is not None

    assert validator.is_valid({"count": 1})
    assert not validator.is_valid({"count": "one"})
    assert not validator.is_valid({"count": 1, "more": 2})


def test_a_call_is_about_one_item_unless_the_tool_counts_otherwise():
    counting = ToolOptions(count_items=lambda args: len(args.text))

    assert declare(count_things).options.count_items(Query(text="abc")) == 1
    assert declare(count_things, options=counting).options.count_items(Query(text="abc")) == 3


def test_a_trait_changes_what_is_published_or_hides_the_tool():
    options = ToolOptions(variants={"closed": NoArgs, "absent": None})
    tool = declare(count_things, options=options)

    assert listed(tool, "other", "closed")["inputSchema"]["properties"] == {}
    assert tool.listing(["absent"]) is None
    assert tool.listing(["other"]) == tool.listing()


def undocumented(ctx: ToolContext[str], args: NoArgs) -> Count:
    return Count(count=0)


def no_arguments(ctx: ToolContext[str]) -> Count:
    """Count."""
    return Count(count=0)


def untyped_arguments(ctx: ToolContext[str], args) -> Count:
    """Count."""
    return Count(count=0)


def plain_arguments(ctx: ToolContext[str], args: dict[str, str]) -> Count:
    """Count."""
    return Count(count=0)


def foreign_arguments(ctx: ToolContext[str], args: Count) -> Count:
    """Count."""
    return args


def untyped_result(ctx: ToolContext[str], args: NoArgs):
    """Count."""
    return Count(count=0)


def plain_result(ctx: ToolContext[str], args: NoArgs) -> int:
    """Count."""
    return 0


def CountLoudly(ctx: ToolContext[str], args: NoArgs) -> Count:  # noqa: N802
    """Count."""
    return Count(count=0)


def no(ctx: ToolContext[str], args: NoArgs) -> Count:
    """Count."""
    return Count(count=0)


def much_too_long_a_name_for_what_clients_take(ctx: ToolContext[str], args: NoArgs) -> Count:
    """Count."""
    return Count(count=0)


class Undescribed(ToolArgs):
    text: str


class DeeplyUndescribed(ToolArgs):
    items: Annotated[list[Undescribed], Field(description="What to count.")]


def undescribed_argument(ctx: ToolContext[str], args: Undescribed) -> Count:
    """Count."""
    return Count(count=0)


def undescribed_inner_argument(ctx: ToolContext[str], args: DeeplyUndescribed) -> Count:
    """Count."""
    return Count(count=0)


class Branch(ToolArgs):
    below: Annotated["list[Branch]", Field(description="More of the kind.")]


class Tree(ToolResult):
    below: "list[Tree]"


def endless_arguments(ctx: ToolContext[str], args: Branch) -> Count:
    """Count."""
    return Count(count=0)


def endless_result(ctx: ToolContext[str], args: NoArgs) -> Tree:
    """Count."""
    return Tree(below=[])


class ForeignReference(ToolArgs):
    place: Annotated[
        str,
        WithJsonSchema({"$ref": "https://example.com/place.json"}),
        Field(description="Where it is."),
    ]


class NotASchema(ToolArgs):
    place: Annotated[
        str, WithJsonSchema({"type": "string", "minLength": "two"}), Field(description="Where.")
    ]


def foreign_reference(ctx: ToolContext[str], args: ForeignReference) -> Count:
    """Count."""
    return Count(count=0)


def not_a_schema(ctx: ToolContext[str], args: NotASchema) -> Count:
    """Count."""
    return Count(count=0)


@pytest.mark.parametrize(
    "function",
    [
        undocumented,
        no_arguments,
        untyped_arguments,
        plain_arguments,
        foreign_arguments,
        untyped_result,
        plain_result,
        CountLoudly,
        no,
        much_too_long_a_name_for_what_clients_take,
        undescribed_argument,
        undescribed_inner_argument,
        endless_arguments,
        endless_result,
        foreign_reference,
        not_a_schema,
    ],
)
def test_a_wrong_declaration_is_refused_and_names_the_tool(function):
    with pytest.raises(ToolDeclarationError) as caught:
        declare(function)

    assert function.__name__ in str(caught.value)


def test_a_tool_without_a_title_is_refused():
    with pytest.raises(ToolDeclarationError) as caught:
        declare(count_things, title="")

    assert "count_things" in str(caught.value)


def test_the_error_names_the_path_of_an_undescribed_argument():
    with pytest.raises(ToolDeclarationError) as caught:
        declare(undescribed_inner_argument)

    assert "items[].text" in str(caught.value)


def test_a_variant_is_checked_like_the_arguments_themselves():
    with pytest.raises(ToolDeclarationError) as caught:
        declare(count_things, options=ToolOptions(variants={"closed": Undescribed}))

    assert "count_things" in str(caught.value)


def test_a_name_is_declared_once_in_a_toolset():
    toolset = make_toolset()
    toolset.tool(title="Count", effect=READS)(count_things)

    with pytest.raises(ToolDeclarationError) as caught:
        toolset.tool(title="Count", effect=READS)(count_things)

    assert "count_things" in str(caught.value)


def test_a_context_speaks_for_the_account_of_its_caller(tool_context):
    assert tool_context.user == tool_context.caller.user
