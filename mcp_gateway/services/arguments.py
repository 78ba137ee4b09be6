"""Reading arguments by their model, strictly, with errors that name the argument."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from mcp_gateway.protocol.json_text import find_flaw, path_text
from mcp_gateway.registry import InvalidArgumentsError

ModelT = TypeVar("ModelT", bound=BaseModel)

WHOLE: Final = "arguments"
MAX_NAMED: Final = 5


def read_arguments(model: type[ModelT], arguments: object) -> ModelT:
    """Return the arguments of a call as its model, by the strict rules of JSON.

    Raises:
        InvalidArgumentsError: what the model refuses, NUL, half of a surrogate pair or an
            integer beyond 64 bits; `argument` is its path. The message never holds a value.
    """
    if not isinstance(arguments, dict):
        raise InvalidArgumentsError(f"{WHOLE} must be an object.", argument=WHOLE)
    try:
        _refuse_flaw(arguments)
        return model.model_validate_json(orjson.dumps(arguments), strict=True)
    except ValidationError as exc:
        raise _invalid(exc, arguments) from None
    except (RecursionError, TypeError):
        raise InvalidArgumentsError(
            f"{WHOLE} must be plain JSON, not nested this deeply.", argument=WHOLE
        ) from None


def read_texts(model: type[ModelT], texts: Mapping[str, object]) -> ModelT:
    """Return variables that all arrive as text, of a URI or a prompt, as their model.

    Raises:
        InvalidArgumentsError: as `read_arguments`.
    """
    for name, text in texts.items():
        if not isinstance(text, str):
            raise InvalidArgumentsError(f"{name}: must be a text.", argument=name)
    try:
        _refuse_flaw(dict(texts))
        return model.model_validate_strings(dict(texts))
    except ValidationError as exc:
        raise _invalid(exc, texts) from None


def _refuse_flaw(value: dict[str, object]) -> None:
    flaw = find_flaw(value)
    if flaw is not None:
        path = path_text(flaw.path)
        raise InvalidArgumentsError(f"{path} {flaw.reason}.", argument=path)


def _invalid(exc: ValidationError, arguments: object) -> InvalidArgumentsError:
    problems = exc.errors(include_url=False, include_context=False, include_input=False)
    paths = [
        _path(problem["loc"], arguments, is_missing=problem["type"] == "missing")
        for problem in problems
    ]
    named = [
        f"{path}: {problem['msg']}"
        for path, problem in zip(paths[:MAX_NAMED], problems, strict=False)
    ]
    return InvalidArgumentsError("; ".join(named), argument=paths[0])


def _path(location: Sequence[int | str], value: Any, *, is_missing: bool) -> str:
    """Return the path as a client knows it, without the names that unions add to it."""
    path: list[int | str] = []
    for part in location:
        if _holds(value, part):
            path.append(part)
            value = value[part]
    if is_missing:
        path.append(location[-1])
    return path_text(path) or WHOLE


def _holds(value: object, part: int | str) -> bool:
    return isinstance(value, list) or (isinstance(value, Mapping) and part in value)
