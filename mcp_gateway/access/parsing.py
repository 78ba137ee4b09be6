"""Reading a JSON body within the limits of this server."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import BaseParser

from mcp_gateway.conf import gateway_settings
from mcp_gateway.protocol import ProtocolError, json_text


class BodyTooLargeError(APIException):
    """The body is over the setting `max_body_bytes`."""

    status_code = 413
    default_code = "body_too_large"
    default_detail = "The body is too large."


class StrictJSONParser(BaseParser):
    """JSON that means one thing: no key twice, no NaN, bounded size, depth and integers.

    A refused body is answered by 400, or by 413 where it is too large.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value; never more than the limit is read."""
        limit = gateway_settings().max_body_bytes
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise BodyTooLargeError
        try:
            value = json_text.read(raw)
        except ProtocolError as error:
            raise ParseError(error.message) from error
        if flaw := json_text.find_flaw(value):
            raise ValidationError({json_text.path_text(flaw.path) or "body": [flaw.reason]})
        return value
