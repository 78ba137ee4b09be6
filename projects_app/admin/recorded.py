"""Pages whose changes are history: saved, trashed and restored by the services."""

from typing import Any, Final

from django.contrib.admin.utils import unquote
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from projects_app.admin.change_rows import change_lines
from projects_app.admin.rows import TrashableRowAdmin
from projects_app.models import Change
from projects_app.selectors.changes import changes_of
from projects_app.services import by_hand
from projects_app.services.origin import Origin
from projects_app.services.tracked import KINDS

SHOWN_CHANGES: Final = 100


def origin_of(request: HttpRequest) -> Origin:
    """Return where the changes of this request come from; all of them are one change set."""
    origin: Origin | None = getattr(request, "change_origin", None)
    if origin is None:
        origin = Origin.person(tool="admin", is_continued=True)
        request.change_origin = origin  # type: ignore[attr-defined]
    return origin


class RecordedRowAdmin(TrashableRowAdmin):
    """A page for rows that history follows; it shows their history too."""

    object_history_template = "admin/projects_app/history.html"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        """Save the row, and what that changes as history."""
        by_hand.save_row(actor=self.actor(request), row=obj, origin=origin_of(request))

    def put_into_trash(self, request: HttpRequest, rows: QuerySet) -> int:
        """Put rows into the trash as one change set."""
        return by_hand.trash_rows(
            actor=self.actor(request),
            model=self.model,
            ids=list(rows.values_list("pk", flat=True)),
            origin=origin_of(request),
        )

    def take_from_trash(self, request: HttpRequest, rows: QuerySet) -> int:
        """Take rows out of the trash as one change set."""
        return by_hand.restore_rows(
            actor=self.actor(request),
            model=self.model,
            ids=list(rows.values_list("pk", flat=True)),
            origin=origin_of(request),
        )

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """Show who changed what about the row, above what the admin itself noted."""
        kind = Change.Kind(KINDS[self.model])
        changes = changes_of(kind=kind, object_id=unquote(object_id))[:SHOWN_CHANGES]
        lines = change_lines(changes, reader=self.actor(request))
        context = {"changes": lines, **(extra_context or {})}
        return super().history_view(request, object_id, context)

    @staticmethod
    def actor(request: HttpRequest) -> Any:
        """Return the account that has signed in."""
        return request.user
