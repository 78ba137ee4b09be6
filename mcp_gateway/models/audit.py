"""The audit log: what happened, by whom, and never what was in it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEvent(models.Model):
    """One event. Rows are only ever added; the database refuses anything else.

    Actor and token are written down as numbers and names, so that no deletion elsewhere
    changes an event.
    """

    class Kind(models.TextChoices):
        SETTINGS_CHANGED = "settings.changed", _("settings changed")
        AGENT_ACCESS_CHANGED = "agent_access.changed", _("member's switch changed")
        TOKEN_CREATED = "token.created", _("token created")
        TOKEN_REVOKED = "token.revoked", _("token revoked")
        AGENT_WRITE = "agent.write", _("assistant made a change")
        AGENT_REFUSED = "agent.refused", _("assistant was refused")
        CHANGES_UNDONE = "changes.undone", _("changes undone")
        OPENPROJECT_CONNECTED = "openproject.connected", _("OpenProject connected")
        AUTH_THROTTLED = "auth.throttled", _("sign-in attempts stopped")
        AUDIT_EXPORTED = "audit.exported", _("audit log exported")

    class Outcome(models.TextChoices):
        OK = "ok", _("done")
        REFUSED = "refused", _("refused")
        FAILED = "failed", _("failed")

    at = models.DateTimeField(_("time"))
    kind = models.CharField(_("event"), max_length=32, choices=Kind)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome, default=Outcome.OK)
    reason = models.CharField(_("reason"), max_length=64, blank=True)
    actor_id = models.BigIntegerField(_("account number"), null=True)
    actor_name = models.CharField(_("account"), max_length=150, blank=True)
    subject_id = models.BigIntegerField(_("concerned account number"), null=True)
    token_id = models.BigIntegerField(_("token number"), null=True)
    token_name = models.CharField(_("token"), max_length=100, blank=True)
    tool = models.CharField(_("tool"), max_length=64, blank=True)
    item_count = models.PositiveIntegerField(_("items"), default=0)
    call_id = models.UUIDField(_("call"), null=True)
    request_id = models.CharField(_("request"), max_length=64, blank=True)
    address = models.GenericIPAddressField(_("address"), null=True)
    details = models.JSONField(
        _("details"), default=dict, help_text=_("Names of changed settings, never content.")
    )

    class Meta:
        verbose_name = _("audit event")
        verbose_name_plural = _("audit log")
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("at",), name="mcp_audit_by_time"),
            models.Index(fields=("actor_id", "-id"), name="mcp_audit_by_actor"),
            models.Index(fields=("subject_id", "-id"), name="mcp_audit_by_subject"),
            models.Index(fields=("token_id", "-id"), name="mcp_audit_by_token"),
            models.Index(fields=("kind", "-id"), name="mcp_audit_by_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M:%S}"


class AuditSeal(models.Model):
    """The hash of one event over the seal before it, in order; only ever added.

    Kept apart from the event, so that both tables are append-only while sealing follows
    writing: writers never wait for the chain.
    """

    position = models.BigIntegerField(_("position"), primary_key=True)
    event = models.OneToOneField(
        AuditEvent, on_delete=models.PROTECT, related_name="seal", verbose_name=_("event")
    )
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        verbose_name = _("audit seal")
        verbose_name_plural = _("audit seals")

    def __str__(self) -> str:
        return str(self.position)
