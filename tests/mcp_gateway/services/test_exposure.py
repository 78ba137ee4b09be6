"""Tokens that somebody is about to write down."""

import pytest

from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope, ToolError
from mcp_gateway.services.exposure import refuse_exposed_tokens
from tests.make_gateway import make_agent_access, make_token

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda text: text, id="text"),
        pytest.param(lambda text: {"a": [{"b": (1, None, text)}]}, id="deep"),
        pytest.param(lambda text: {text: 1}, id="key"),
        pytest.param(lambda text: [f"({text})", True], id="amid text"),
    ],
)
def test_a_live_token_is_found_refused_and_revoked(wrap, scope):
    access = make_agent_access()
    token, secret = make_token(scope=scope)

    with pytest.raises(ToolError) as caught:
        refuse_exposed_tokens(access, wrap(secret))

    assert caught.value.code == "secret_in_text"
    assert secret not in str(caught.value.body())
    assert AccessToken.objects.get(pk=token.pk).is_revoked


def test_every_token_in_the_content_is_revoked():
    access = make_agent_access()
    secrets = [make_token()[1] for _ in range(3)]

    with pytest.raises(ToolError):
        refuse_exposed_tokens(access, secrets)

    assert AccessToken.objects.filter(revoked_at__isnull=False).count() == 3


def test_content_without_a_token_costs_no_query(django_assert_num_queries):
    access = make_agent_access()

    with django_assert_num_queries(0):
        refuse_exposed_tokens(access, {"title": "mgr_ and mga_", "due": None, "count": 3})
