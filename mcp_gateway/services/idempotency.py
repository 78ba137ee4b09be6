"""Calls that carry a `client_request_id` and may therefore be repeated.

The row is inserted before the work, in the work's transaction: the database's constraint
decides which of two racing repeats does it, and the other one waits for its result.
"""

import hashlib
from typing import Final

import orjson
from django.db import IntegrityError, transaction

from mcp_gateway.models import AccessToken, RepeatableCall
from mcp_gateway.registry import ToolArgs, ToolError

ARGUMENT: Final = "client_request_id"


def request_id_of(args: ToolArgs) -> str | None:
    """Return the id that the client gave the call, or None where it gave none."""
    value = getattr(args, ARGUMENT, None)
    return value if isinstance(value, str) else None


def arguments_digest(args: ToolArgs) -> str:
    """Return the SHA-256 in hex of the validated arguments without the request id."""
    body = args.model_dump(mode="json", exclude={ARGUMENT})
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def claim(
    *, token: AccessToken, tool: str, client_request_id: str, digest: str
) -> tuple[RepeatableCall, bool]:
    """Return the row of the call, and whether the work is this transaction's to do.

    Where it is, `keep` stores its result; where it is not, the row has the earlier result.
    Needs a transaction, and waits for one that is doing the same call.

    Raises:
        ToolError: `request_id_reused`: the id was used with other arguments.
    """
    key = {
        "user_id": token.user_id,
        "token": token,
        "tool": tool,
        "client_request_id": client_request_id,
    }
    try:
        with transaction.atomic():
            return RepeatableCall.objects.create(**key, arguments_digest=digest), True
    except IntegrityError:
        earlier = RepeatableCall.objects.get(**key)
    if earlier.arguments_digest != digest:
        raise ToolError(
            "This client_request_id was used before with other arguments. Nothing changed; "
            "use a new one for another request.",
            code="request_id_reused",
        )
    return earlier, False


def keep(call: RepeatableCall, result_json: bytes) -> None:
    """Store the result that every repeat of the call gets."""
    call.result = orjson.loads(result_json)
    call.save(update_fields=["result"])
