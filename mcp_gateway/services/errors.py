"""What services refuse; REST, the admin and the commands put it in their own words."""

from typing import ClassVar


class GatewayError(Exception):
    """A service refuses. `code` is the contract; `message` is for people and may be reworded."""

    code: ClassVar[str] = "gateway_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotPermittedError(GatewayError):
    """The actor may not do this; nothing changed."""

    code = "not_permitted"


class InvalidValueError(GatewayError):
    """A value is out of bounds or of the wrong type; `field` names it; nothing changed."""

    code = "invalid_value"

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


class UnknownNameError(GatewayError):
    """No tool, resource or prompt of that name is declared, or none this caller may know of."""

    code = "unknown_name"

    def __init__(self, message: str, *, name: str) -> None:
        super().__init__(message)
        self.name = name


class InternalFailureError(GatewayError):
    """A bug or an outage. It is logged already; outside, only the request id may be told."""

    code = "internal_error"

    def __init__(self, *, request_id: str) -> None:
        super().__init__(f"Internal error. Quote the request id {request_id} when reporting it.")
        self.request_id = request_id
