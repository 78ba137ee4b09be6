"""No readable text goes back into what has been end-to-end encrypted since."""

from collections.abc import Collection
from typing import Final

from projects_app.errors import EncryptionEnabledError
from projects_app.models import Account, Change
from projects_app.services.board import Board
from projects_app.services.tracked import VALUE_PREFIX
from projects_app.services.unit import ChangeUnit

TEXT_FIELDS: Final = frozenset({"title", "description", "name", "body"})


def refuse_readable_text(
    unit: ChangeUnit, *, board: Board, accounts: Collection[int | None]
) -> None:
    """Raise if the unit, not saved yet, writes text of people for an encrypted account or row.

    Args:
        accounts: those as which the text would be written.

    Raises:
        EncryptionEnabledError: so it is.
    """
    rows = [
        board.rows[change.object_id]
        for change in unit.changes
        if _holds_text(change) and not board.is_ciphertext(change)
    ]
    if not rows:
        return
    people = [pk for pk in accounts if pk is not None]
    encrypted = Account.objects.filter(user_id__in=people, is_encrypted=True)
    if any(row.is_encrypted for row in rows) or encrypted.exists():
        raise EncryptionEnabledError


def _holds_text(change: Change) -> bool:
    has_text = isinstance(change.after, str) and change.after != ""
    return has_text and (change.field in TEXT_FIELDS or change.field.startswith(VALUE_PREFIX))
