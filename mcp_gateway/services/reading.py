"""What reading resources and getting prompts have in common."""

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

from django.utils import timezone

from mcp_gateway.registry import Registry, ToolContext, ToolError
from mcp_gateway.services.callers import Access
from mcp_gateway.services.failures import report_failure, translated
from mcp_gateway.services.tokens import touch_token

ResultT = TypeVar("ResultT")


def run_read(
    *,
    registry: Registry,
    access: Access,
    toolset: str,
    request_id: str,
    work: Callable[[ToolContext[Any]], ResultT],
) -> ResultT:
    """Run `work` with a context of its own, errors translated by the toolset.

    Raises:
        ToolError: the toolset refuses.
        InternalFailureError: a bug or an outage; logged.
    """
    context = ToolContext(
        caller=access.caller, call_id=uuid4(), request_id=request_id, now=timezone.now()
    )
    try:
        with translated(registry.toolsets[toolset]):
            result = work(context)
        if access.token is not None:
            touch_token(access.token)
    except ToolError:
        raise
    except Exception as exc:  # noqa: BLE001  # a boundary: reported without its message
        raise report_failure(exc, what=f"A read of {toolset}", request_id=request_id) from None
    return result
