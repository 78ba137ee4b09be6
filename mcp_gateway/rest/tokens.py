"""Tokens of one's own account: list, make, revoke."""

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from mcp_gateway.access import (
    FullAccess,
    GatewayView,
    RefusalShape,
    StrictInput,
    StrictInteger,
    StrictText,
)
from mcp_gateway.catalog import registry
from mcp_gateway.models import AccessToken
from mcp_gateway.rest.paging import PageInput, checked_query, read_page
from mcp_gateway.rest.shapes import (
    IssuedTokenShape,
    TokenPageShape,
    TokenShape,
)
from mcp_gateway.services import tokens as token_service

NOT_FOUND = OpenApiResponse(RefusalShape, description="No such token of yours.")


class NewTokenInput(StrictInput):
    """A token to be made; bounds and names are the service's to check."""

    name = StrictText(help_text="1 to 100 printable characters; names the assistant.")
    scope = serializers.ChoiceField(choices=AccessToken.ScopeChoice.choices)
    toolsets = serializers.ListField(
        child=StrictText(),
        required=False,
        allow_null=True,
        help_text="Names of toolsets; left out, the default ones.",
    )
    expires_in_days = StrictInteger(
        required=False,
        allow_null=True,
        help_text="1 to 3,650; left out, it lasts until it is revoked.",
    )


class TokensView(GatewayView):
    """`tokens`"""

    permission_classes = (FullAccess,)

    @extend_schema(operation_id="list_tokens", parameters=[PageInput], responses=TokenPageShape)
    def get(self, request: Request) -> Response:
        """List your tokens, newest first, revoked ones too."""
        values = checked_query(request, PageInput)
        page = read_page(values, token_service.visible_tokens(self.caller))
        return Response(page.body(TokenShape))

    @extend_schema(
        operation_id="create_token",
        request=NewTokenInput,
        responses={201: IssuedTokenShape, 400: OpenApiResponse(RefusalShape)},
    )
    def post(self, request: Request) -> Response:
        """Make a token; this answer alone holds its secret."""
        given = NewTokenInput(data=request.data)
        given.is_valid(raise_exception=True)
        issued = token_service.issue_token(
            actor=self.caller,
            new=token_service.NewToken(user=self.caller, **given.validated_data),
            registry=registry(),
            request_id=self.request_id,
        )
        body = TokenShape(issued.token).data | {"token": issued.secret}
        return Response(body, status=201)


class TokenView(GatewayView):
    """`tokens/{id}`"""

    permission_classes = (FullAccess,)

    @extend_schema(operation_id="revoke_token", responses={204: None, 404: NOT_FOUND})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke one of your tokens, in force at once; it stays in the list as revoked."""
        self.revoke(request, token_id)
        return Response(status=204)

    def revoke(self, request: Request, token_id: int) -> AccessToken:
        """Revoke the token, unless it is revoked already, and return it.

        Raises:
            Http404: there is none of that number, or it is somebody else's.
        """
        token = token_service.visible_tokens(self.caller).filter(pk=token_id).first()
        if token is None:
            raise Http404
        token_service.revoke_token(actor=self.caller, token=token, request_id=self.request_id)
        return token


class RevokeTokenView(TokenView):
    """`tokens/{id}/revoke`, for clients that cannot send DELETE."""

    http_method_names = ("post", "options")

    @extend_schema(
        operation_id="revoke_token_by_post",
        request=None,
        responses={200: TokenShape, 404: NOT_FOUND},
    )
    def post(self, request: Request, token_id: int) -> Response:
        """Revoke one of your tokens and return it."""
        return Response(TokenShape(self.revoke(request, token_id)).data)
