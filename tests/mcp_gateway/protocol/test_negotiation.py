"""2026-07-28 `basic/versioning` and `basic/transports`; `basic/lifecycle` before it."""

import pytest

from mcp_gateway.protocol.constants import (
    META,
    META_CLIENT_CAPABILITIES,
    META_CLIENT_INFO,
    META_VERSION,
    METHOD_HEADER,
    NAME_HEADER,
    REVISIONS,
    VERSION_HEADER,
    Era,
    ErrorCode,
    Method,
)
from mcp_gateway.protocol.envelope import Notification, Response
from mcp_gateway.protocol.errors import (
    HeaderMismatchError,
    InvalidMetaError,
    InvalidRequestError,
    MethodNotFoundError,
    MissingCapabilityError,
    ProtocolError,
    UnsupportedVersionError,
)
from mcp_gateway.protocol.negotiation import Opened, acknowledge, open_request
from tests.mcp_gateway.protocol.wire import LEGACY, MODERN, make_meta, make_modern, make_request

UNKNOWN = "v999.0.0"


def refusal(request, headers) -> tuple[type[ProtocolError], int, ErrorCode, object]:
    with pytest.raises(ProtocolError) as caught:
        open_request(request, headers)
    error = caught.value
    return type(error), error.http_status, error.code, error.request_id


MISMATCH = (HeaderMismatchError, 400, ErrorCode.HEADER_MISMATCH, 1)
BAD_META = (InvalidMetaError, 400, ErrorCode.INVALID_PARAMS, 1)
UNSUPPORTED = (UnsupportedVersionError, 400, ErrorCode.UNSUPPORTED_VERSION, 1)


def test_versioning_a_request_that_names_no_version_is_2025_03_26():
    opened = open_request(make_request("tools/list", cursor="c"), {})

    assert opened == Opened(1, Method.LIST_TOOLS, {"cursor": "c"}, REVISIONS["2025-03-26"])
    assert opened.era is Era.LEGACY


@pytest.mark.parametrize("version", LEGACY)
def test_versioning_a_header_with_a_legacy_version_decides(version):
    request = make_request()

    opened = open_request(request, {VERSION_HEADER: f" {version} ", METHOD_HEADER: "ignored"})

    assert opened.revision is REVISIONS[version]


@pytest.mark.parametrize("version", [UNKNOWN, "2024-11-05", "", "2025-06-18, 2025-06-18"])
def test_versioning_a_header_alone_with_another_version_is_unsupported(version):
    request = make_request()

    assert refusal(request, {VERSION_HEADER: version}) == UNSUPPORTED


def test_a_modern_request_is_opened_with_what_its_client_says_of_itself():
    meta = make_meta(**{META_CLIENT_CAPABILITIES: {"sampling": {}}})
    request, headers = make_modern("tools/call", name="list_tasks", **{META: meta})

    assert open_request(request, headers) == Opened(
        1,
        Method.CALL_TOOL,
        request.params,
        REVISIONS[MODERN],
        client_info={"name": "tests", "version": "1"},
        client_capabilities={"sampling": {}},
    )


@pytest.mark.parametrize("client", [{}, {META_CLIENT_INFO: None}])
def test_meta_without_client_info_is_served(client):
    meta = {META_VERSION: MODERN, META_CLIENT_CAPABILITIES: {}, **client}
    request, headers = make_modern(**{META: meta})

    assert open_request(request, headers).client_info is None


@pytest.mark.parametrize(
    "meta",
    [
        pytest.param(None, id="null"),
        pytest.param([], id="array"),
        pytest.param({}, id="empty"),
        pytest.param({META_CLIENT_CAPABILITIES: {}}, id="no version"),
        pytest.param(make_meta(version=None), id="version null"),
        pytest.param(make_meta(version=20260728), id="version is a number"),
        pytest.param({META_VERSION: MODERN}, id="no capabilities"),
        pytest.param(make_meta(**{META_CLIENT_CAPABILITIES: []}), id="capabilities an array"),
        pytest.param(make_meta(**{META_CLIENT_INFO: "me"}), id="client info is text"),
    ],
)
def test_meta_of_a_modern_request_that_lacks_something_is_invalid(meta):
    request, headers = make_modern(**{META: meta})

    assert refusal(request, headers) == BAD_META


def test_meta_missing_under_the_modern_header_is_invalid():
    assert refusal(make_request(), {VERSION_HEADER: MODERN}) == BAD_META


def test_meta_that_names_a_version_makes_any_method_modern():
    request = make_request("initialize", **{META: make_meta()})

    assert refusal(request, {}) == MISMATCH


def test_meta_is_checked_before_the_version_header():
    request = make_request(**{META: {META_VERSION: MODERN}})

    assert refusal(request, {VERSION_HEADER: UNKNOWN}) == BAD_META


