"""A token pasted into a change is refused and revoked, whoever's it is."""

import pytest
from django.contrib.auth.models import Group

from mcp_gateway.models import AuditEvent
from mcp_gateway.registry import Scope, ToolError
from mcp_gateway.services.calls import call_tool
from mcp_gateway.services.exposure import refuse_exposed_tokens
from mcp_gateway.services.token_text import new_secret
from mcp_gateway.services.tokens import find_token
from tests.make_gateway import make_access, make_agent_access, make_token
from tests.mcp_gateway.services.toolsets import make_registry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "place",
    [
        lambda secret: {"a": [f"see {secret}."]},
        lambda secret: {secret: 1},
        lambda secret: ({"a": {"b": (secret, 2)}},),
    ],
    ids=["in a text", "as a key", "deep"],
)
def test_a_live_token_is_refused_wherever_it_stands(place):
    _, secret = make_token()

    with pytest.raises(ToolError) as caught:
        refuse_exposed_tokens(make_access(), place(secret))

    assert caught.value.code == "secret_in_text"
    assert secret not in str(caught.value)
    assert find_token(secret) is None


def test_dead_and_unknown_tokens_and_other_text_pass():
    _, revoked = make_token(revoked_at="2020-01-01T00:00Z")

    refuse_exposed_tokens(make_access(), [revoked, new_secret(Scope.READ), "text", 5, None])

    assert not AuditEvent.objects.exists()


def test_text_without_a_token_costs_no_query(django_assert_num_queries):
    access = make_access()

    with django_assert_num_queries(0):
        refuse_exposed_tokens(access, {"text": "mgr_ " * 100, "look-alike": "mgr_" + "0" * 49})


def test_a_call_with_a_token_in_it_changes_nothing_but_the_token():
    access = make_agent_access()
    token, secret = make_token(name="leaked")

    outcome = call_tool(
        registry=make_registry(),
        access=access,
        name="make_groups",
        arguments={"names": [secret]},
        request_id="r1",
    )

    assert outcome.error is not None
    assert outcome.error.code == "secret_in_text"
    assert not Group.objects.exists()
    assert find_token(secret) is None
    columns = ("kind", "reason", "token_name", "subject_id")
    assert list(AuditEvent.objects.order_by("pk").values_list(*columns)) == [
        ("token.revoked", "secret_in_text", "leaked", token.user_id),
        ("agent.refused", "secret_in_text", "assistant", access.user.pk),
    ]
    assert secret not in str(list(AuditEvent.objects.values()))
