"""What the answers look like."""

from typing import Any

from rest_framework import serializers

from mcp_gateway.models import AccessToken, AuditEvent
from mcp_gateway.registry import Scope
from mcp_gateway.services import audit
from mcp_gateway.services.token_text import masked


class TokenShape(serializers.ModelSerializer[AccessToken]):
    """A token as its account sees it: never the secret."""

    masked = serializers.SerializerMethodField(help_text="Prefix and last four characters.")
    toolsets = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="null: the default ones."
    )

    class Meta:
        model = AccessToken
        fields = (
            "id",
            "name",
            "scope",
            "masked",
            "toolsets",
            "created_at",
            "expires_at",
            "revoked_at",
            "last_used_at",
        )

    def get_masked(self, token: AccessToken) -> str:
        """Return what tells the token from others."""
        return masked(Scope(token.scope), token.last_four)


class IssuedTokenShape(TokenShape):
    """A new token with its secret, which no later answer holds."""

    token = serializers.CharField(read_only=True, help_text="The secret; shown this once.")

    class Meta(TokenShape.Meta):
        fields = (*TokenShape.Meta.fields, "token")  # type: ignore[assignment]


class EventShape(serializers.ModelSerializer[AuditEvent]):
    """One event of the audit log."""

    details = serializers.DictField(help_text="Names, numbers and booleans; never content.")

    class Meta:
        model = AuditEvent
        fields = audit.COLUMNS


class TokenPageShape(serializers.Serializer[Any]):
    """A page of tokens, newest first."""

    items = TokenShape(many=True)
    next_cursor = serializers.IntegerField(allow_null=True, help_text="null on the last page.")


class EventPageShape(serializers.Serializer[Any]):
    """A page of events, newest first."""

    items = EventShape(many=True)
    next_cursor = serializers.IntegerField(allow_null=True, help_text="null on the last page.")
