"""The door by which REST views of other apps use the gateway.

A view that derives from `GatewayView` finds an `Access` by `access_of(request)`: the caller,
the token if there is one, and what owner and member allow. What assistants may do over REST is
done by `call_tool`, under the same gates, limits and audit as at the endpoint; what only a
person may do stands behind `FullAccess`.
"""

from mcp_gateway.access.calls import RefusedError, call_tool, read_body, read_resource, refused
from mcp_gateway.access.inputs import StrictBoolean, StrictInput, StrictInteger, StrictText
from mcp_gateway.access.permissions import CallerAccess, FullAccess, IsOwner, ReadAccess
from mcp_gateway.access.refusals import RefusalShape
from mcp_gateway.access.sign_in import SessionOrTokenAuthentication, access_of
from mcp_gateway.access.undone import Undoing, record_undo
from mcp_gateway.access.view import GatewayView
from mcp_gateway.services.callers import Access

__all__ = [
    "Access",
    "CallerAccess",
    "FullAccess",
    "GatewayView",
    "IsOwner",
    "ReadAccess",
    "RefusalShape",
    "RefusedError",
    "SessionOrTokenAuthentication",
    "StrictBoolean",
    "StrictInput",
    "StrictInteger",
    "StrictText",
    "Undoing",
    "access_of",
    "call_tool",
    "read_body",
    "read_resource",
    "record_undo",
    "refused",
]
