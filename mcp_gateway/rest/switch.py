"""The member's own switch."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import FullAccess, GatewayView, RefusalShape, StrictBoolean, StrictInput
from mcp_gateway.services import switches


class SwitchInput(StrictInput):
    """Whether assistants may change the account."""

    writes_allowed = StrictBoolean(help_text="Off stops every assistant of the account at once.")


class AgentAccessView(GatewayView):
    """`me/agent-access`"""

    permission_classes = (FullAccess,)

    @extend_schema(operation_id="read_agent_access", responses=SwitchInput)
    def get(self, request: Request) -> Response:
        """Read whether assistants may change your account."""
        return Response({"writes_allowed": switches.are_writes_allowed(self.caller)})

    @extend_schema(
        operation_id="change_agent_access",
        request=SwitchInput,
        responses={200: SwitchInput, 400: OpenApiResponse(RefusalShape)},
    )
    def put(self, request: Request) -> Response:
        """Allow or forbid assistants to change your account."""
        given = SwitchInput(data=request.data)
        given.is_valid(raise_exception=True)
        values: dict[str, Any] = given.validated_data
        switches.set_writes_allowed(
            actor=self.caller,
            user=self.caller,
            allowed=values["writes_allowed"],
            request_id=self.request_id,
        )
        return Response(values)
