"""Bodies of what only a person may do: the tools have no arguments for it."""

import datetime as dt
from typing import Annotated, Any, Final, Self
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from mcp_gateway.registry import ToolArgs
from projects_app.mcp_tools.write_inputs import Color, Description, LabelName, ProjectName, Remark

MOST_CALLS: Final = 1_000
MOST_POSITION: Final = 2**31 - 1
MAX_ID: Final = 2**63 - 1
CLEARED: Final = {"description": "", "color": ""}
"""What null stands for in fields that hold text."""


def _refuse_naive(moment: dt.datetime) -> dt.datetime:
    if moment.tzinfo is None:
        raise PydanticCustomError("zone", "must say its offset from UTC, such as Z")
    return moment


class Patch(ToolArgs):
    """Changes of one row; what is left out stays."""

    def named(self) -> dict[str, Any]:
        """Return what the caller named, in history's form."""
        values = {name: getattr(self, name) for name in self.model_fields_set}
        return {
            name: CLEARED.get(name) if value is None else _dumped(value)
            for name, value in values.items()
        }


class ProjectPatch(Patch):
    """Changes of one project."""

    name: ProjectName = Field(default="", description="New name.")
    description: Description | None = Field(default=None, description="Markdown; null clears.")
    color: Color | None = Field(default=None, description="#rrggbb; null clears.")
    parent_id: UUID | None = Field(default=None, description="Project above it; null is none.")
    position: Annotated[int, Field(ge=-MOST_POSITION, le=MOST_POSITION)] = Field(
        default=0, description="Place in the list, the lowest first."
    )
    archived: bool = Field(default=False, description="Put away, with its tasks.")


class LabelPatch(Patch):
    """Changes of one label."""

    name: LabelName = Field(default="", description="New name.")
    color: Color | None = Field(default=None, description="#rrggbb; null clears.")


class CommentPatch(ToolArgs):
    """A comment's new text."""

    body: Remark = Field(description="Markdown.")


class UndoBody(ToolArgs):
    """What to undo: calls by their ids, or all calls of a token since a moment."""

    call_ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_CALLS)] | None = Field(
        default=None, description="As changes names them. An assistant undoes one a request."
    )
    token_id: Annotated[int, Field(ge=1, le=MAX_ID)] | None = Field(
        default=None, description="Number of a token; with since."
    )
    since: Annotated[dt.datetime, AfterValidator(_refuse_naive)] | None = Field(
        default=None, description="From this moment on, RFC 3339; with token_id."
    )
    force: bool = Field(default=False, description="Put back also what somebody has changed since.")

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Self:
        by_token = (self.token_id is not None, self.since is not None)
        if (self.call_ids is not None, *by_token) not in {
            (True, False, False),
            (False, True, True),
        }:
            raise PydanticCustomError("choice", "must hold either call_ids, or token_id and since")
        return self


def _dumped(value: object) -> object:
    return str(value) if isinstance(value, UUID) else value
