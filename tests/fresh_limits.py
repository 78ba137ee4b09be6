"""No test spends the budget of another."""

import pytest

from mcp_gateway.conf import gateway_settings
from mcp_gateway.services import throttle


@pytest.fixture(autouse=True)
def limits_start_afresh() -> None:
    """Forget the requests and failed sign-ins that earlier tests have made."""
    throttle._limiter(gateway_settings().limits_storage_url).storage.reset()
    throttle._stand_in().storage.reset()
