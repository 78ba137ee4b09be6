"""What the domain refuses, as tools say it."""

from mcp_gateway.registry import InvalidArgumentsError, ItemNotFoundError, ToolError
from projects_app.errors import DomainError, InvalidValueError, TaskNotFoundError


def to_tool_error(error: Exception) -> ToolError | None:
    """Return the tool's refusal for an error of the domain, None for any other."""
    match error:
        case TaskNotFoundError():
            return ItemNotFoundError("task not found")
        case InvalidValueError():
            return InvalidArgumentsError(error.message, argument=error.argument)
        case DomainError():
            return ToolError(error.message, code=error.code, details=error.details)
        case _:
            return None
