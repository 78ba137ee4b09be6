"""Getting a prompt, and completing arguments of prompts and resource templates."""

from collections.abc import Mapping, Sequence

from mcp_gateway.registry import Prompt, PromptMessage, Registry, ToolError
from mcp_gateway.services.arguments import read_texts
from mcp_gateway.services.callers import Access
from mcp_gateway.services.errors import UnknownNameError
from mcp_gateway.services.gates import may_see_toolset
from mcp_gateway.services.outcomes import PromptOutcome
from mcp_gateway.services.reading import run_read

__all__ = ["PromptOutcome", "complete", "get_prompt"]


def get_prompt(
    *,
    registry: Registry,
    access: Access,
    name: str,
    arguments: Mapping[str, object],
    request_id: str,
) -> PromptOutcome:
    """Return the prompt's messages for the caller, or the error of wrong arguments.

    Raises:
        UnknownNameError: no such prompt, or none this caller may see.
        InternalFailureError: a bug or an outage; logged.
    """
    prompt = registry.prompts.get(name)
    if prompt is None or not may_see_toolset(registry.toolsets[prompt.toolset], access):
        raise UnknownNameError("There is no prompt of that name.", name=name)
    try:
        args = read_texts(prompt.args_model, arguments)
        messages = run_read(
            registry=registry,
            access=access,
            toolset=prompt.toolset,
            request_id=request_id,
            work=lambda context: _messages(prompt.function(context, args)),
        )
    except ToolError as error:
        return PromptOutcome(description=prompt.description, error=error)
    return PromptOutcome(description=prompt.description, messages=messages)


def complete(
    *,
    registry: Registry,
    access: Access,
    reference: str,
    argument: tuple[str, str],
    known: Mapping[str, str],
    request_id: str,
) -> Sequence[str]:
    """Return values for an argument that begin as the client has typed it.

    Args:
        registry: the declared completions.
        access: the caller.
        reference: a prompt's name or a resource template's URI.
        argument: the argument's name and what is typed of its value so far.
        known: values of the other arguments, as far as the client has them.
        request_id: what the log files it under.

    Returns:
        Nothing for an argument that has no completion.

    Raises:
        UnknownNameError: no such prompt or template, or none this caller may see.
        ToolError: the toolset refuses.
        InternalFailureError: a bug or an outage; logged.
    """
    name, typed = argument
    toolset = _toolset_of(registry, reference)
    if toolset is None or not may_see_toolset(registry.toolsets[toolset], access):
        raise UnknownNameError("There is nothing of that name to complete.", name=reference)
    declared = registry.completions.get((reference, name))
    if declared is None:
        return ()
    return run_read(
        registry=registry,
        access=access,
        toolset=declared[0],
        request_id=request_id,
        work=lambda context: declared[1](context, typed, known),
    )


def _toolset_of(registry: Registry, reference: str) -> str | None:
    prompt: Prompt | None = registry.prompts.get(reference)
    if prompt is not None:
        return prompt.toolset
    found = (each.toolset for each in registry.resources if each.uri == reference)
    return next(found, None)


def _messages(result: str | Sequence[PromptMessage]) -> tuple[PromptMessage, ...]:
    return (PromptMessage(content=result),) if isinstance(result, str) else tuple(result)
