"""Reading a declaration from the function that makes it."""

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

from pydantic import BaseModel

from mcp_gateway.registry.errors import ToolDeclarationError


def read_docstring(function: Callable[..., object]) -> str:
    """Return the docstring as one paragraph a blank line, each on a line of its own.

    Raises:
        ToolDeclarationError: there is none.
    """
    text = inspect.getdoc(function)
    if not text:
        raise ToolDeclarationError(f"{function.__name__}: a docstring is the description.")
    return "\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def read_signature(
    function: Callable[..., object], *, result_types: tuple[type, ...]
) -> tuple[type, type]:
    """Return the types of the second argument and of the result.

    Raises:
        ToolDeclarationError: not `(ctx, args) -> result`, or a result of another kind.
    """
    name = function.__name__
    result = get_type_hints(function).get("return")
    if not (isinstance(result, type) and issubclass(result, result_types)):
        kinds = " or ".join(kind.__name__ for kind in result_types)
        raise ToolDeclarationError(f"{name}: must return {kinds}.")
    return read_arguments_type(function, owner=name), result


def read_arguments_type(function: Callable[..., object], *, owner: str) -> Any:
    """Return the type of the second argument.

    Raises:
        ToolDeclarationError: not `(ctx, args)`, or the second has no type.
    """
    hints = get_type_hints(function)
    parameters = list(inspect.signature(function).parameters)
    if len(parameters) != 2 or parameters[1] not in hints:  # noqa: PLR2004  # ctx and args
        raise ToolDeclarationError(f"{owner}: must be declared as (ctx, args) -> result.")
    return hints[parameters[1]]


def require_subclass(model: object, base: type[BaseModel], *, owner: str) -> Any:
    """Return `model` if it is a subclass of `base`; the declaration is wrong otherwise."""
    if not (isinstance(model, type) and issubclass(model, base)):
        raise ToolDeclarationError(f"{owner}: its arguments must be a {base.__name__}.")
    return model
