"""URLs of the management API, to be included under `api/v1/`."""

from django.urls import path

from mcp_gateway.rest.activity import ActivityView
from mcp_gateway.rest.audit import AuditView
from mcp_gateway.rest.schema import SchemaView
from mcp_gateway.rest.settings import SettingsView
from mcp_gateway.rest.switch import AgentAccessView
from mcp_gateway.rest.tokens import RevokeTokenView, TokensView, TokenView

app_name = "gateway-rest"
urlpatterns = [
    path("settings/mcp", SettingsView.as_view(), name="settings"),
    path("me/agent-access", AgentAccessView.as_view(), name="agent-access"),
    path("me/activity", ActivityView.as_view(), name="activity"),
    path("tokens", TokensView.as_view(), name="tokens"),
    path("tokens/<int:token_id>", TokenView.as_view(), name="token"),
    path("tokens/<int:token_id>/revoke", RevokeTokenView.as_view(), name="revoke-token"),
    path("audit", AuditView.as_view(), name="audit"),
    path("schema/", SchemaView.as_view(), name="schema"),
]
