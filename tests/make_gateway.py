"""The gateway's rows for tests: settings, tokens, callers."""

from django.contrib.auth.models import AbstractUser

from mcp_gateway.models import AccessToken, AgentAccess, GatewaySettings, ToolPolicy
from mcp_gateway.registry import Registry, Scope
from mcp_gateway.services.callers import Access, open_access
from mcp_gateway.services.snapshot import read_settings
from mcp_gateway.services.token_text import digest_of, new_secret
from mcp_gateway.services.tokens import NewToken, issue_token
from tests.make import make_user


def enable_gateway(*, writes: bool = False, **columns: object) -> GatewaySettings:
    """Turn the endpoint on, and changes where asked; `columns` are further settings."""
    row, _ = GatewaySettings.objects.update_or_create(
        pk=GatewaySettings.singleton_instance_id,
        defaults={"enabled": True, "writes_enabled": writes, **columns},
    )
    return row


def switch_off(kind: ToolPolicy.Kind, name: str) -> ToolPolicy:
    """Switch a tool or toolset off, as the owner does."""
    settings = GatewaySettings.get_solo()
    return ToolPolicy.objects.create(settings=settings, kind=kind, name=name, is_enabled=False)


def make_token(
    *, user: AbstractUser | None = None, scope: Scope = Scope.READ, **columns: object
) -> tuple[AccessToken, str]:
    """Make a token and return it with its secret; `columns` are those of the row."""
    secret = new_secret(scope)
    token = AccessToken.objects.create(
        **{
            "user": user or make_user(),
            "name": "assistant",
            "scope": scope,
            "digest": digest_of(secret),
            "last_four": secret[-4:],
            **columns,
        }
    )
    return token, secret


def allow_writes(user: AbstractUser, *, allowed: bool = True) -> AgentAccess:
    """Turn the member's switch."""
    row, _ = AgentAccess.objects.update_or_create(
        user_id=user.pk, defaults={"writes_allowed": allowed}
    )
    return row


def make_access(
    *,
    user: AbstractUser | None = None,
    scope: Scope = Scope.READ,
    writes_allowed: bool = False,
    **columns: object,
) -> Access:
    """Make a token and open the access that it gives under the settings in the database."""
    account = user or make_user()
    allow_writes(account, allowed=writes_allowed)
    _, secret = make_token(user=account, scope=scope, **columns)
    access = open_access(secret, read_settings())
    assert access is not None
    return access


def make_agent_access(*, user: AbstractUser | None = None, **columns: object) -> Access:
    """Make an access through which every gate is open; the owner's settings are turned on."""
    enable_gateway(writes=True)
    return make_access(user=user, scope=Scope.AGENT, writes_allowed=True, **columns)


def issue(user: AbstractUser, scope: Scope = Scope.READ) -> str:
    """Issue a token by the service, audit included, and return its secret."""
    new = NewToken(user=user, name="assistant", scope=scope)
    return issue_token(actor=user, new=new, registry=Registry()).secret
