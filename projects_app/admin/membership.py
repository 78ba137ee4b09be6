"""Members of projects in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from projects_app.admin.rows import ReadOnlyAdmin
from projects_app.models import Membership, Project

OTHER_ROLES = [choice for choice in Membership.Role.choices if choice[0] != Membership.Role.OWNER]


class MemberFormSet(forms.BaseInlineFormSet):
    """The members beside the owner, who needs no line."""

    def clean(self) -> None:
        """Refuse a new line for the owner, who is a member anyway."""
        super().clean()
        for form in self.extra_forms:
            data = getattr(form, "cleaned_data", {})
            user = data.get("user")
            if user is not None and user.pk == self.instance.owner_id and not data.get("DELETE"):
                raise ValidationError(_("The owner is a member already."), code="owner")


class MemberInline(admin.TabularInline):
    """The members of a project, on the project's page."""

    model = Membership
    formset = MemberFormSet
    fields = ("user", "role")
    autocomplete_fields = ("user",)
    extra = 0

    def get_queryset(self, request: HttpRequest) -> Any:
        """Leave the owner to the project's own field."""
        members = super().get_queryset(request).exclude(role=Membership.Role.OWNER)
        return members.select_related("user")

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the roles that several people may have."""
        if db_field.name == "role":
            kwargs["choices"] = OTHER_ROLES
        return super().formfield_for_choice_field(db_field, request, **kwargs)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Who takes part where; changed on the page of the project."""

    list_display = ("project", "user", "role", "created_at")
    list_filter = ("role",)
    list_select_related = ("project", "user")
    search_fields = ("project__name", "user__username", "user__first_name", "user__last_name")
    fields = ("project", "user", "role", "created_at")
    ordering = ("project_id", "role", "user_id")


def seat_owner(project: Project) -> None:
    """Give the project's owner the one membership with that role; a former owner stays to edit."""
    memberships = Membership.objects.filter(project=project)
    former = memberships.filter(role=Membership.Role.OWNER).exclude(user_id=project.owner_id)
    former.update(role=Membership.Role.EDITOR)
    memberships.update_or_create(
        project=project, user_id=project.owner_id, defaults={"role": Membership.Role.OWNER}
    )
