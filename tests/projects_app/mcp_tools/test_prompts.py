"""The prompts name tools that exist, and take a request."""

import re

import pytest

from mcp_gateway.catalog import registry
from mcp_gateway.registry import InvalidArgumentsError
from tests.make import make_user
from tests.projects_app.mcp_tools.reading import Reader

pytestmark = pytest.mark.django_db

NAMES = ["idea-to-project", "plan-week", "weekly-review", "triage-inbox", "break-down"]


@pytest.fixture
def reader():
    return Reader(make_user())


def test_the_prompts_are_those_of_the_contract():
    arguments = {name: list(prompt.arguments) for name, prompt in registry().prompts.items()}

    assert {name: arguments[name] for name in NAMES} == {
        "idea-to-project": ["text"],
        "plan-week": ["text", "startHour", "endHour", "dayLength"],
        "weekly-review": ["text"],
        "triage-inbox": ["text"],
        "break-down": ["text"],
    }


@pytest.mark.parametrize("name", NAMES)
def test_no_argument_is_required(name):
    arguments = registry().prompts[name].arguments

    assert not [each for each, field in arguments.items() if field.is_required()]


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_names_only_tools_that_there_are(reader, name):
    text = reader.prompt(name)

    named = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text))
    words = {"untrusted_text", "next_cursor", "due_to", "completed_after", "parent_id"}
    assert named - words <= registry().tools.keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_request_comes_last_with_hidden_characters_visible(reader, name):
    text = reader.prompt(name, text=" Build a shed\u202e ")

    assert text.endswith("Build a shed\\u202e")
    assert "request:" not in reader.prompt(name, text="  ")


def test_the_week_is_planned_within_the_hours_given(reader):
    text = reader.prompt("plan-week", startHour="7", endHour="15", dayLength="6.5")

    assert "7:00" in text
    assert "15:00" in text
    assert "6.5 hours" in text


def test_a_day_is_as_long_as_its_hours_unless_said_otherwise(reader):
    assert "8 hours" in reader.prompt("plan-week")


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        pytest.param({"startHour": "x"}, "startHour", id="no number"),
        pytest.param({"startHour": "24"}, "startHour", id="late start"),
        pytest.param({"endHour": "25"}, "endHour", id="late end"),
        pytest.param({"startHour": "12", "endHour": "12"}, "endHour", id="no time"),
        pytest.param({"dayLength": "0"}, "dayLength", id="nothing"),
        pytest.param({"dayLength": "nan"}, "dayLength", id="no amount"),
        pytest.param({"dayLength": "9"}, "dayLength", id="more than the day"),
        pytest.param({"text": "x" * 5_001}, "text", id="long request"),
        pytest.param({"mood": "good"}, "mood", id="unknown argument"),
    ],
)
def test_wrong_arguments_are_refused_by_name(reader, arguments, argument):
    error = reader.prompt_refused("plan-week", **arguments)

    assert isinstance(error, InvalidArgumentsError)
    assert error.argument == argument


def test_hours_are_completed(reader):
    assert reader.complete("plan-week", "startHour", "2") == ["2", "20", "21", "22", "23"]
    assert reader.complete("plan-week", "endHour", "2") == ["2", "20", "21", "22", "23", "24"]
    assert reader.complete("plan-week", "startHour", "0") == ["0"]
    assert reader.complete("plan-week", "endHour", "0") == []
    assert reader.complete("plan-week", "dayLength", "8") == ["8"]
