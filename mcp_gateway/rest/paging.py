"""Pages of rows in descending id: no row twice, none skipped, and no counting."""

from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from mcp_gateway.access import StrictInput

MAX_LIMIT: Final = 200
DEFAULT_LIMIT: Final = 50
MAX_ID: Final = 2**63 - 1

ModelT = TypeVar("ModelT", bound=Model)


class PageInput(StrictInput):
    """Which page; views with filters add theirs."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_LIMIT, default=DEFAULT_LIMIT, help_text="Rows a page."
    )
    cursor = serializers.IntegerField(
        min_value=1, max_value=MAX_ID, required=False, help_text="The page before's next_cursor."
    )


@dataclass(frozen=True, slots=True)
class Page(Generic[ModelT]):
    """Rows of one page, newest first, and where the next one starts; None after the last."""

    rows: list[ModelT]
    next_cursor: int | None

    def body(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, object]:
        """Return the JSON object of a list."""
        items = serializer(self.rows, many=True).data
        return {"items": items, "next_cursor": self.next_cursor}


def read_page(values: dict[str, Any], rows: QuerySet[ModelT]) -> Page[ModelT]:
    """Return the page of `rows` that the checked values of a `PageInput` ask for."""
    limit: int = values["limit"]
    rows = rows.order_by("-pk")
    if "cursor" in values:
        rows = rows.filter(pk__lt=values["cursor"])
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return Page(found, None)
    return Page(found[:limit], found[limit - 1].pk)


def checked_query(request: Request, form: type[StrictInput]) -> dict[str, Any]:
    """Return the checked values of the query; `format` belongs to the negotiation of content.

    Raises:
        ValidationError: a parameter is unknown or wrong; the answer names it.
    """
    given = {name: value for name, value in request.query_params.items() if name != "format"}
    checked = form(data=given)
    checked.is_valid(raise_exception=True)
    values: dict[str, Any] = checked.validated_data
    return values
