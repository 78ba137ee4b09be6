"""`mcp_token`: tokens of assistants, for any account."""

from typing import Any

from mcp_gateway.catalog import registry
from mcp_gateway.management.command import GatewayCommand, find_account
from mcp_gateway.models import AccessToken
from mcp_gateway.registry import Scope
from mcp_gateway.services import tokens as token_services
from mcp_gateway.services.errors import InvalidValueError
from mcp_gateway.services.token_text import masked
from mcp_gateway.services.tokens import NewToken


class Command(GatewayCommand):
    """Create, list and revoke tokens."""

    help = "Create, list and revoke the tokens that AI assistants sign in with."

    def add_actions(self, actions: Any) -> None:
        """Declare `create`, `list` and `revoke`."""
        create = self.action(actions, "create", self.create)
        create.add_argument("name", metavar="NAME", help="which assistant it is for")
        create.add_argument("--user", required=True, help="username it acts as")
        create.add_argument("--scope", required=True, choices=[str(scope) for scope in Scope])
        create.add_argument("--expires-days", type=int, metavar="N", help="default: never")
        create.add_argument("--toolsets", metavar="A,B", help="default: the usual ones")
        create.add_argument("--plain", action="store_true", help="print the token alone")
        listing = self.action(actions, "list", self.list)
        listing.add_argument("--user", help="only this account's")
        listing.add_argument("--json", action="store_true", help="print JSON")
        revoke = self.action(actions, "revoke", self.revoke)
        revoke.add_argument("token_id", type=int, metavar="ID", help="as list shows it")

    def create(  # its options, by name
        self,
        *,
        name: str,
        user: str,
        scope: str,
        expires_days: int | None,
        toolsets: str | None,
        plain: bool,
        **_options: object,
    ) -> None:
        """Make a token and print it, this once."""
        names = None if toolsets is None else [part.strip() for part in toolsets.split(",")]
        issued = token_services.issue_token(
            actor=None,
            new=NewToken(
                user=find_account(user),
                name=name,
                scope=Scope(scope),
                toolsets=names,
                expires_in_days=expires_days,
            ),
            registry=registry(),
        )
        if not plain:
            self.say(f"Token {issued.token.pk} of {user}. It is not shown again:")
        self.stdout.write(issued.secret)

    def list(self, *, user: str | None, json: bool, **_options: object) -> None:
        """Print the tokens, newest first; never their secrets."""
        actor = None if user is None else find_account(user)
        rows = [_row(token) for token in token_services.visible_tokens(actor)]
        if json:
            self.print_json(rows)
            return
        heads = ("id", "user", "name", "scope", "masked", "state", "expires_at", "last_used_at")
        self.print_table(
            [head.upper().replace("_", " ") for head in heads],
            [[row[head] for head in heads] for row in rows],
        )

    def revoke(self, *, token_id: int, **_options: object) -> None:
        """Revoke a token, in force from the next request."""
        token = AccessToken.objects.select_related("user").filter(pk=token_id).first()
        if token is None:
            raise InvalidValueError("There is no token of that number.", field="ID")
        changed = token_services.revoke_token(actor=None, token=token)
        self.say(f"Token {token_id} is revoked." if changed else "It was revoked already.")


def _row(token: AccessToken) -> dict[str, object]:
    state = "revoked" if token.is_revoked else "expired" if token.is_expired else "valid"
    return {
        "id": token.pk,
        "user": token.user.get_username(),
        "name": token.name,
        "scope": token.scope,
        "masked": masked(Scope(token.scope), token.last_four),
        "toolsets": token.toolsets,
        "state": state if token.user.is_active else "account inactive",
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "revoked_at": token.revoked_at,
        "last_used_at": token.last_used_at,
    }
