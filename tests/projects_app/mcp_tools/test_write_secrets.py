"""What is written stays where it was written; and a token in it is no secret any more."""

import logging
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db.models import Model

from mcp_gateway.models import AccessToken, AuditEvent, GatewaySettings, RepeatableCall, ToolPolicy
from mcp_gateway.registry import Scope
from mcp_gateway.services.audit import ExportForm, export_events, visible_events
from projects_app.models import (
    Change,
    Comment,
    FieldValue,
    Label,
    Membership,
    Project,
    Task,
)
from tests.make import make_project, make_superuser, make_task
from tests.make_gateway import make_access, make_agent_access, make_token, switch_off
from tests.projects_app.mcp_tools.changing import CHANGING, Example, answer, call, refused

pytestmark = pytest.mark.django_db

MARKER = "zq7marker"
CONTENT = (Task, Project, Label, Comment, FieldValue, Change)
"""Tables that hold what people write."""

TEXT_TOOLS = ("create_tasks", "update_tasks", "create_project", "create_label", "add_comment")


def places_of(text: str) -> set[type[Model]]:
    """Return the tables in which some row holds the text."""
    return {
        model
        for model in apps.get_models(include_auto_created=True)
        if any(text in str(row) for row in model._default_manager.values_list())
    }


def exports() -> Iterator[str]:
    """Yield the audit log in every form."""
    owner = make_superuser()
    for form in ExportForm:
        yield from export_events(actor=owner, events=visible_events(owner), form=form)


def refuse_everything(access, settings) -> set[str]:
    """Run into each refusal with the marker in hand; return the codes."""
    task = make_task(owner=access.user)
    shared = make_project(members={access.user: Membership.Role.VIEWER})
    viewed = make_task(project=shared)
    update = {"title": MARKER, "description": MARKER}
    codes = {
        refused(access, "update_tasks", updates=[{"id": str(task.pk), MARKER: MARKER}]).code,
        refused(access, "update_tasks", updates=[{"id": MARKER} | update]).code,
        refused(access, "update_tasks", updates=[{"id": str(viewed.pk)} | update]).code,
        refused(access, "add_comment", task_id=str(make_task().pk), body=MARKER).code,
        refused(access, "create_tasks", items=[{"title": MARKER, "recurrence": MARKER}]).code,
        refused(access, "create_tasks", items=[{"title": MARKER, "labels": [f"{MARKER}x"]}]).code,
        refused(access, "create_tasks", items=[{"title": MARKER}] * 51).code,
        refused(access, "create_label", name=MARKER * 20).code,
    }
    answer(access, "create_project", name="plain", client_request_id="once")
    codes.add(refused(access, "create_project", name=MARKER, client_request_id="once").code)
    for scope in (Scope.READ, Scope.FULL):
        other = make_access(user=access.user, scope=scope, writes_allowed=True)
        codes.add(refused(other, "create_project", name=MARKER).code)
    bound = make_access(
        user=access.user, scope=Scope.AGENT, writes_allowed=True, toolsets=["openproject"]
    )
    codes.add(refused(bound, "create_project", name=MARKER).code)
    return codes | refuse_by_settings(access, settings)


def refuse_by_settings(access, settings) -> set[str]:
    """Run into what owner and member shut."""

    def code_of(*, writes_allowed: bool = True) -> str:
        again = make_access(user=access.user, scope=Scope.AGENT, writes_allowed=writes_allowed)
        return refused(again, "create_project", name=MARKER).code

    codes = {code_of(writes_allowed=False)}
    GatewaySettings.objects.update(items_per_day=1, items_per_call=1)
    again = make_access(user=access.user, scope=Scope.AGENT, writes_allowed=True)
    answer(again, "create_label", name="first")
    codes.add(refused(again, "create_label", name=MARKER).code)
    switch_off(ToolPolicy.Kind.TOOL, "create_project")
    codes.add(code_of())
    GatewaySettings.objects.update(writes_enabled=False)
    codes.add(code_of())
    settings.MCP_GATEWAY = {**settings.MCP_GATEWAY, "read_only": True}
    return codes | {code_of()}


