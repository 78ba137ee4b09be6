"""Custom fields: what a project's tasks carry beyond the usual, and the values they hold."""

import datetime as dt
import secrets
import string
import sys

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from projects_app.models.abstract import (
    ENCRYPTED_PLACEHOLDER,
    IdentifiedRow,
    StampedRow,
    TrashableRow,
    WrittenRow,
)
from projects_app.models.project import Project
from projects_app.models.task import Task

ID_ALPHABET = string.digits + string.ascii_lowercase
ID_RANDOM_LENGTH = 12
ID_LENGTH = 40
VALUE_LENGTH = 2_000


def make_field_id() -> str:
    """Return a fresh id of a definition: `f-` and 12 random base-36 digits."""
    return "f-" + "".join(secrets.choice(ID_ALPHABET) for _index in range(ID_RANDOM_LENGTH))


class FieldDefinition(WrittenRow, TrashableRow, StampedRow):
    """One custom field of a project."""

    class Kind(models.TextChoices):
        """What a value of the field is."""

        TEXT = "text", _("Text")
        NUMBER = "number", _("Number")
        CHECKBOX = "checkbox", _("Checkbox")
        DATE = "date", _("Date")
        CHOICE = "choice", _("Choice")
        LINK = "link", _("Link")

    id = models.CharField(
        primary_key=True, max_length=ID_LENGTH, default=make_field_id, editable=False
    )
    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="fields", verbose_name=_("project")
    )
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    options = models.JSONField(
        _("options"),
        default=list,
        blank=True,
        help_text=_("A list of texts; only for a choice."),
    )
    position = models.IntegerField(_("position"), default=0)

    class Meta:
        verbose_name = _("custom field")
        verbose_name_plural = _("custom fields")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="field_name_not_empty"),
            models.CheckConstraint(
                condition=Q(kind__in=["text", "number", "checkbox", "date", "choice", "link"]),
                name="field_kind_known",
            ),
        ]
        indexes = [models.Index(fields=["project", "position", "id"], name="field_order")]

    def __str__(self) -> str:
        return self.readable(self.name)

    def clean(self) -> None:
        """Hold the options to a list of distinct texts, there for a choice and for it alone.

        Ciphertext cannot be judged.
        """
        if self.is_encrypted:
            return
        options = self.options
        if not isinstance(options, list) or not all(
            isinstance(option, str) and option for option in options
        ):
            raise ValidationError({"options": _("Write the options as a list of texts.")})
        if len(set(options)) != len(options):
            raise ValidationError({"options": _("Write each option once.")})
        if bool(options) != (self.kind == self.Kind.CHOICE):
            raise ValidationError({"options": _("A choice needs options; no other kind has any.")})


_COLUMNS: dict[str, str] = {
    FieldDefinition.Kind.NUMBER: "number",
    FieldDefinition.Kind.CHECKBOX: "checkbox",
    FieldDefinition.Kind.DATE: "date",
}


class FieldValue(IdentifiedRow):
    """What one task holds in one custom field; with every column empty it was cleared."""

    task = models.ForeignKey(
        Task, on_delete=models.CASCADE, related_name="field_values", verbose_name=_("task")
    )
    definition = models.ForeignKey(
        FieldDefinition,
        on_delete=models.CASCADE,
        related_name="values",
        verbose_name=_("custom field"),
    )
    text = models.TextField(
        _("text"),
        blank=True,
        validators=[MaxLengthValidator(VALUE_LENGTH)],
        help_text=_("For a text, a choice and a link."),
    )
    number = models.FloatField(_("number"), null=True, blank=True)
    checkbox = models.BooleanField(_("checkbox"), null=True, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    is_encrypted = models.BooleanField(_("encrypted"), default=False)

    class Meta:
        verbose_name = _("custom field value")
        verbose_name_plural = _("custom field values")
        constraints = [
            models.UniqueConstraint(fields=["task", "definition"], name="field_value_once"),
            models.CheckConstraint(
                condition=Q(number__isnull=True)
                | Q(number__range=(-sys.float_info.max, sys.float_info.max)),
                name="field_value_number_finite",
            ),
        ]

    def __str__(self) -> str:
        value = ENCRYPTED_PLACEHOLDER if self.is_encrypted else self.value
        return f"{self.definition}: {value}"

    def clean(self) -> None:
        """Hold the value to the kind of its definition. Ciphertext cannot be judged."""
        if self.is_encrypted or self.definition_id is None:
            return
        own_column = _COLUMNS.get(self.definition.kind, "text")
        for column in ("text", "number", "checkbox", "date"):
            if column != own_column and getattr(self, column) not in {None, ""}:
                raise ValidationError({column: _("The custom field holds another kind of value.")})
        is_choice = self.definition.kind == FieldDefinition.Kind.CHOICE
        if is_choice and self.text and self.text not in self.definition.options:
            raise ValidationError({"text": _("This is none of the field's options.")})

    @property
    def value(self) -> str | float | bool | dt.date | None:
        """The value in the type of its definition; None once cleared.

        A whole number comes back as an int where a float holds it exactly. Text may be
        ciphertext: see `is_encrypted`.
        """
        match self.definition.kind:
            case FieldDefinition.Kind.NUMBER:
                return as_whole(self.number)
            case FieldDefinition.Kind.CHECKBOX:
                return self.checkbox
            case FieldDefinition.Kind.DATE:
                return self.date
            case _:
                return self.text or None


def as_whole(number: float | None) -> float | None:
    """Return a whole number as an int, where a float holds it exactly."""
    if number is not None and number.is_integer() and abs(number) <= 2**sys.float_info.mant_dig:
        return int(number)
    return number
