"""Where a change comes from, as history writes it down."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Self

from django.utils import timezone

from projects_app.models import ChangeSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One call or request: every change it makes is one change set.

    Args:
        call_id: the id the answer names; the change set's own id.
        now: aware UTC, the one clock of the call.
        token_id: number of the assistant's token; None for a person.
        is_continued: an earlier step of the same call may have made changes already; those of
            this step join them in one change set.
    """

    call_id: uuid.UUID
    now: dt.datetime
    source: ChangeSet.Source
    tool: str = ""
    token_id: int | None = None
    token_name: str = ""
    request_id: str = ""
    is_continued: bool = False

    @classmethod
    def person(
        cls,
        *,
        tool: str = "",
        request_id: str = "",
        source: ChangeSet.Source = ChangeSet.Source.PERSON,
        is_continued: bool = False,
    ) -> Self:
        """Return the origin of what a person does by hand, now."""
        return cls(
            call_id=uuid.uuid4(),
            now=timezone.now(),
            source=source,
            tool=tool,
            request_id=request_id,
            is_continued=is_continued,
        )
