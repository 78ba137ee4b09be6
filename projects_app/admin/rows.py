"""What the pages of the domain's tables share."""

import uuid
from typing import Any

from django.contrib import admin, messages
from django.db import IntegrityError, models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from projects_app.models.abstract import ENCRYPTED_PLACEHOLDER


class RowAdmin(admin.ModelAdmin):
    """A page for a large table.

    It never counts the whole table, and a whole id in the search box goes straight to its row.
    """

    show_full_result_count = False
    list_per_page = 50

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """Look an id up by its index instead of searching every text for it."""
        try:
            row_id = uuid.UUID(search_term.strip())
        except ValueError:
            return super().get_search_results(request, queryset, search_term)
        if not isinstance(self.model._meta.pk, models.UUIDField):
            return super().get_search_results(request, queryset, search_term)
        return queryset.filter(pk=row_id), False


class WrittenRowAdmin(RowAdmin):
    """A page for rows with text people wrote: ciphertext is neither shown nor editable."""

    written_fields: tuple[str, ...] = ()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Put a placeholder in the place of an encrypted row's text."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not obj.is_encrypted:
            return fieldsets
        return [
            (title, {**options, "fields": self._without_text(options["fields"])})
            for title, options in fieldsets
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Keep the flag out of reach: without a key, changing it would only spoil the text."""
        return (*super().get_readonly_fields(request, obj), "is_encrypted", "encrypted_text")

    @admin.display(description=_("text"))
    def encrypted_text(self, row: Any) -> str:
        """Return what stands for text that only the account's own devices can read."""
        return ENCRYPTED_PLACEHOLDER

    def _without_text(self, fields: Any) -> list[Any]:
        kept = [name for name in fields if name not in self.written_fields]
        return ["encrypted_text", *kept] if len(kept) < len(fields) else kept


class TrashableRowAdmin(WrittenRowAdmin):
    """A page for rows that go to the trash first; the page of one row can delete it for good."""

    actions: tuple[Any, ...] = ("trash_selected", "restore_selected")

    def get_actions(self, request: HttpRequest, action_location: Any = None) -> Any:
        """Offer the trash in the place of deleting many rows for good.

        Django says where the actions are offered from release 6.1 on.
        """
        location = {} if action_location is None else {"action_location": action_location}
        actions = super().get_actions(request, **location)
        actions.pop("delete_selected", None)
        return actions

    def put_into_trash(self, request: HttpRequest, rows: QuerySet) -> int:
        """Move rows to the trash; return how many were not there."""
        now = timezone.now()
        live = rows.filter(trashed_at__isnull=True)
        count: int = live.update(trashed_at=now, updated_at=now)
        return count

    def take_from_trash(self, request: HttpRequest, rows: QuerySet) -> int:
        """Bring rows back; return how many were in the trash."""
        trashed = rows.filter(trashed_at__isnull=False)
        count: int = trashed.update(trashed_at=None, updated_at=timezone.now())
        return count

    @admin.action(description=_("Move the selected to the trash"), permissions=("change",))
    def trash_selected(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Move rows to the trash; those already there keep their date."""
        count = self.put_into_trash(request, queryset)
        text = ngettext("%d moved to the trash.", "%d moved to the trash.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    @admin.action(description=_("Restore the selected from the trash"), permissions=("change",))
    def restore_selected(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Bring rows back, or none of them where a name has been taken since."""
        try:
            with transaction.atomic():
                count = self.take_from_trash(request, queryset)
        except IntegrityError:
            refusal = _("Nothing was restored: a name among them has been taken since.")
            self.message_user(request, refusal, messages.ERROR)
            return
        text = ngettext("%d restored.", "%d restored.", count) % count
        self.message_user(request, text, messages.SUCCESS)


class ReadOnlyAdmin(RowAdmin):
    """A page that nobody adds to, changes or deletes from."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows by hand."""
        return False
