"""Accounts in the admin."""

from django.contrib import admin

from projects_app.admin.rows import RowAdmin
from projects_app.models import Account


@admin.register(Account)
class AccountAdmin(RowAdmin):
    """Time zone and encryption of each account.

    Encryption is set by the account's own devices, which hold the key.
    """

    list_display = ("user", "timezone", "is_encrypted", "created_at")
    list_filter = ("is_encrypted",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__first_name", "user__last_name")
    fields = ("user", "timezone", "is_encrypted")
    readonly_fields = ("is_encrypted",)
    autocomplete_fields = ("user",)
    ordering = ("user__username",)
