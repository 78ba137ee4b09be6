"""Prompts: instructions that a client hands to its own model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

from mcp_gateway.registry.context import ToolContext
from mcp_gateway.registry.declaration import read_arguments_type, read_docstring, require_subclass
from mcp_gateway.registry.errors import ToolDeclarationError
from mcp_gateway.registry.result import WireBlock


class PromptArgs(BaseModel):
    """Arguments of a prompt; all arrive as text (MCP specification, `GetPromptRequest`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMessage:
    """One message: plain text, or a content block."""

    content: str | WireBlock
    role: Literal["user", "assistant"] = "user"


PromptFunction: TypeAlias = Callable[[ToolContext[Any], Any], str | Sequence[PromptMessage]]


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """A declared prompt."""

    name: str
    toolset: str
    title: str
    description: str
    function: PromptFunction
    args_model: type[PromptArgs]

    @property
    def arguments(self) -> dict[str, FieldInfo]:
        """The arguments by the names that clients use."""
        return {field.alias or name: field for name, field in self.args_model.model_fields.items()}

    def listing(self) -> dict[str, object]:
        """Return the entry in `prompts/list`."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "arguments": [
                {
                    "name": name,
                    "description": field.description,
                    "required": field.is_required(),
                }
                for name, field in self.arguments.items()
            ],
        }


def declare_prompt(function: PromptFunction, *, toolset: str, name: str, title: str) -> Prompt:
    """Build a prompt from its function.

    Raises:
        ToolDeclarationError: no title or docstring, wrong annotations, or an undescribed
            argument.
    """
    args_model = read_arguments_type(function, owner=name)
    prompt = Prompt(
        name=name,
        toolset=toolset,
        title=title,
        description=read_docstring(function),
        function=function,
        args_model=require_subclass(args_model, PromptArgs, owner=name),
    )
    if not title:
        raise ToolDeclarationError(f"{name}: a title is missing.")
    for argument, field in prompt.arguments.items():
        if not field.description:
            raise ToolDeclarationError(f"{name}: {argument} has no description.")
    return prompt
