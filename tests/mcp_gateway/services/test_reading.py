"""Resources, prompts and completions through the same gates as tools."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import pytest
from pydantic import Field

from mcp_gateway.models import AccessToken, ToolPolicy
from mcp_gateway.registry import (
    ItemNotFoundError,
    PromptArgs,
    PromptMessage,
    Registry,
    ResourceArgs,
    ResourceContent,
    ToolContext,
    ToolError,
    ToolResult,
    ToolSet,
)
from mcp_gateway.services.callers import personal_access
from mcp_gateway.services.errors import InternalFailureError, UnknownNameError
from mcp_gateway.services.gates import visible_prompts, visible_resources
from mcp_gateway.services.prompts import complete, get_prompt
from mcp_gateway.services.resources import read_resource
from mcp_gateway.services.snapshot import read_settings
from tests.make import make_user
from tests.make_gateway import make_access, switch_off
from tests.mcp_gateway.services.toolsets import MARKER, BrokenError, TakenError

pytestmark = pytest.mark.django_db


class ItemArgs(ResourceArgs):
    """Number in the path, option in the query."""

    number: int
    size: Annotated[int, Field(le=9)] = 1


class Item(ToolResult):
    """What the resource holds."""

    number: int
    size: int


class NoVariables(ResourceArgs):
    """None."""


class PlanArgs(PromptArgs):
    """One optional text, one number."""

    text: Annotated[str, Field(description="A text.")] = ""
    hours: Annotated[int, Field(ge=1, description="Hours.")] = 8


def _tell(error: Exception) -> ToolError | None:
    return ItemNotFoundError("There is none.") if isinstance(error, TakenError) else None


shelf = ToolSet(name="shelf", title="Shelf", description="For tests.", translate_error=_tell)


@shelf.resource("test://items/{number}{?size}", title="Item")
def item(ctx: ToolContext[Any], args: ItemArgs) -> Item:
    """Read an item."""
    if args.number == 0:
        raise TakenError(MARKER)
    if args.number == 1:
        raise BrokenError(MARKER)
    return Item(number=args.number, size=args.size)


@shelf.resource("test://picture", title="Picture", mime_type="image/png")
def picture(ctx: ToolContext[Any], args: NoVariables) -> ResourceContent:
    """Read bytes."""
    return ResourceContent(mime_type="image/png", blob=b"png")


@shelf.prompt("plan", title="Plan")
def plan(ctx: ToolContext[Any], args: PlanArgs) -> str | Sequence[PromptMessage]:
    """Plan something."""
    if args.text == "twice":
        return [PromptMessage(content="one"), PromptMessage(content="two", role="assistant")]
    if args.text == "break":
        raise BrokenError(MARKER)
    return f"Plan {args.text} in {args.hours} hours."


@shelf.completion("plan", "text")
def complete_text(ctx: ToolContext[Any], typed: str, known: Mapping[str, str]) -> Sequence[str]:
    return [f"{typed}!", *known.values()]


@shelf.completion("test://items/{number}{?size}", "number")
def complete_number(ctx: ToolContext[Any], typed: str, known: Mapping[str, str]) -> Sequence[str]:
    return [typed]


REGISTRY = Registry([shelf])


def _read(access, uri: str):
    return read_resource(registry=REGISTRY, access=access, uri=uri, request_id="r1")


def _get(access, name: str, **arguments: object):
    return get_prompt(
        registry=REGISTRY, access=access, name=name, arguments=arguments, request_id="r1"
    )


def _complete(access, reference: str, name: str, **known: str) -> Sequence[str]:
    return complete(
        registry=REGISTRY,
        access=access,
        reference=reference,
        argument=(name, "ty"),
        known=known,
        request_id="r1",
    )


def test_a_resource_is_read_as_json_text_and_its_token_noted():
    access = make_access()

    outcome = _read(access, "test://items/7?size=3")

    assert outcome.uri == "test://items/7?size=3"
    assert outcome.content == ResourceContent(
        mime_type="application/json", text='{"number":7,"size":3}'
    )
    assert AccessToken.objects.get().last_used_at is not None


def test_a_person_without_a_token_may_read():
    outcome = _read(personal_access(make_user(), read_settings()), "test://picture")

    assert outcome.content == ResourceContent(mime_type="image/png", blob=b"png")


@pytest.mark.parametrize(
    "uri",
    [
        pytest.param("test://nothing", id="no such resource"),
        pytest.param("test://items/seven", id="a path variable that can't be one"),
        pytest.param("test://items/7%00", id="NUL in the path"),
        pytest.param("test://items/7?hue=1", id="a query that it does not know"),
        pytest.param("", id="empty"),
    ],
)
def test_what_names_no_resource_is_unknown(uri):
    with pytest.raises(UnknownNameError) as caught:
        _read(make_access(), uri)

    assert caught.value.name == uri


def test_a_wrong_query_is_refused_by_its_name():
    outcome = _read(make_access(), "test://items/7?size=10")

    assert outcome.error.body()["argument"] == "size"


def test_an_item_that_is_not_there_is_the_domains_to_say():
    outcome = _read(make_access(), "test://items/0")

    assert isinstance(outcome.error, ItemNotFoundError)
    assert outcome.content is None


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(lambda access: _read(access, "test://items/1"), id="resource"),
        pytest.param(lambda access: _get(access, "plan", text="break"), id="prompt"),
    ],
)
def test_an_unforeseen_error_tells_the_request_id_and_nothing_else(deed, caplog):
    with pytest.raises(InternalFailureError) as caught:
        deed(make_access())

    assert caught.value.request_id == "r1"
    assert MARKER not in caplog.text + str(caught.value)


def test_a_prompt_gives_its_messages():
    outcome = _get(make_access(), "plan", text="a party", hours="3")

    assert outcome.description == "Plan something."
    assert outcome.messages == (PromptMessage(content="Plan a party in 3 hours."),)


def test_a_prompt_may_give_several_messages():
    outcome = _get(make_access(), "plan", text="twice")

    assert [message.role for message in outcome.messages] == ["user", "assistant"]


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"hours": "none"}, "hours"),
        ({"hours": 5}, "hours"),
        ({"text": "\0"}, "text"),
        ({"nonsense": "x"}, "nonsense"),
    ],
)
def test_wrong_prompt_arguments_are_refused_by_name(arguments, path):
    outcome = _get(make_access(), "plan", **arguments)

    assert outcome.error.body()["argument"] == path
    assert outcome.messages == ()


def test_arguments_are_completed_and_those_without_completion_are_not():
    access = make_access()

    assert _complete(access, "plan", "text", hours="8") == ["ty!", "8"]
    assert _complete(access, "test://items/{number}{?size}", "number") == ["ty"]
    assert _complete(access, "plan", "hours") == ()


def test_nothing_can_be_completed_for_what_is_not_declared():
    with pytest.raises(UnknownNameError):
        _complete(make_access(), "nothing", "text")


@pytest.mark.parametrize("shut_by", ["owner", "token"])
def test_a_closed_toolset_hides_its_resources_prompts_and_completions(shut_by):
    if shut_by == "owner":
        switch_off(ToolPolicy.Kind.TOOLSET, "shelf")
    access = make_access(toolsets=["other"] if shut_by == "token" else None)

    assert visible_resources(access, REGISTRY) == []
    assert visible_prompts(access, REGISTRY) == []
    for deed in (
        lambda: _read(access, "test://items/7"),
        lambda: _get(access, "plan"),
        lambda: _complete(access, "plan", "text"),
    ):
        with pytest.raises(UnknownNameError):
            deed()


def test_an_open_toolset_shows_them_in_the_order_of_the_registry():
    access = make_access()

    assert [each.name for each in visible_resources(access, REGISTRY)] == ["item", "picture"]
    assert [each.name for each in visible_prompts(access, REGISTRY)] == ["plan"]
