"""The process's registry, filled from the `mcp_tools` module of every installed app."""

from functools import cache
from importlib import import_module
from typing import Final

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from mcp_gateway.registry import Registry, ToolDeclarationError, ToolSet

MODULE_NAME: Final = "mcp_tools"


@cache
def registry() -> Registry:
    """Return the registry; built once, in the order of `INSTALLED_APPS`.

    Raises:
        ToolDeclarationError: an app declares something wrongly; it stops the start.
    """
    found = Registry()
    for app in apps.get_app_configs():
        if app.module is None or not module_has_submodule(app.module, MODULE_NAME):
            continue
        module = import_module(f"{app.name}.{MODULE_NAME}")
        for toolset in getattr(module, "toolsets", ()):
            if not isinstance(toolset, ToolSet):
                raise ToolDeclarationError(f"{module.__name__}.toolsets may hold toolsets only.")
            found.register(toolset)
    return found
