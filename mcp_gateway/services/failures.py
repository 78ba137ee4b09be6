"""Reporting what should not have happened, without telling what it happened to."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from mcp_gateway.registry import ToolError, ToolSet
from mcp_gateway.services.errors import InternalFailureError

logger = logging.getLogger(__name__)


def report_failure(exc: Exception, *, what: str, request_id: str) -> InternalFailureError:
    """Log an unexpected error and return what may be told about it.

    The log gets its type and where it was raised, but no message: those of databases and
    validators quote what people wrote.
    """
    chain: list[str] = []
    cause: BaseException | None = exc
    while cause is not None:
        frames = "".join(traceback.format_tb(cause.__traceback__))
        chain.append(f"{type(cause).__module__}.{type(cause).__qualname__}\n{frames}")
        cause = cause.__cause__ or cause.__context__
    logger.error("%s failed (request %s): %s", what, request_id, "caused by ".join(chain))
    return InternalFailureError(request_id=request_id)


@contextmanager
def translated(toolset: ToolSet) -> Iterator[None]:
    """Turn an error of the toolset's domain into its `ToolError`; let all others pass.

    Raises:
        ToolError: the body raised one, or what the toolset makes one of.
    """
    try:
        yield
    except ToolError:
        raise
    except Exception as exc:
        error = toolset.translate_error(exc)
        if error is None:
            raise
        raise error from exc
