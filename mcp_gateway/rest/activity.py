"""What one's own account and its assistants did."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import GatewayView, ReadAccess
from mcp_gateway.rest.paging import PageInput, checked_query, read_page
from mcp_gateway.rest.shapes import EventPageShape, EventShape
from mcp_gateway.services import audit


class ActivityView(GatewayView):
    """`me/activity`"""

    permission_classes = (ReadAccess,)

    @extend_schema(operation_id="list_activity", parameters=[PageInput], responses=EventPageShape)
    def get(self, request: Request) -> Response:
        """List the events that you or your assistants caused or that concern you."""
        values = checked_query(request, PageInput)
        page = read_page(values, audit.own_events(self.caller))
        return Response(page.body(EventShape))
