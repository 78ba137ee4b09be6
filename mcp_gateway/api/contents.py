"""`resources/read`, `prompts/get` and `completion/complete`."""

from typing import cast

from mcp_gateway.api.call import Call
from mcp_gateway.catalog import registry
from mcp_gateway.protocol import (
    BlobResource,
    CompleteParams,
    CompletionContext,
    ContentBlock,
    GetPromptParams,
    InvalidParamsError,
    PromptMessage,
    PromptReference,
    ReadResourceParams,
    ResourceContents,
    ResourceNotFoundError,
    Text,
    TextResource,
    UnknownPromptError,
    Wire,
    complete_result,
    get_prompt_result,
    read_params,
    read_resource_result,
)
from mcp_gateway.registry import PromptMessage as DeclaredMessage
from mcp_gateway.registry import ResourceContent, ToolError
from mcp_gateway.services import prompts, resources
from mcp_gateway.services.errors import UnknownNameError


def read_resource(call: Call) -> Wire:
    """Read one resource.

    Raises:
        ResourceNotFoundError: there is none of that URI that the caller may read.
        InvalidParamsError: the URI has a variable that is wrong, or the resource refuses.
    """
    uri = read_params(ReadResourceParams, call.opened.params).uri
    try:
        outcome = resources.read_resource(
            registry=registry(), access=call.access, uri=uri, request_id=call.request_id
        )
    except UnknownNameError as error:
        raise ResourceNotFoundError(uri, call.opened.revision) from error
    if outcome.is_missing:
        raise ResourceNotFoundError(uri, call.opened.revision) from outcome.error
    if outcome.content is None:
        raise _refusal(outcome.error)
    return read_resource_result([_contents(uri, outcome.content)])


def get_prompt(call: Call) -> Wire:
    """Fill in one prompt.

    Raises:
        UnknownPromptError: there is none of that name that the caller may use.
        InvalidParamsError: an argument is missing or wrong, or the prompt refuses.
    """
    params = read_params(GetPromptParams, call.opened.params)
    try:
        outcome = prompts.get_prompt(
            registry=registry(),
            access=call.access,
            name=params.name,
            arguments=params.arguments,
            request_id=call.request_id,
        )
    except UnknownNameError as error:
        raise UnknownPromptError(params.name) from error
    if outcome.error is not None:
        raise _refusal(outcome.error)
    messages = [_turn(message) for message in outcome.messages]
    return get_prompt_result(messages, call.opened.revision, outcome.description)


def complete(call: Call) -> Wire:
    """Suggest values of one argument of a prompt or of a resource template.

    Raises:
        InvalidParamsError: there is no such prompt or template, or its toolset refuses.
    """
    params = read_params(CompleteParams, call.opened.params)
    ref = params.ref
    given = CompletionContext() if params.context is None else params.context
    try:
        values = prompts.complete(
            registry=registry(),
            access=call.access,
            reference=ref.name if isinstance(ref, PromptReference) else ref.uri,
            argument=(params.argument.name, params.argument.value),
            known=given.arguments,
            request_id=call.request_id,
        )
    except UnknownNameError as error:
        raise InvalidParamsError(f"params.ref: {error.message}") from error
    except ToolError as error:
        raise _refusal(error) from error
    return complete_result(values)


def _contents(uri: str, content: ResourceContent) -> ResourceContents:
    if content.blob is not None:
        return BlobResource(uri, content.blob, content.mime_type)
    return TextResource(uri, content.text, content.mime_type)


def _turn(message: DeclaredMessage) -> PromptMessage:
    content = message.content
    block = Text(content) if isinstance(content, str) else content
    return PromptMessage(message.role, cast("ContentBlock", block))


def _refusal(error: ToolError | None) -> InvalidParamsError:
    assert error is not None  # noqa: S101  # an outcome has contents or an error
    return InvalidParamsError(error.message)
