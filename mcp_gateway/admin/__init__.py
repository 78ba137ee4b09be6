"""What the owner of the site sees and switches in Django's admin."""

from mcp_gateway.admin.audit import AuditEventAdmin
from mcp_gateway.admin.policies import ToolPolicyAdmin
from mcp_gateway.admin.settings import GatewaySettingsAdmin
from mcp_gateway.admin.switches import AgentAccessAdmin
from mcp_gateway.admin.tokens import AccessTokenAdmin

__all__ = [
    "AccessTokenAdmin",
    "AgentAccessAdmin",
    "AuditEventAdmin",
    "GatewaySettingsAdmin",
    "ToolPolicyAdmin",
]