def test_what_is_written_appears_in_no_log_audit_or_export(caplog, settings):
    caplog.set_level(logging.DEBUG)
    access = make_agent_access()
    for tool in CHANGING:
        answer(access, tool, **Example(access, text=MARKER).arguments(tool))

    codes = refuse_everything(access, settings)

    assert codes >= {
        *("invalid_arguments", "not_found", "forbidden", "request_id_reused", "token_scope"),
        *("token_toolset", "writes_disabled_by_user", "rate_limited", "tool_disabled"),
        *("writes_disabled_by_owner", "SERVER_READ_ONLY"),
    }
    assert places_of(MARKER) == set(CONTENT)
    assert MARKER not in "".join(exports())
    assert MARKER not in caplog.text


@pytest.mark.parametrize("tool", CHANGING)
def test_no_result_repeats_what_was_written(tool):
    access = make_agent_access()

    outcome = call(access, tool, **Example(access, text=MARKER).arguments(tool))

    assert outcome.structured_json is not None
    assert MARKER.encode() not in outcome.structured_json


def text_arguments(access, tool: str, secret: str) -> dict[str, object]:
    """Return arguments with a token amid the text."""
    return Example(access, text=f"see {secret}, please").arguments(tool)


@pytest.mark.parametrize("tool", TEXT_TOOLS)
def test_a_live_token_in_text_is_refused_and_revoked(tool):
    access = make_agent_access()
    token, secret = make_token(scope=Scope.FULL)

    error = refused(access, tool, **text_arguments(access, tool, secret))

    assert error.code == "secret_in_text"
    assert secret not in str(error.body())
    assert AccessToken.objects.get(pk=token.pk).is_revoked
    revoked = AuditEvent.objects.get(kind="token.revoked")
    assert (revoked.token_id, revoked.reason) == (token.pk, "secret_in_text")
    assert (revoked.actor_id, revoked.subject_id) == (access.user.pk, token.user_id)
    refusal = AuditEvent.objects.get(kind="agent.refused")
    assert (refusal.reason, refusal.tool) == ("secret_in_text", tool)
    assert places_of(secret) == set()


@pytest.mark.parametrize("place", ["description", "recurrence", "labels", "fields", "key"])
def test_a_live_token_is_found_wherever_text_goes(place):
    access = make_agent_access()
    token, secret = make_token()
    items: dict[str, dict[str, object]] = {
        "description": {"description": f"a\n{secret}"},
        "recurrence": {"recurrence": secret},
        "labels": {"labels": [secret]},
        "fields": {"fields": [{"id": "f-any", "value": secret}]},
        "key": {"fields": {"f-any": secret}},
    }

    error = refused(access, "create_tasks", items=[{"title": "t"} | items[place]])

    assert error.code == "secret_in_text"
    assert AccessToken.objects.get(pk=token.pk).is_revoked


def test_the_callers_own_token_is_no_exception():
    access = make_agent_access()
    own, secret = make_token(user=access.user, scope=Scope.AGENT)

    refused(access, "create_label", name=secret)

    assert AccessToken.objects.get(pk=own.pk).is_revoked


def test_look_alikes_and_dead_tokens_are_text_like_any_other():
    access = make_agent_access()
    token, secret = make_token()
    AccessToken.objects.filter(pk=token.pk).update(revoked_at=token.created_at)
    look_alike = secret[:-1] + ("0" if secret[-1] != "0" else "1")

    answer(access, "create_tasks", items=[{"title": look_alike}, {"title": secret}])

    assert Task.objects.count() == 2


def test_a_refused_token_leaves_the_request_id_free():
    access = make_agent_access()
    _, secret = make_token()

    refused(access, "create_label", name=secret, client_request_id="one")

    assert not RepeatableCall.objects.exists()
