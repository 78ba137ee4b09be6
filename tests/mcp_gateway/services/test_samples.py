"""A sample of results is held against the schema that clients were told."""

import pytest

from mcp_gateway.services.samples import SAMPLE_EVERY, check_sample
from tests.mcp_gateway.services.toolsets import make_registry

TOOLS = make_registry().tools


@pytest.mark.parametrize("is_debugging", [False, True])
def test_one_in_so_many_is_checked_and_every_one_under_debug(settings, is_debugging):
    settings.DEBUG = is_debugging

    verdicts = [
        check_sample(TOOLS["read_count"], b'{"count":"x"}', request_id="r")
        for _ in range(SAMPLE_EVERY)
    ]

    assert verdicts.count(False) == (SAMPLE_EVERY if is_debugging else 1)


def test_a_fitting_result_and_bare_content_are_right(settings):
    settings.DEBUG = True

    assert check_sample(TOOLS["read_count"], b'{"count":1}', request_id="r")
    assert check_sample(TOOLS["say"], b"{}", request_id="r")