def test_meta_without_a_version_is_ignored_in_the_legacy_era():
    request = make_request(**{META: {"progressToken": 1}})

    assert open_request(request, {}).era is Era.LEGACY


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({VERSION_HEADER: None}, id="version missing"),
        pytest.param({VERSION_HEADER: "2025-11-25"}, id="version of the other era"),
        pytest.param({VERSION_HEADER: UNKNOWN}, id="version unknown"),
        pytest.param({METHOD_HEADER: None}, id="method missing"),
        pytest.param({METHOD_HEADER: "tools/list"}, id="method different"),
        pytest.param({METHOD_HEADER: "TOOLS/CALL"}, id="method in capitals"),
        pytest.param({NAME_HEADER: None}, id="name missing"),
        pytest.param({NAME_HEADER: "list_projects"}, id="name different"),
        pytest.param({NAME_HEADER: "list_tasks, list_tasks"}, id="name twice"),
        pytest.param({NAME_HEADER: "=?base64?bGlzdF90YXNrcw?="}, id="name encoded wrongly"),
    ],
)
def test_standard_headers_that_disagree_with_the_body_are_a_mismatch(changed):
    request, headers = make_modern("tools/call", name="list_tasks")
    sent = {key: value for key, value in {**headers, **changed}.items() if value is not None}

    assert refusal(request, sent) == MISMATCH


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", {"name": "x"}),
        ("prompts/get", {"name": "x"}),
        ("resources/read", {"uri": "x"}),
    ],
)
def test_standard_headers_name_what_is_called_got_or_read(method, params):
    request, headers = make_modern(method, **params)

    assert open_request(request, headers).method == method
    assert refusal(request, {**headers, NAME_HEADER: "y"}) == MISMATCH


@pytest.mark.parametrize("sent", ["  list_tasks\t", "=?base64?bGlzdF90YXNrcw==?="])
def test_standard_headers_are_trimmed_and_decoded_first(sent):
    request, headers = make_modern("tools/call", name="list_tasks")

    assert open_request(request, {**headers, NAME_HEADER: sent}).method is Method.CALL_TOOL


@pytest.mark.parametrize("params", [{}, {"name": 5}])
def test_a_name_that_the_body_lacks_is_left_to_the_check_of_the_params(params):
    request, headers = make_modern("tools/call", **params)

    assert open_request(request, headers).method is Method.CALL_TOOL


@pytest.mark.parametrize("version", [UNKNOWN, "2025-11-25", ""])
def test_versioning_header_and_meta_with_the_same_other_version_are_unsupported(version):
    request, headers = make_modern(**{META: make_meta(version=version)})

    with pytest.raises(UnsupportedVersionError) as caught:
        open_request(request, {**headers, VERSION_HEADER: version})

    assert (caught.value.http_status, caught.value.request_id) == (400, 1)
    assert caught.value.data == {"supported": [MODERN], "requested": version}


def test_the_version_is_checked_before_the_method_header():
    request, _ = make_modern(**{META: make_meta(version=UNKNOWN)})

    assert refusal(request, {VERSION_HEADER: UNKNOWN}) == UNSUPPORTED


def test_the_method_header_is_checked_before_the_method():
    request, headers = make_modern("no/such")

    assert refusal(request, {**headers, METHOD_HEADER: "tools/list"}) == MISMATCH


@pytest.mark.parametrize(
    "method",
    [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
        "no/such",
        "",
    ],
)
def test_a_method_that_2026_07_28_lacks_is_404(method):
    request, headers = make_modern(method)

    assert refusal(request, headers) == (MethodNotFoundError, 404, ErrorCode.METHOD_NOT_FOUND, 1)


@pytest.mark.parametrize("version", LEGACY)
@pytest.mark.parametrize(
    "method",
    ["server/discover", "logging/setLevel", "resources/subscribe", "subscriptions/listen", "\0"],
)
def test_a_method_that_a_legacy_revision_lacks_is_an_error_under_200(version, method):
    refused = refusal(make_request(method), {VERSION_HEADER: version})

    assert refused == (MethodNotFoundError, 200, ErrorCode.METHOD_NOT_FOUND, 1)


@pytest.mark.parametrize("version", [None, *LEGACY, MODERN])
def test_a_notification_is_acknowledged(version):
    headers = {} if version is None else {VERSION_HEADER: version}

    acknowledge(Notification("notifications/initialized", {}), headers)
    acknowledge(Notification("no/such", {META: make_meta()}), headers)


@pytest.mark.parametrize("version", [None, *LEGACY])
def test_a_posted_response_is_acknowledged_in_the_legacy_era(version):
    acknowledge(Response(1), {} if version is None else {VERSION_HEADER: version})


def test_a_posted_response_is_invalid_in_the_modern_era():
    with pytest.raises(InvalidRequestError) as caught:
        acknowledge(Response(1), {VERSION_HEADER: MODERN})

    assert (caught.value.http_status, caught.value.request_id) == (400, None)


@pytest.mark.parametrize("message", [Notification("n", {}), Response(1)])
def test_messages_without_a_reply_under_an_unknown_version_are_refused(message):
    with pytest.raises(UnsupportedVersionError):
        acknowledge(message, {VERSION_HEADER: UNKNOWN})


def test_a_capability_that_a_modern_client_lacks_is_named():
    request, headers = make_modern()
    opened = open_request(request, headers)

    with pytest.raises(MissingCapabilityError) as caught:
        opened.require_capability("sampling")

    error = caught.value
    assert (error.http_status, error.code) == (400, ErrorCode.MISSING_CLIENT_CAPABILITY)
    assert error.data == {"requiredCapabilities": {"sampling": {}}}


def test_a_capability_that_is_declared_or_was_declared_before_is_taken_for_granted():
    meta = make_meta(**{META_CLIENT_CAPABILITIES: {"sampling": {}}})

    open_request(*make_modern(**{META: meta})).require_capability("sampling")
    open_request(make_request(), {}).require_capability("sampling")
