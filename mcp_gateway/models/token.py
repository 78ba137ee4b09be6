"""Tokens: one for each assistant."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mcp_gateway.registry import Scope


class AccessToken(models.Model):
    """A bearer token of one account; the secret itself is never stored."""

    class ScopeChoice(models.TextChoices):
        READ = Scope.READ.value, _("read only")
        FULL = Scope.FULL.value, _("full access for the person")
        AGENT = Scope.AGENT.value, _("AI assistant, can make changes")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="access_tokens",
        verbose_name=_("member"),
    )
    name = models.CharField(_("name"), max_length=100)
    scope = models.CharField(_("scope"), max_length=5, choices=ScopeChoice)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    last_four = models.CharField(_("last four characters"), max_length=4, editable=False)
    toolsets = models.JSONField(
        _("toolsets"),
        null=True,
        blank=True,
        help_text=_("Names of the toolsets it carries; empty means the default ones."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints = (
            models.CheckConstraint(
                condition=Q(scope__in=[scope.value for scope in Scope]), name="mcp_token_scope"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="mcp_token_has_name"),
        )
        indexes = (models.Index(fields=("user", "-created_at"), name="mcp_token_by_user"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_revoked(self) -> bool:
        """Whether somebody revoked it."""
        return self.revoked_at is not None

    @property
    def is_expired(self) -> bool:
        """Whether its time has run out."""
        return self.expires_at is not None and self.expires_at <= timezone.now()
