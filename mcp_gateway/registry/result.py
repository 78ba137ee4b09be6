"""What tools answer with."""

import datetime as dt
import operator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from mcp_gateway.registry.untrusted import NOTICE

# In C, as it is asked for every empty field of every row.
_is_none: Final = partial(operator.is_, None)


def _whole_seconds(moment: dt.datetime) -> dt.datetime:
    return moment.astimezone(dt.UTC).replace(microsecond=0)


Timestamp = Annotated[dt.datetime, AfterValidator(_whole_seconds)]
"""The type of every moment: ISO 8601 in UTC, cut to the second, as `2026-03-11T08:00:00Z`."""


class ToolResult(BaseModel):
    """A result, or a part of one.

    A field whose default is None is left out while it is None; its schema says that it may be
    missing. A nullable field without a default is always there.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        for field_info in cls.model_fields.values():
            if field_info.default is None:
                field_info.exclude_if = _is_none
        cls._arrange_fields()
        cls.model_rebuild(force=True, raise_errors=False)

    @classmethod
    def _arrange_fields(cls) -> None:
        """Change the order in which fields are written; called once a class."""


class NoticedResult(ToolResult):
    """A whole result that holds what people wrote; it says so in `_notice`, its last field."""

    notice: str = Field(default=NOTICE, alias="_notice")

    @classmethod
    def _arrange_fields(cls) -> None:
        fields = cls.__pydantic_fields__
        fields["notice"] = fields.pop("notice")


class WireBlock(Protocol):
    """A content block as `mcp_gateway.protocol.content` defines them."""

    def to_wire(self) -> dict[str, object]:
        """Return the block as the protocol spells it."""


@dataclass(frozen=True, slots=True)
class ToolContent:
    """A result given as content blocks alone, without structured content."""

    blocks: tuple[WireBlock, ...]
