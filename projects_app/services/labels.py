"""Creating and changing labels."""

import uuid
from collections.abc import Mapping

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Q, Value
from django.db.models.functions import Lower

from projects_app.errors import EncryptionEnabledError, InvalidValueError, NotFoundError
from projects_app.models import Label
from projects_app.selectors.accounts import is_encrypted
from projects_app.selectors.matching import equals
from projects_app.services.locking import lock_rows
from projects_app.services.origin import Origin
from projects_app.services.tracked import Json
from projects_app.services.unit import ChangeUnit


@transaction.atomic
def create_label(
    *, actor: AbstractBaseUser, name: str, color: str = "", origin: Origin
) -> tuple[Label, bool]:
    """Create a label of the actor, or find the one of that name in any case.

    Args:
        color: `#rrggbb` or empty, checked by the caller.

    Returns:
        The label, and whether it is new.

    Raises:
        EncryptionEnabledError: the account is end-to-end encrypted.
    """
    if is_encrypted(actor):
        raise EncryptionEnabledError
    existing = _find_label(actor=actor, name=name)
    if existing is not None:
        return existing, False
    unit = ChangeUnit(actor=actor, origin=origin)
    label = Label(owner_id=actor.pk, name=name, color=color)
    unit.create(label)
    try:
        with transaction.atomic():
            unit.save()
    except IntegrityError:
        # Somebody else's call made it between the look and the write.
        existing = _find_label(actor=actor, name=name)
        if existing is None:
            raise
        return existing, False
    return label, True


@transaction.atomic
def update_label(
    *, actor: AbstractBaseUser, label_id: uuid.UUID, changes: Mapping[str, Json], origin: Origin
) -> Label:
    """Change a label's name or colour.

    Raises:
        NotFoundError: it is unknown, deleted or somebody else's.
        EncryptionEnabledError: a readable name for an encrypted account or label.
        InvalidValueError: another label has that name.
    """
    label = _get_own_label(actor=actor, label_id=label_id)
    if "name" in changes:
        if label.is_encrypted or is_encrypted(actor):
            raise EncryptionEnabledError
        if _find_label(actor=actor, name=changes["name"], but=label) is not None:
            raise InvalidValueError("Another label has that name.", argument="name")
    unit = ChangeUnit(actor=actor, origin=origin)
    for field, value in changes.items():
        unit.edit(label, field, value)
    try:
        with transaction.atomic():
            unit.save()
    except IntegrityError as error:
        raise InvalidValueError("Another label has that name.", argument="name") from error
    return label


@transaction.atomic
def trash_label(*, actor: AbstractBaseUser, label_id: uuid.UUID, origin: Origin) -> Label:
    """Put a label into the trash; tasks lose it until it is restored.

    Raises:
        NotFoundError: it is unknown, deleted or somebody else's.
    """
    label = _get_own_label(actor=actor, label_id=label_id)
    unit = ChangeUnit(actor=actor, origin=origin)
    unit.trash(label)
    unit.save()
    return label


def _find_label(*, actor: AbstractBaseUser, name: str, but: Label | None = None) -> Label | None:
    """Return the actor's label of that name: in any case, and as the database's own rule has it."""
    live = Label.objects.filter(owner_id=actor.pk, trashed_at__isnull=True, is_encrypted=False)
    named = live.alias(folded=Lower("name")).filter(
        equals("name", name) | Q(folded=Lower(Value(name)))
    )
    if but is not None:
        named = named.exclude(pk=but.pk)
    return named.order_by("created_at", "pk").first()


def _get_own_label(*, actor: AbstractBaseUser, label_id: uuid.UUID) -> Label:
    found = Label.objects.filter(owner_id=actor.pk, trashed_at__isnull=True, pk=label_id)
    label = lock_rows(found).first()
    if label is None:
        raise NotFoundError([str(label_id)], noun="label")
    return label
