"""What is special about an account."""

from django.contrib.auth.models import AbstractBaseUser

from projects_app.models import Account


def is_encrypted(actor: AbstractBaseUser) -> bool:
    """Whether the account is end-to-end encrypted, so that no readable text may be written."""
    return Account.objects.filter(user_id=actor.pk, is_encrypted=True).exists()
