"""What results are made of."""

import datetime as dt

import orjson
import pytest

from mcp_gateway.registry import Timestamp, ToolResult

ROME = dt.timezone(dt.timedelta(hours=2))


class Stamped(ToolResult):
    at: Timestamp


@pytest.mark.parametrize(
    "moment",
    [
        dt.datetime(2026, 3, 11, 8, 0, 5, tzinfo=dt.UTC),
        dt.datetime(2026, 3, 11, 8, 0, 5, 999_999, tzinfo=dt.UTC),
        dt.datetime(2026, 3, 11, 10, 0, 5, 1, tzinfo=ROME),
    ],
)
def test_moments_are_utc_to_the_whole_second(moment):
    written = Stamped(at=moment).model_dump_json()

    assert orjson.loads(written) == {"at": "2026-03-11T08:00:05Z"}
