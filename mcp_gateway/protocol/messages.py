"""Params of each method as typed, frozen models.

Keys that a model does not know are ignored (`schema#requestparams` is open); `_meta` was read
on the way up the ladder.
"""

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from mcp_gateway.protocol.constants import META
from mcp_gateway.protocol.envelope import Params
from mcp_gateway.protocol.errors import InvalidArgumentsError, InvalidParamsError
from mcp_gateway.protocol.json_text import Flaw, find_flaw, path_text


def _absent_if_null(value: object) -> object:
    return {} if value is None else value


Arguments = Annotated[dict[str, object], BeforeValidator(_absent_if_null)]
"""A JSON object; null is taken for an empty one, as several clients send it."""

TextArguments = Annotated[dict[str, str], BeforeValidator(_absent_if_null)]
"""As `Arguments`, with text for values."""


class MethodParams(BaseModel):
    """Base of the models: immutable, strict about types, open to unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class ListParams(MethodParams):
    """Params of the four lists (`server/utilities/pagination`)."""

    cursor: str | None = None


class CallToolParams(MethodParams):
    """Params of `tools/call`; the arguments are checked by the tool's own model."""

    name: str
    arguments: Arguments = Field(default_factory=dict)


class ReadResourceParams(MethodParams):
    """Params of `resources/read`."""

    uri: str


class GetPromptParams(MethodParams):
    """Params of `prompts/get`."""

    name: str
    arguments: TextArguments = Field(default_factory=dict)


class PromptReference(MethodParams):
    """What is completed is an argument of a prompt."""

    type: Literal["ref/prompt"]
    name: str


class ResourceTemplateReference(MethodParams):
    """What is completed is a variable of a resource template."""

    type: Literal["ref/resource"]
    uri: str


class CompletedArgument(MethodParams):
    """The argument being written and what stands there so far."""

    name: str
    value: str


class CompletionContext(MethodParams):
    """What the other arguments have been given already."""

    arguments: TextArguments = Field(default_factory=dict)


class CompleteParams(MethodParams):
    """Params of `completion/complete` (`server/utilities/completion`)."""

    ref: Annotated[PromptReference | ResourceTemplateReference, Field(discriminator="type")]
    argument: CompletedArgument
    context: CompletionContext | None = None


class InitializeParams(MethodParams):
    """Params of `initialize`; what a client can do and is called is not needed to serve it."""

    protocol_version: str = Field(alias="protocolVersion")
    capabilities: dict[str, object] = Field(default_factory=dict)
    client_info: dict[str, object] = Field(default_factory=dict, alias="clientInfo")


P = TypeVar("P", bound=MethodParams)


def read_params(model: type[P], params: Params) -> P:
    """The params of a request as `model`.

    Raises:
        InvalidParamsError: names what is missing or wrong, by its path.
        InvalidArgumentsError: `arguments` of a tool hold an integer past 64 bits, NUL or half of
            a surrogate pair: no tool takes those, and the path is that of the argument.
    """
    members = {key: value for key, value in params.items() if key != META}
    if flaw := find_flaw(members):
        raise _refusal(model, flaw)
    try:
        return model.model_validate(members)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_context=False, include_input=False)[0]
        where = path_text(("params", *first["loc"]))
        raise InvalidParamsError(f"{where}: {first['msg']}.") from exc


def _refusal(model: type[MethodParams], flaw: Flaw) -> InvalidParamsError:
    match flaw.path:
        case ("arguments", *inner) if inner and issubclass(model, CallToolParams):
            return InvalidArgumentsError(f"{Flaw(tuple(inner), flaw.reason)}.")
    return InvalidParamsError(f"{Flaw(('params', *flaw.path), flaw.reason)}.")
