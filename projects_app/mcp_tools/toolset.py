"""The toolset of the site's own projects and tasks."""

from collections.abc import Sequence
from typing import Final

from django.contrib.auth.models import AbstractBaseUser

from mcp_gateway.registry import ToolSet
from projects_app.mcp_tools.errors import to_tool_error
from projects_app.selectors.accounts import is_encrypted

ENCRYPTED: Final = "encrypted"
"""The trait of an account that readable text cannot be written into."""


def traits_of(user: AbstractBaseUser) -> Sequence[str]:
    """Return what is special about an account, for the listing of tools."""
    return (ENCRYPTED,) if is_encrypted(user) else ()


toolset: Final = ToolSet(
    name="tasks",
    title="Projects and tasks",
    description="Reads and, where allowed, changes the projects and tasks of this site.",
    translate_error=to_tool_error,
    traits_of=traits_of,
)

toolsets: Final = (toolset,)
