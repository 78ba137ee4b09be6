"""The door for REST views: who gets in, as whom, and who may write."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from rest_framework.response import Response

from mcp_gateway.access import (
    CallerAccess,
    FullAccess,
    GatewayView,
    IsOwner,
    ReadAccess,
    access_of,
    refused,
)
from mcp_gateway.registry import InvalidArgumentsError, Scope, ToolError
from mcp_gateway.services.errors import InternalFailureError
from tests.make import make_superuser, make_user
from tests.make_gateway import enable_gateway, make_token

pytestmark = pytest.mark.django_db


def _view(permission):
    class View(GatewayView):
        permission_classes = (permission,)

        def get(self, request):
            access = access_of(request)
            return Response({"user": access.user.pk, "scope": access.scope, "at": access.address})

        def post(self, request):
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
        (CallerAccess, Scope.READ, "post", 200),
        (CallerAccess, Scope.AGENT, "post", 200),
        (CallerAccess, Scope.FULL, "post", 200),
    ],
)
def test_each_permission_lets_its_scopes_pass(permission, scope, method, status):
    enable_gateway()
    _, secret = make_token(scope=scope)

    assert _send(permission, method, secret=secret).status_code == status


@pytest.mark.parametrize("permission", [ReadAccess, CallerAccess])
@pytest.mark.parametrize("scope", [Scope.READ, Scope.AGENT])
def test_assistants_stay_outside_while_the_owner_has_the_gateway_off(permission, scope):
    enable_gateway(enabled=False)
    _, secret = make_token(scope=scope)

    assert _send(permission, secret=secret).status_code == 403


def test_a_person_gets_in_while_the_gateway_is_off():
    _, secret = make_token(scope=Scope.FULL)

    assert _send(FullAccess, secret=secret).status_code == 200


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


@pytest.mark.parametrize(
    ("error", "is_gate", "status"),
    [
        (InvalidArgumentsError("No.", argument="ids"), False, 400),
        (ToolError("No.", code="not_found"), False, 404),
        (ToolError("No.", code="forbidden"), False, 403),
        (ToolError("No.", code="not_permitted"), False, 403),
        (ToolError("No.", code="scope_change"), False, 409),
        (ToolError("No.", code="writes_disabled_by_user"), True, 403),
        (ToolError("No.", code="rate_limited", details={"retry_after_seconds": 7}), False, 429),
    ],
)
def test_a_refusal_of_a_tool_has_the_status_that_fits_rest(error, is_gate, status):
    assert refused(error, is_gate=is_gate).status_code == status


@pytest.mark.parametrize(
    "failure", [InternalFailureError(request_id="abc"), RuntimeError("abc"), KeyError("marker")]
)
def test_a_bug_is_503_and_tells_a_request_id_alone(failure):
    class View(GatewayView):
        permission_classes = (FullAccess,)
        request_id = "abc"

        def get(self, request):
            raise failure

    request = RequestFactory().get("/")
    request.user = make_user()  # type: ignore[assignment]
    response = View.as_view()(request)

    assert (response.status_code, response.data["error"]) == (503, "internal_error")
    assert "abc" in response.data["message"]
    assert "marker" not in str(response.data)


def test_a_refusal_of_a_tool_keeps_its_code_and_its_details():
    class View(GatewayView):
        permission_classes = (FullAccess,)

        def get(self, request):
            raise refused(ToolError("No.", code="scope_change", details={"items": ["a"]}))

    request = RequestFactory().get("/")
    request.user = make_user()  # type: ignore[assignment]

    response = View.as_view()(request)

    assert response.data == {"error": "scope_change", "message": "No.", "items": ["a"]}


@pytest.mark.parametrize(
    ("argument", "message", "inside", "field", "sentence"),
    [
        ("items[0].title", "items[0].title: is long", "items[0]", "title", "is long"),
        ("items[0]", "items[0]: must be an object", "items[0]", "body", "must be an object"),
        ("arguments", "arguments must be an object.", "", "body", "must be an object."),
        ("due", "Not that.", "updates[0]", "due", "Not that."),
        (
            "updates[0].a",
            "updates[0].a: no; updates[0].b: no",
            "updates[0]",
            "a",
            "no; b: no",
        ),
    ],
)
def test_what_is_wrong_is_named_as_it_stands_in_the_body(case_of, field, sentence):
    error, inside = case_of

    assert refused(error, inside=inside).detail == {field: [sentence]}


@pytest.fixture
def case_of(argument, message, inside):
    return InvalidArgumentsError(message, argument=argument), inside
