"""The audit log: writing, sealing, verifying, reading and exporting it."""

from mcp_gateway.services.audit.export import COLUMNS, ExportForm, export_events
from mcp_gateway.services.audit.record import EventFields, record
from mcp_gateway.services.audit.seal import seal_events
from mcp_gateway.services.audit.verify import Problem, Verdict, make_checkpoint, verify
from mcp_gateway.services.audit.visible import own_events, visible_events

__all__ = [
    "COLUMNS",
    "EventFields",
    "ExportForm",
    "Problem",
    "Verdict",
    "export_events",
    "make_checkpoint",
    "own_events",
    "record",
    "seal_events",
    "verify",
    "visible_events",
]
