"""Parents in forms: a row is never below itself."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class ParentForm(forms.ModelForm):
    """A form whose `parent` may be any row but the row itself and those below it."""

    def clean_parent(self) -> Any:
        """Refuse a parent that is the row or stands below it."""
        parent = self.cleaned_data["parent"]
        above, seen = parent, set()
        while above is not None and above.pk not in seen:
            if above.pk == self.instance.pk:
                raise ValidationError(_("A row cannot be below itself."), code="cycle")
            seen.add(above.pk)
            above = above.parent
        return parent
