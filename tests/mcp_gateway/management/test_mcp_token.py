"""`mcp_token`."""

import datetime as dt

import pytest
from django.core.management import CommandError
from django.utils import timezone

from mcp_gateway.models import AccessToken
from mcp_gateway.services.tokens import find_token
from tests.make import make_user


def create(run, *words: str, name: str = "desk", user: str = "ada", scope: str = "read"):
    return run("mcp_token", "create", name, "--user", user, "--scope", scope, *words)


@pytest.mark.parametrize("scope", ["read", "full", "agent"])
def test_plain_prints_a_valid_token_and_nothing_else(run, scope):
    user = make_user("ada")

    output = create(run, "--plain", scope=scope)

    token = find_token(output.stdout.rstrip("\n"))
    assert token is not None
    assert (token.user, token.name, token.scope) == (user, "desk", scope)
    assert output.stderr == ""
    assert len(output.lines) == 1


def test_what_is_said_about_a_token_goes_to_stderr(run):
    make_user("ada")

    output = create(run)

    assert find_token(output.stdout.strip()) is not None
    assert output.stderr != ""


def test_a_token_has_the_toolsets_and_the_expiry_it_was_made_with(run):
    make_user("ada")

    create(run, "--toolsets", "spare, shapes", "--expires-days", "7")

    token = AccessToken.objects.get()
    assert token.toolsets == ["shapes", "spare"]
    assert token.expires_at is not None
    assert abs(token.expires_at - timezone.now() - dt.timedelta(days=7)) < dt.timedelta(minutes=1)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (["--expires-days", "0"], "expires_in_days"),
        (["--expires-days", "4000"], "expires_in_days"),
        (["--toolsets", "unknown"], "toolsets"),
        (["--toolsets", ""], "toolsets"),
    ],
)
def test_a_wrong_option_is_named_and_no_token_is_made(run, options, field):
    make_user("ada")

    with pytest.raises(CommandError) as caught:
        create(run, *options)

    assert str(caught.value).startswith(f"{field}:")
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize(
    ("columns", "changed"),
    [
        ({"user": "nobody"}, "user"),
        ({"user": "gone"}, "user"),
        ({"name": ""}, "name"),
        ({"name": "a\x00b"}, "name"),
    ],
)
def test_a_wrong_account_or_name_is_named(run, columns, changed):
    make_user("ada")
    make_user("gone", is_active=False)

    with pytest.raises(CommandError) as caught:
        create(run, **columns)

    assert str(caught.value).startswith(f"{changed}:")


def test_an_unknown_scope_is_refused(run):
    make_user("ada")

    with pytest.raises(CommandError):
        create(run, scope="all")


def test_list_shows_all_tokens_and_no_secret(run):
    make_user("ada")
    make_user("bob")
    secrets = [create(run, "--plain").stdout.strip(), create(run, "--plain", user="bob").stdout]

    listed = run("mcp_token", "list", "--json")

    assert [(row["user"], row["name"], row["state"]) for row in listed.json] == [
        ("bob", "desk", "valid"),
        ("ada", "desk", "valid"),
    ]
    assert not any(secret.strip() in listed.stdout for secret in secrets)


def test_list_can_be_of_one_account(run):
    make_user("ada")
    make_user("bob")
    create(run)
    create(run, user="bob")

    rows = run("mcp_token", "list", "--user", "ada", "--json").json

    assert [row["user"] for row in rows] == ["ada"]


def test_list_says_why_a_token_is_not_valid(run):
    user = make_user("ada")
    for name in ("revoked", "expired", "valid"):
        create(run, name=name)
    now = timezone.now()
    AccessToken.objects.filter(name="revoked").update(revoked_at=now)
    AccessToken.objects.filter(name="expired").update(expires_at=now)

    states = {row["name"]: row["state"] for row in run("mcp_token", "list", "--json").json}
    user.is_active = False
    user.save()
    later = {row["state"] for row in run("mcp_token", "list", "--json").json}

    assert states == {"revoked": "revoked", "expired": "expired", "valid": "valid"}
    assert later == {"account inactive"}


def test_list_prints_a_line_for_each_token(run):
    make_user("ada")
    create(run, name="desk assistant")

    heads, row = run("mcp_token", "list").lines

    assert heads.split()[:3] == ["ID", "USER", "NAME"]
    assert "desk assistant" in row


def test_a_revoked_token_signs_nobody_in(run):
    make_user("ada")
    secret = create(run, "--plain").stdout.strip()
    token = AccessToken.objects.get()

    run("mcp_token", "revoke", str(token.pk))

    assert find_token(secret) is None


def test_revoking_twice_is_no_failure(run):
    make_user("ada")
    create(run)
    token = AccessToken.objects.get()
    run("mcp_token", "revoke", str(token.pk))
    token.refresh_from_db()

    run("mcp_token", "revoke", str(token.pk))

    assert AccessToken.objects.get().revoked_at == token.revoked_at


@pytest.mark.parametrize("token_id", ["999", "x"])
def test_revoking_no_token_is_refused(run, token_id):
    with pytest.raises(CommandError):
        run("mcp_token", "revoke", token_id)
