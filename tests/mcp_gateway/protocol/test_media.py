"""RFC 9110 sections 8.3 (Content-Type) and 12.5.1 (Accept)."""

import pytest

from mcp_gateway.protocol.errors import NotAcceptableError, UnsupportedMediaTypeError
from mcp_gateway.protocol.media import require_json_accepted, require_json_body


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON ;charset=UTF-8",
        " application/json",
    ],
)
def test_section_8_3_json_is_taken_whatever_its_parameters(content_type):
    require_json_body(content_type)


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/jsonp",
        "application/json-rpc",
        "application/json, text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json",
    ],
)
def test_section_8_3_other_bodies_are_415(content_type):
    with pytest.raises(UnsupportedMediaTypeError) as caught:
        require_json_body(content_type)

    assert caught.value.http_status == 415
    assert caught.value.data == {"error": "unsupported_media_type"}


@pytest.mark.parametrize(
    "accept",
    [
        None,
        "",
        "*/*",
        "application/*",
        "application/json",
        "application/json, text/event-stream",
        "text/event-stream, application/json;q=0.1",
        "APPLICATION/JSON; charset=utf-8",
        "application/json;q=high",
        "*/*;q=0, application/json",
        "application/json;q=0, application/json;q=1",
        "application/json;version=1;q=0.5",
    ],
)
def test_section_12_5_1_ranges_that_admit_json_are_served(accept):
    require_json_accepted(accept)


@pytest.mark.parametrize(
    "accept",
    [
        "text/event-stream",
        "text/*",
        "text/html, application/xml",
        "application/json;q=0",
        "application/json;q=0.0, */*",
        "application/*;q=0, */*;q=1",
        "*/*; q=0",
        ",",
        "json",
    ],
)
def test_section_12_5_1_other_ranges_are_406(accept):
    with pytest.raises(NotAcceptableError) as caught:
        require_json_accepted(accept)

    assert caught.value.http_status == 406
    assert caught.value.data == {"error": "not_acceptable"}
