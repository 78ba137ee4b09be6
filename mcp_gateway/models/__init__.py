"""The gateway's tables."""

from mcp_gateway.models.audit import AuditEvent, AuditSeal
from mcp_gateway.models.idempotency import RepeatableCall
from mcp_gateway.models.policy import ToolPolicy
from mcp_gateway.models.settings import GatewaySettings
from mcp_gateway.models.switch import AgentAccess
from mcp_gateway.models.token import AccessToken
from mcp_gateway.models.usage import ChangingCall

__all__ = [
    "AccessToken",
    "AgentAccess",
    "AuditEvent",
    "AuditSeal",
    "ChangingCall",
    "GatewaySettings",
    "RepeatableCall",
    "ToolPolicy",
]
