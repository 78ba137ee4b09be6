"""The door for REST views: who gets in, as whom, and who may write."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from mcp_gateway.access import (
    AgentWriteAccess,
    Change,
    FullAccess,
    IsOwner,
    ReadAccess,
    RefusedError,
    SessionOrTokenAuthentication,
    access_of,
    changing_call,
)
from mcp_gateway.models import AuditEvent, ChangingCall
from mcp_gateway.registry import Scope, ToolError
from tests.make import make_superuser, make_user
from tests.make_gateway import allow_writes, enable_gateway, make_agent_access, make_token

pytestmark = pytest.mark.django_db


def _view(permission):
    class View(APIView):
        authentication_classes = (SessionOrTokenAuthentication,)
        permission_classes = (permission,)

        def get(self, request):
            access = access_of(request)
            return Response({"user": access.user.pk, "scope": access.scope, "at": access.address})

        def post(self, request):
            change = Change(name="rest:things.create", request_id="r1")
            with changing_call(access_of(request), change, item_count=1):
                return Response({"user": request.user.pk})

    return View.as_view()


def _send(permission, method="get", *, user=None, secret=None, header=None, **extra):
    factory = RequestFactory(enforce_csrf_checks=True)
    if secret is not None:
        header = f"Bearer {secret}"
    if header is not None:
        extra["HTTP_AUTHORIZATION"] = header
    request = factory.generic(method.upper(), "/", **extra)
    request.user = user or AnonymousUser()
    request._dont_enforce_csrf_checks = extra.get("csrf", True)  # type: ignore[attr-defined]
    return _view(permission)(request)


@pytest.mark.parametrize("scope", list(Scope))
def test_a_token_opens_the_view_as_its_account(scope):
    enable_gateway()
    token, secret = make_token(scope=scope)

    response = _send(ReadAccess, secret=secret, REMOTE_ADDR="192.0.2.1")

    assert response.data == {"user": token.user_id, "scope": scope.value, "at": "192.0.2.1"}


def test_a_session_opens_the_view_in_person():
    user = make_user()

    response = _send(FullAccess, user=user, REMOTE_ADDR="192.0.2.1")

    assert response.data == {"user": user.pk, "scope": "full", "at": "192.0.2.1"}


def test_a_session_without_the_csrf_token_does_not_write():
    response = _send(FullAccess, "post", user=make_user(), csrf=False)

    assert response.status_code == 403


def test_who_brings_nothing_is_asked_for_a_token():
    response = _send(ReadAccess)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="MCP Gateway"'


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic YTpi", "\xe9", "mgr_x"]
)
def test_a_wrong_header_is_refused_even_beside_a_session(header):
    response = _send(ReadAccess, user=make_user(), header=header)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="MCP Gateway"'


def test_unknown_revoked_and_inactive_tokens_get_one_answer():
    enable_gateway()
    user = make_user(is_active=False)
    secrets = [make_token(user=user)[1], make_token(revoked_at="2020-01-01T00:00Z")[1], "x"]

    answers = [_send(ReadAccess, secret=secret) for secret in secrets]

    assert len({str(answer.data) for answer in answers}) == 1
    assert {answer.status_code for answer in answers} == {401}


def test_ten_failures_stop_the_address_for_a_while():
    enable_gateway()
    _, secret = make_token()
    address = "192.0.2.1"
    for _ in range(10):
        _send(ReadAccess, header="Bearer x", REMOTE_ADDR=address)

    response = _send(ReadAccess, secret=secret, REMOTE_ADDR=address)

    assert response.status_code == 429
    assert 1 <= int(response["Retry-After"]) <= 60
    assert _send(ReadAccess, secret=secret).status_code == 200


def test_a_spent_budget_of_requests_is_429():
    enable_gateway(reads_per_minute=1)
    _, secret = make_token()
    _send(ReadAccess, secret=secret)

    response = _send(ReadAccess, secret=secret)

    assert response.status_code == 429
    assert 1 <= int(response["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("permission", "scope", "method", "status"),
    [
        (ReadAccess, Scope.READ, "get", 200),
        (ReadAccess, Scope.AGENT, "get", 200),
        (ReadAccess, Scope.FULL, "get", 200),
        (ReadAccess, Scope.READ, "post", 403),
        (ReadAccess, Scope.AGENT, "post", 403),
        (ReadAccess, Scope.FULL, "post", 200),
        (FullAccess, Scope.READ, "get", 403),
        (FullAccess, Scope.AGENT, "get", 403),
        (FullAccess, Scope.AGENT, "post", 403),
        (FullAccess, Scope.FULL, "post", 200),
        (AgentWriteAccess, Scope.READ, "get", 200),
        (AgentWriteAccess, Scope.AGENT, "get", 200),
        (AgentWriteAccess, Scope.READ, "post", 403),
        (AgentWriteAccess, Scope.AGENT, "post", 200),
        (AgentWriteAccess, Scope.FULL, "post", 200),
    ],
)
def test_each_permission_lets_its_scopes_pass(permission, scope, method, status):
    enable_gateway(writes=True)
    token, secret = make_token(scope=scope)
    allow_writes(token.user)

    assert _send(permission, method, secret=secret).status_code == status


@pytest.mark.parametrize("permission", [ReadAccess, AgentWriteAccess])
@pytest.mark.parametrize("scope", [Scope.READ, Scope.AGENT])
def test_assistants_stay_outside_while_the_owner_has_the_gateway_off(permission, scope):
    enable_gateway(enabled=False)
    _, secret = make_token(scope=scope)

    assert _send(permission, secret=secret).status_code == 403


def test_a_person_gets_in_while_the_gateway_is_off():
    _, secret = make_token(scope=Scope.FULL)

    assert _send(FullAccess, secret=secret).status_code == 200


def test_a_shut_gate_is_named_in_the_refusal_of_a_write():
    enable_gateway(writes=True)
    _, secret = make_token(scope=Scope.AGENT)

    response = _send(AgentWriteAccess, "post", secret=secret)

    assert response.status_code == 403
    assert response.data["error"] == "writes_disabled_by_user"


@pytest.mark.parametrize(
    ("make", "scope", "status"),
    [
        (make_superuser, Scope.FULL, 200),
        (make_superuser, Scope.AGENT, 403),
        (make_superuser, Scope.READ, 403),
        (make_user, Scope.FULL, 403),
    ],
)
def test_the_owner_in_person_alone_is_the_owner(make, scope, status):
    enable_gateway(writes=True)
    _, secret = make_token(user=make(), scope=scope)

    assert _send(IsOwner, secret=secret).status_code == status


def test_the_owners_session_is_the_owner():
    assert _send(IsOwner, user=make_superuser()).status_code == 200


def test_writes_of_an_agent_token_are_counted_and_audited_like_calls():
    enable_gateway(writes=True, calls_per_minute=1)
    token, secret = make_token(scope=Scope.AGENT)
    allow_writes(token.user)

    assert _send(AgentWriteAccess, "post", secret=secret).status_code == 200
    response = _send(AgentWriteAccess, "post", secret=secret)

    assert response.status_code == 429
    assert response.data["error"] == "rate_limited"
    assert 1 <= int(response["Retry-After"]) <= 60
    assert ChangingCall.objects.count() == 1
    assert list(AuditEvent.objects.order_by("pk").values_list("kind", "tool", "reason")) == [
        ("agent.write", "rest:things.create", ""),
        ("agent.refused", "rest:things.create", "rate_limited"),
    ]


def test_too_many_items_in_a_write_are_a_validation_error_of_their_field():
    access = make_agent_access()

    with (
        pytest.raises(ValidationError) as caught,
        changing_call(access, Change(name="rest"), item_count=51, argument="ids"),
    ):
        pytest.fail("the body must not run")

    assert set(caught.value.detail) == {"ids"}


def test_what_the_body_refuses_keeps_its_code_and_rolls_back():
    access = make_agent_access()

    with (
        pytest.raises(RefusedError) as caught,
        changing_call(access, Change(name="rest"), item_count=1),
    ):
        raise ToolError("No.", code="scope_change")

    assert caught.value.get_codes() == "scope_change"
    assert not ChangingCall.objects.exists()
    assert AuditEvent.objects.get().reason == "scope_change"
