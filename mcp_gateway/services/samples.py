"""Checking a sample of results against the schema that clients were told."""

import itertools
import logging
from typing import Final

import orjson
from django.conf import settings

from mcp_gateway.registry import Tool

logger = logging.getLogger(__name__)

SAMPLE_EVERY: Final = 200
"""One result in so many is checked; every one under DEBUG."""

_results = itertools.count(1)


def check_sample(tool: Tool, structured_json: bytes, *, request_id: str) -> bool:
    """Log an error where a sampled result does not fit; return False then.

    The log names the rule that is broken, never what breaks it.
    """
    is_sampled = next(_results) % SAMPLE_EVERY == 0 or settings.DEBUG
    if not is_sampled or tool.output_validator is None:
        return True
    error = next(iter(tool.output_validator.iter_errors(orjson.loads(structured_json))), None)
    if error is None:
        return True
    rule = "/".join(str(part) for part in error.absolute_schema_path)
    logger.error(
        "A result of %s does not fit its schema at %s (request %s)", tool.name, rule, request_id
    )
    return False
