"""Resources: which URI is whose, and what is refused when they are declared."""

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from mcp_gateway.registry import (
    Resource,
    ResourceArgs,
    ResourceContent,
    ToolContext,
    ToolDeclarationError,
    ToolSet,
)


class ViewArgs(ResourceArgs):
    tz: Annotated[str, Field(description="Zone.")] = "UTC"
    lang: Annotated[str, Field(description="Language.")] = "en"


class ThingArgs(ResourceArgs):
    id: str


def today(ctx: ToolContext[str], args: ViewArgs) -> ResourceContent:
    """What is due today."""
    return ResourceContent(mime_type="text/plain", text=args.tz)


def thing(ctx: ToolContext[str], args: ThingArgs) -> ResourceContent:
    """One thing."""
    return ResourceContent(mime_type="text/plain", text=args.id)


def declare(function, uri: str, *, title: str = "Title") -> Resource:
    toolset = ToolSet(name="things", title="Things", description="Things to try.")
    declared = toolset.resource(uri, title=title)(function)
    assert declared is function
    return toolset.resources[0]


TODAY = declare(today, "workspace://views/today{?tz,lang}")
THING = declare(thing, "workspace://things/{id}/data")


def test_a_fixed_resource_is_listed_by_its_address_without_the_query():
    assert TODAY.listing() == {
        "uri": "workspace://views/today",
        "name": "today",
        "title": "Title",
        "description": "What is due today.",
        "mimeType": "application/json",
    }


def test_a_resource_with_variables_in_its_path_is_listed_as_a_template():
    assert THING.is_template
    assert THING.listing()["uriTemplate"] == "workspace://things/{id}/data"


@pytest.mark.parametrize(
    ("uri", "variables"),
    [
        ("workspace://views/today", {}),
        ("workspace://views/today?", {}),
        ("workspace://views/today?tz=Europe/Rome", {"tz": "Europe/Rome"}),
        ("workspace://views/today?tz=Europe%2FRome&lang=it", {"tz": "Europe/Rome", "lang": "it"}),
        ("workspace://views/today?tz=Etc/GMT+5", {"tz": "Etc/GMT+5"}),
        ("workspace://views/today?tz=", {"tz": ""}),
        ("workspace://views/today?tz", {"tz": ""}),
        ("workspace://views/today?tz=a=b", {"tz": "a=b"}),
        ("workspace://views/today?tz=UTC&tz=UTC", None),
        ("workspace://views/today?zone=UTC", None),
        ("workspace://views/today?tz=UTC#end", None),
        ("workspace://views/today#end", None),
        ("workspace://views/today/", None),
        ("workspace://views/todayish", None),
        ("Workspace://views/today", None),
        (" workspace://views/today", None),
        ("workspace://views/today\n", None),
        ("", None),
    ],
)
def test_a_uri_names_a_fixed_resource(uri, variables):
    assert TODAY.match(uri) == variables


@pytest.mark.parametrize(
    ("uri", "variables"),
    [
        ("workspace://things/7/data", {"id": "7"}),
        ("workspace://things/a%20b%2Fc/data", {"id": "a b/c"}),
        ("workspace://things/%zz/data", {"id": "%zz"}),
        ("workspace://things/a+b/data", {"id": "a+b"}),
        ("workspace://things//data", None),
        ("workspace://things/a/b/data", None),
        ("workspace://things/7/data?tz=UTC", None),
        ("workspace://things/7", None),
    ],
)
def test_a_uri_fills_the_variables_of_a_template(uri, variables):
    assert THING.match(uri) == variables


@given(st.text() | st.text(alphabet="?&=#%/+tzlang").map("workspace://views/today?".__add__))
def test_no_text_breaks_the_matching(uri):
    for resource in (TODAY, THING):
        variables = resource.match(uri)

        assert variables is None or variables.keys() <= resource.variables


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_a_percent_encoded_value_comes_back_as_it_was(value):
    encoded = "".join(f"%{byte:02x}" for byte in value.encode())

    assert THING.match(f"workspace://things/{encoded}/data") == {"id": value}


def no_docstring(ctx: ToolContext[str], args: ThingArgs) -> ResourceContent:
    return ResourceContent(mime_type="text/plain")


def wrong_result(ctx: ToolContext[str], args: ThingArgs) -> str:
    """One thing."""
    return ""


def wrong_arguments(ctx: ToolContext[str], args: str) -> ResourceContent:
    """One thing."""
    return ResourceContent(mime_type="text/plain")


@pytest.mark.parametrize(
    ("function", "uri"),
    [
        (no_docstring, "workspace://things/{id}"),
        (wrong_result, "workspace://things/{id}"),
        (wrong_arguments, "workspace://things/{id}"),
        (thing, "workspace://things"),
        (thing, "workspace://things/{number}"),
        (thing, "workspace://things/{id}{?tz}"),
        (today, "workspace://views/today{?tz}"),
    ],
)
def test_a_wrong_declaration_is_refused_and_names_the_resource(function, uri):
    with pytest.raises(ToolDeclarationError) as caught:
        declare(function, uri)

    assert function.__name__ in str(caught.value)


def test_a_resource_without_a_title_is_refused():
    with pytest.raises(ToolDeclarationError):
        declare(thing, "workspace://things/{id}", title="")
