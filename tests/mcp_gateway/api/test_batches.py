"""Batches: part of 2025-03-26 alone (2025-03-26 `basic/index#batching`)."""

import json

import pytest

from tests.mcp_gateway.api.assistant import META, MODERN, check_message, read_message, request

served = pytest.mark.parametrize(
    "headers", [{}, {"MCP-Protocol-Version": "2025-03-26"}], ids=["no header", "2025-03-26"]
)


def ping(number):
    """A request."""
    return {"jsonrpc": "2.0", "id": number, "method": "ping"}


def replies(response):
    """The messages of a batch that was answered."""
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    return [check_message(message) for message in json.loads(response.content)]


@served
def test_every_request_of_a_batch_is_answered_and_nothing_else(assistant, headers):
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    answer = {"jsonrpc": "2.0", "id": 9, "result": {}}

    response = assistant.post([ping(1), notice, answer, ping("b")], headers=headers)

    assert [(reply["id"], reply["result"]) for reply in replies(response)] == [(1, {}), ("b", {})]


@served
def test_wrong_messages_of_a_batch_fail_alone(assistant, headers):
    batch = [ping(1), 7, {"jsonrpc": "2.0", "id": 3, "method": "no/such"}, ping(1.5)]

    response = assistant.post(batch, headers=headers)

    found = [(reply["id"], reply.get("error", {}).get("code")) for reply in replies(response)]
    assert found == [(1, None), (None, -32600), (3, -32601), (None, -32600)]


@served
def test_batch_without_requests_is_accepted(assistant, headers):
    response = assistant.post(
        [{"jsonrpc": "2.0", "method": "notifications/initialized"}], headers=headers
    )

    assert (response.status_code, response.content) == (202, b"")


@served
@pytest.mark.parametrize(
    "batch",
    [
        pytest.param([], id="empty"),
        pytest.param([ping(number) for number in range(21)], id="21 messages"),
        pytest.param(
            [ping(1), {"jsonrpc": "2.0", "id": 2, "method": "initialize"}], id="initialize"
        ),
    ],
)
def test_batch_that_may_not_be_is_invalid_as_a_whole(assistant, headers, batch):
    response = assistant.post(batch, headers=headers)

    message = read_message(response)
    assert (response.status_code, message["error"]["code"]) == (400, -32600)


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", MODERN])
def test_later_revisions_have_no_batches(assistant, version):
    response = assistant.post([ping(1)], headers={"MCP-Protocol-Version": version})

    message = read_message(response)
    assert (response.status_code, message["error"]["code"], message["id"]) == (400, -32600, None)


def test_modern_request_inside_a_batch_is_refused(assistant):
    modern, _ = request("tools/list")

    response = assistant.post([{**modern, "params": {"_meta": META}}])

    assert (response.status_code, read_message(response)["error"]["code"]) == (400, -32600)


def test_twenty_messages_are_served(assistant):
    response = assistant.post([ping(number) for number in range(20)])

    assert [reply["id"] for reply in replies(response)] == list(range(20))


def test_requests_after_four_megabytes_of_replies_are_not_run(assistant):
    arguments = {"text": "x" * 10_000, "times": 50}
    call = {"method": "tools/call", "params": {"name": "echo_text", "arguments": arguments}}
    batch = [{"jsonrpc": "2.0", "id": number, **call} for number in range(8)]

    response = assistant.post(batch)

    answers = replies(response)
    # A reply holds the text twice, so that four of them pass 4 MB.
    assert [("result" in answer) for answer in answers] == [True] * 4 + [False] * 4
    assert {answer["error"]["code"] for answer in answers[4:]} == {-32603}
    assert [answer["id"] for answer in answers] == list(range(8))


def test_every_message_of_a_batch_counts_against_the_budget(assistant, owner_settings):
    owner_settings.reads_per_minute = 5
    owner_settings.save()

    first = assistant.post([ping(number) for number in range(5)])
    second = assistant.post(ping(1))

    assert (first.status_code, second.status_code) == (200, 429)
    assert int(second["Retry-After"]) >= 1
