"""The door by which other apps offer tools, resources and prompts to assistants.

An app declares a `ToolSet` in its `mcp_tools` package under the name `toolsets`, a sequence.
"""

from mcp_gateway.registry.context import Caller, Scope, ToolContext
from mcp_gateway.registry.errors import (
    NOT_FOUND,
    InvalidArgumentsError,
    ItemNotFoundError,
    ToolDeclarationError,
    ToolError,
)
from mcp_gateway.registry.prompt import Prompt, PromptArgs, PromptMessage
from mcp_gateway.registry.resource import Resource, ResourceArgs, ResourceContent
from mcp_gateway.registry.result import NoticedResult, Timestamp, ToolContent, ToolResult
from mcp_gateway.registry.tool import Effect, NoArgs, Tool, ToolArgs, ToolOptions
from mcp_gateway.registry.toolset import Registry, ToolSet
from mcp_gateway.registry.untrusted import NOTICE, UntrustedStr, make_visible

__all__ = [
    "NOTICE",
    "NOT_FOUND",
    "Caller",
    "Effect",
    "InvalidArgumentsError",
    "ItemNotFoundError",
    "NoArgs",
    "NoticedResult",
    "Prompt",
    "PromptArgs",
    "PromptMessage",
    "Registry",
    "Resource",
    "ResourceArgs",
    "ResourceContent",
    "Scope",
    "Timestamp",
    "Tool",
    "ToolArgs",
    "ToolContent",
    "ToolContext",
    "ToolDeclarationError",
    "ToolError",
    "ToolOptions",
    "ToolResult",
    "ToolSet",
    "UntrustedStr",
    "make_visible",
]
