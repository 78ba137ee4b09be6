"""What the domain offers to assistants."""

from projects_app.mcp_tools import (
    completions,
    history,
    prompts,
    read,
    resources,
    write,
    write_new,
    write_updates,
)
from projects_app.mcp_tools.toolset import toolset, toolsets

__all__ = [
    "completions",
    "history",
    "prompts",
    "read",
    "resources",
    "toolset",
    "toolsets",
    "write",
    "write_new",
    "write_updates",
]
