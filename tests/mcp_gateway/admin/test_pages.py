"""Every page of the gateway's admin: who sees it, what it costs, what it never shows."""

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import mcp_gateway
from mcp_gateway.models import AccessToken, AgentAccess, AuditEvent
from mcp_gateway.registry import Scope
from mcp_gateway.services import audit
from tests.make import make_user
from tests.make_gateway import allow_writes, issue, make_token

pytestmark = pytest.mark.usefixtures("fixture_tools")

ROOT = "/admin/mcp_gateway"
LISTS = ["gatewaysettings", "toolpolicy", "accesstoken", "agentaccess", "auditevent"]
TEMPLATES = Path(mcp_gateway.__file__).parent / "templates"


def make_rows(count: int) -> None:
    for _ in range(count):
        user = make_user()
        token, _secret = make_token(user=user, scope=Scope.AGENT)
        allow_writes(user)
        audit.record(AuditEvent.Kind.AGENT_WRITE, actor=user, token=token, tool="make_things")


@pytest.fixture
def pages(owner) -> list[str]:
    """Return the address of every page that shows rows."""
    make_rows(1)
    token = AccessToken.objects.get()
    return [
        "/admin/",
        "/admin/mcp_gateway/",
        *(f"{ROOT}/{name}/" for name in LISTS),
        f"{ROOT}/accesstoken/add/",
        f"{ROOT}/accesstoken/{token.pk}/change/",
        f"{ROOT}/accesstoken/{token.pk}/revoke/",
        f"{ROOT}/accesstoken/{token.pk}/history/",
        f"{ROOT}/agentaccess/{AgentAccess.objects.get().pk}/change/",
        f"{ROOT}/auditevent/{AuditEvent.objects.get().pk}/change/",
        f"{ROOT}/gatewaysettings/history/",
    ]


def test_the_owner_reads_every_page(browser, pages):
    assert [browser.get(page).status_code for page in pages] == [200] * len(pages)


def test_staff_with_every_permission_see_none_of_it(staff_browser, pages):
    statuses = {page: staff_browser.get(page).status_code for page in pages}

    assert statuses.pop("/admin/") == 200
    assert statuses.pop("/admin/mcp_gateway/") == 404
    assert set(statuses.values()) == {403}


def test_staff_find_it_in_no_list_of_apps(staff_browser):
    assert ROOT not in staff_browser.get("/admin/").content.decode()


def test_no_page_shows_a_secret_or_a_digest(browser, owner, pages):
    secret = issue(owner, Scope.AGENT)
    digests = list(AccessToken.objects.values_list("digest", flat=True))
    own = AccessToken.objects.get(user=owner)

    for page in [*pages, f"{ROOT}/accesstoken/{own.pk}/change/"]:
        text = browser.get(page).content.decode()
        assert secret not in text
        assert not any(digest in text for digest in digests)


@pytest.mark.parametrize(
    ("name", "queries"),
    # Session and account are two; a settings page reads its row twice more to make and show it.
    [
        ("gatewaysettings", 5),
        ("toolpolicy", 3),
        ("accesstoken", 5),
        ("agentaccess", 5),
        ("auditevent", 4),
    ],
)
def test_a_list_costs_the_same_however_long_it_is(browser, name, queries):
    make_rows(2)
    browser.get(f"{ROOT}/{name}/")
    with CaptureQueriesContext(
        connection,
    ) as few:
        browser.get(f"{ROOT}/{name}/")
    make_rows(10)
    with CaptureQueriesContext(connection) as many:
        browser.get(f"{ROOT}/{name}/")

    assert (len(few), len(many)) == (queries, queries)


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_holds_no_script_and_no_style_of_its_own(path):
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|javascript:", path.read_text())
