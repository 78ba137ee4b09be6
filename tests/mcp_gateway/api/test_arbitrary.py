"""Whatever is sent, the answer is a message that its revision allows, and never a 500."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_types.methods import validate_server_result

from mcp_gateway.catalog import registry
from mcp_gateway.protocol import Method
from tests.mcp_gateway.api.assistant import (
    EVERY_VERSION,
    META,
    MODERN,
    NAMED,
    check_message,
)

STATUSES = frozenset({200, 202, 400, 404, 406, 413, 415})

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=()), max_size=20)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=8), values, max_size=4)
versions = st.sampled_from([*EVERY_VERSION, "2024-11-05", "x"])
methods = st.sampled_from([*Method, "no/such", "notifications/initialized"]) | st.text(max_size=10)
uris = st.sampled_from(["fixture://note", "fixture://things/1", "fixture://things/"]) | values
names = st.deferred(lambda: st.sampled_from([*registry().tools, *registry().prompts, "no-such"]))
tool_arguments = st.fixed_dictionaries(
    {},
    optional={
        "text": values,
        "times": st.integers(-5, 200) | values,
        "names": st.lists(st.text(max_size=5), max_size=60) | values,
        "code": st.text(max_size=50) | values,
        "region": values,
        "limit": values,
        "timezone": values,
        "topic": st.text(max_size=20),
    },
)
references = st.fixed_dictionaries(
    {"type": st.sampled_from(["ref/prompt", "ref/resource", "x"])},
    optional={"name": names | values, "uri": uris},
)
params = st.fixed_dictionaries(
    {},
    optional={
        "name": names | values,
        "arguments": tool_arguments | values,
        "uri": uris,
        "cursor": values,
        "ref": references | values,
        "argument": st.fixed_dictionaries({"name": st.just("topic"), "value": values}) | values,
        "protocolVersion": versions | values,
        "_meta": st.just(META) | objects | values,
    },
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | values},
    optional={
        "id": st.integers(-(2**63), 2**63 - 1) | st.text(max_size=5) | values,
        "method": methods | values,
        "params": params | values,
        "result": values,
    },
)
bodies = messages | values | st.lists(messages, max_size=22)
header_values = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=20)
further_headers = st.fixed_dictionaries(
    {},
    optional={
        "MCP-Protocol-Version": versions | header_values,
        "Mcp-Method": methods.filter(str.isascii) | header_values,
        "Mcp-Name": header_values,
        "Accept": st.sampled_from(["*/*", "application/json", "text/html"]) | header_values,
        "Mcp-Session-Id": header_values,
        "Mcp-Param-Region": header_values,
    },
)

run = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def tireless(assistant, owner_settings):
    """An assistant whose budgets never end."""
    owner_settings.reads_per_minute = 100_000
    owner_settings.calls_per_minute = 10_000
    owner_settings.items_per_day = 1_000_000
    owner_settings.save()
    return assistant


def check_answer(response):
    """Assert that a response is one the protocol knows; return its messages."""
    assert response.status_code in STATUSES, response.content
    if response.status_code == 202:
        assert response.content == b""
        return []
    assert response["Content-Type"] == "application/json"
    answer = json.loads(response.content)
    answers = answer if isinstance(answer, list) else [answer]
    return [check_message(message) for message in answers]


@run
@given(body=bodies, headers=further_headers)
def test_arbitrary_json_is_answered_by_a_message(tireless, body, headers):
    check_answer(tireless.post(body, headers=headers))


@run
@given(body=st.binary(max_size=200), headers=further_headers)
def test_arbitrary_bytes_are_answered_by_a_message(tireless, body, headers):
    check_answer(tireless.post(body, headers=headers))


@run
@given(method=st.sampled_from(list(Method)), params=params, version=st.sampled_from(EVERY_VERSION))
def test_arbitrary_params_are_answered_by_a_result_or_error_of_the_revision(
    tireless, method, params, version
):
    headers = {"MCP-Protocol-Version": version}
    params = {key: value for key, value in params.items() if key != "_meta"}
    if version == MODERN:
        name = params.get(NAMED.get(method, ""))
        is_sendable = isinstance(name, str) and name.isascii() and name.isprintable()
        headers |= {"Mcp-Method": method, "Mcp-Name": name if is_sendable else "none"}
        params["_meta"] = META
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}

    (message,) = check_answer(tireless.post(body, headers=headers))

    assert message["id"] == 1
    if "result" in message:
        validate_server_result(method, version, message["result"])


@run
@given(
    name=st.deferred(lambda: st.sampled_from(list(registry().tools))),
    arguments=tool_arguments | values,
    is_rest=st.booleans(),
)
def test_arbitrary_arguments_are_answered_by_every_tool(tireless, name, arguments, is_rest):
    if is_rest:
        response = tireless.post(arguments, path=f"/api/tools/{name}")

        assert isinstance(json.loads(response.content), dict)
        assert response.status_code < 500 or name == "fail_badly"
        return
    answer = tireless.ask(
        "tools/call", {"name": name, "arguments": arguments}, version="2025-11-25"
    )

    is_internal = answer.get("error", {}).get("code") == -32603
    assert is_internal is (name == "fail_badly" and arguments in ({}, None)), answer
