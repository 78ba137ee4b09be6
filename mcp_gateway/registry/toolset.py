"""Toolsets, and the registry that holds those of every installed app."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from mcp_gateway.registry.context import ToolContext
from mcp_gateway.registry.errors import ToolDeclarationError, ToolError
from mcp_gateway.registry.prompt import Prompt, PromptFunction, declare_prompt
from mcp_gateway.registry.resource import (
    JSON_MIME,
    Resource,
    ResourceFunction,
    declare_resource,
)
from mcp_gateway.registry.tool import (
    NAME_PATTERN,
    Effect,
    Tool,
    ToolFunction,
    ToolOptions,
    declare_tool,
)

ToolFunctionT = TypeVar("ToolFunctionT", bound=ToolFunction)
ResourceFunctionT = TypeVar("ResourceFunctionT", bound=ResourceFunction)
PromptFunctionT = TypeVar("PromptFunctionT", bound=PromptFunction)

TranslateError: TypeAlias = Callable[[Exception], ToolError | None]
TraitsOf: TypeAlias = Callable[[Any], Sequence[str]]
Complete: TypeAlias = Callable[[ToolContext[Any], str, Mapping[str, str]], Sequence[str]]
CompleteT = TypeVar("CompleteT", bound=Complete)


def _no_translation(_error: Exception) -> ToolError | None:
    return None


def _no_traits(_user: object) -> Sequence[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class ToolSet:
    """One area of tools, resources and prompts, switched and granted as a whole.

    Args:
        name: snake_case, unique on the site, as a tool's.
        title: what an owner reads in the admin.
        description: one sentence for the owner.
        translate_error: turns an error of the domain into a `ToolError`, anything else to None.
        traits_of: names what is special about an account, so that tools can be listed
            differently for it (`ToolOptions.variants`); asked once a listing.
        is_default: whether a new token carries the toolset unless it names its own.
    """

    name: str
    title: str
    description: str
    translate_error: TranslateError = _no_translation
    traits_of: TraitsOf = _no_traits
    is_default: bool = True
    tools: dict[str, Tool] = field(default_factory=dict)
    resources: list[Resource] = field(default_factory=list)
    prompts: dict[str, Prompt] = field(default_factory=dict)
    completions: dict[tuple[str, str], Complete] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not re.fullmatch(NAME_PATTERN, self.name):
            raise ToolDeclarationError(f"{self.name}: a name must match {NAME_PATTERN}.")
        if not (self.title and self.description):
            raise ToolDeclarationError(f"{self.name}: a title or description is missing.")

    def tool(
        self, *, title: str, effect: Effect, options: ToolOptions | None = None
    ) -> Callable[[ToolFunctionT], ToolFunctionT]:
        """Declare the decorated function as a tool; it is returned unchanged.

        Raises:
            ToolDeclarationError: see `declare_tool`; or the name is taken.
        """

        def declare(function: ToolFunctionT) -> ToolFunctionT:
            tool = declare_tool(
                function,
                toolset=self.name,
                title=title,
                effect=effect,
                options=options or ToolOptions(),
            )
            _add_once(self.tools, tool.name, tool)
            return function

        return declare

    def resource(
        self, uri: str, *, title: str, mime_type: str = JSON_MIME
    ) -> Callable[[ResourceFunctionT], ResourceFunctionT]:
        """Declare the decorated function as a resource or, with variables, a template.

        Raises:
            ToolDeclarationError: see `declare_resource`; the registry refuses a taken URI.
        """

        def declare(function: ResourceFunctionT) -> ResourceFunctionT:
            self.resources.append(
                declare_resource(
                    function, toolset=self.name, uri=uri, title=title, mime_type=mime_type
                )
            )
            return function

        return declare

    def prompt(self, name: str, *, title: str) -> Callable[[PromptFunctionT], PromptFunctionT]:
        """Declare the decorated function as a prompt.

        Raises:
            ToolDeclarationError: see `declare_prompt`; or the name is taken.
        """

        def declare(function: PromptFunctionT) -> PromptFunctionT:
            prompt = declare_prompt(function, toolset=self.name, name=name, title=title)
            _add_once(self.prompts, name, prompt)
            return function

        return declare

    def completion(self, reference: str, argument: str) -> Callable[[CompleteT], CompleteT]:
        """Declare the decorated function as the completion of one argument.

        Args:
            reference: a prompt's name or a resource template's URI.
            argument: the prompt's argument or the template's variable.
        """

        def declare(function: CompleteT) -> CompleteT:
            complete: Complete = function
            _add_once(self.completions, (reference, argument), complete)
            return function

        return declare


class Registry:
    """Every toolset of a process, by name; the order of registration is the order of lists."""

    def __init__(self, toolsets: Iterable[ToolSet] = ()) -> None:
        self.toolsets: dict[str, ToolSet] = {}
        self.tools: dict[str, Tool] = {}
        self.resources: list[Resource] = []
        self._uris: dict[str, Resource] = {}
        self.prompts: dict[str, Prompt] = {}
        self.completions: dict[tuple[str, str], tuple[str, Complete]] = {}
        for toolset in toolsets:
            self.register(toolset)

    def register(self, toolset: ToolSet) -> None:
        """Add a toolset.

        Raises:
            ToolDeclarationError: one of its names or URIs is taken, or a completion is for an
                argument that nothing has.
        """
        _add_once(self.toolsets, toolset.name, toolset)
        for tool in toolset.tools.values():
            _add_once(self.tools, tool.name, tool)
        for prompt in toolset.prompts.values():
            _add_once(self.prompts, prompt.name, prompt)
        for resource in toolset.resources:
            _add_once(self._uris, resource.path, resource)
        self.resources.extend(toolset.resources)
        for key, complete in toolset.completions.items():
            _refuse_stray_completion(toolset, *key)
            _add_once(self.completions, key, (toolset.name, complete))

    def find_resource(self, uri: str) -> tuple[Resource, Mapping[str, str]] | None:
        """Return the resource that `uri` names and its variables."""
        for resource in self.resources:
            variables = resource.match(uri)
            if variables is not None:
                return resource, variables
        return None


def _refuse_stray_completion(toolset: ToolSet, reference: str, argument: str) -> None:
    known = {name: set(prompt.arguments) for name, prompt in toolset.prompts.items()}
    known |= {resource.uri: set(resource.variables) for resource in toolset.resources}
    if argument not in known.get(reference, ()):
        raise ToolDeclarationError(f"{reference}: nothing has the argument {argument}.")


KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _add_once(table: dict[KeyT, ValueT], key: KeyT, value: ValueT) -> None:
    if key in table:
        raise ToolDeclarationError(f"{key} is declared twice.")
    table[key] = value
