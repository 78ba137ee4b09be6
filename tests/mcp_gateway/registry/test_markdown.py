"""The page that is written from the declarations."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from mcp_gateway.registry import (
    Effect,
    NoArgs,
    PromptArgs,
    Registry,
    ResourceArgs,
    ResourceContent,
    ToolArgs,
    ToolContent,
    ToolContext,
    ToolResult,
    ToolSet,
)
from mcp_gateway.registry.markdown import HEAD, effect_words, registry_markdown


class Count(ToolResult):
    count: int
    next_cursor: str | None = None


class CountArgs(ToolArgs):
    kind: Annotated[Literal["red", "blue"], Field(description="Red | blue.")]
    ids: Annotated[list[int], Field(description="Which.")] = []
    either: Annotated[int | str, Field(description="One or the other.")] = 0


class GoalArgs(PromptArgs):
    goal: Annotated[str, Field(description="What for.")]


def count_things(ctx: ToolContext[str], args: CountArgs) -> Count:
    """Count things."""
    return Count(count=0)


def show_picture(ctx: ToolContext[str], args: NoArgs) -> ToolContent:
    """Show a picture."""
    return ToolContent(blocks=())


def everything(ctx: ToolContext[str], args: ResourceArgs) -> ResourceContent:
    """All there is."""
    return ResourceContent(mime_type="text/plain")


def plan(ctx: ToolContext[str], args: GoalArgs) -> str:
    """Plan something."""
    return args.goal


PAGE = """\
## Things (`things`)

Things to try.

### `count_things`

Count: reads.

Count things.

| Argument | Type | Meaning |
| --- | --- | --- |
| `kind` (required) | `red` or `blue` | Red \\| blue. |
| `ids` | list of integer | Which. |
| `either` | integer or string | One or the other. |

Returns `count`, `next_cursor`.

### Resources

| URI | Content |
| --- | --- |
| `workspace://all` | All there is. |

### Prompts

| Name | Arguments | For |
| --- | --- | --- |
| `plan` | `goal` | Plan something. |

## Pictures (`pictures`)

Pictures to see. A token carries it only if it names it.

### `show_picture`

Picture: changes, overwrites or removes, safe to repeat, reaches other systems.

Show a picture.

Returns content.
"""


def test_the_page_holds_every_declaration_in_order():
    things = ToolSet(name="things", title="Things", description="Things to try.")
    reads = Effect(read_only=True, destructive=False, idempotent=True, open_world=False)
    things.tool(title="Count", effect=reads)(count_things)
    things.resource("workspace://all", title="All")(everything)
    things.prompt("plan", title="Plan")(plan)
    pictures = ToolSet(
        name="pictures", title="Pictures", description="Pictures to see.", is_default=False
    )
    changes = Effect(read_only=False, destructive=True, idempotent=True, open_world=True)
    pictures.tool(title="Picture", effect=changes)(show_picture)

    assert registry_markdown(Registry([things, pictures])) == "\n".join(HEAD) + "\n" + PAGE


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect(read_only=True, destructive=False, idempotent=False, open_world=False), "reads"),
        (
            Effect(read_only=False, destructive=False, idempotent=False, open_world=False),
            "changes",
        ),
    ],
)
def test_an_effect_is_put_in_words(effect, words):
    assert effect_words(effect) == words
