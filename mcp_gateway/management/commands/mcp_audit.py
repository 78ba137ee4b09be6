"""`mcp_audit`: reading, exporting and verifying the audit log."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.db.models import Q, QuerySet

from mcp_gateway.management.command import GatewayCommand, find_account
from mcp_gateway.models import AuditEvent
from mcp_gateway.services import audit

SHOWN: Final = 50


class Command(GatewayCommand):
    """List, export and verify what the audit log holds."""

    help = "Read, export and verify the audit log."

    def add_actions(self, actions: Any) -> None:
        """Declare `list`, `export` and `verify`."""
        listing = self.action(actions, "list", self.list)
        _add_filters(listing)
        listing.add_argument("--limit", type=int, default=SHOWN, metavar="N", help="default: 50")
        listing.add_argument("--json", action="store_true", help="print JSON")
        export = self.action(actions, "export", self.export)
        _add_filters(export)
        export.add_argument(
            "--format", dest="form", choices=[str(form) for form in audit.ExportForm], default="csv"
        )
        verify = self.action(actions, "verify", self.verify)
        verify.add_argument(
            "--checkpoint", type=Path, metavar="FILE", help="also check against this checkpoint"
        )
        verify.add_argument(
            "--write-checkpoint",
            type=Path,
            metavar="FILE",
            help="write a signed checkpoint, to be kept away from this machine",
        )

    def list(
        self, *, user: str | None, kind: str | None, limit: int, json: bool, **_options: object
    ) -> None:
        """Print the latest events, newest first."""
        events = _events(user, kind)[: max(limit, 0)]
        if json:
            self.print_json(
                [{name: getattr(each, name) for name in audit.COLUMNS} for each in events]
            )
            return
        self.print_table(
            ("ID", "TIME", "EVENT", "OUTCOME", "REASON", "ACCOUNT", "TOKEN", "TOOL", "ITEMS"),
            [
                (
                    *(each.pk, each.at, each.kind, each.outcome, each.reason),
                    *(each.actor_name, each.token_name, each.tool, each.item_count),
                )
                for each in events
            ],
        )

    def export(
        self,
        *,
        user: str | None,
        kind: str | None,
        form: str,
        **_options: object,
    ) -> None:
        """Print all events, oldest first; the export itself is audited."""
        lines = audit.export_events(
            actor=None, events=_events(user, kind), form=audit.ExportForm(form)
        )
        for line in lines:
            self.stdout.write(line, ending="")

    def verify(
        self, *, checkpoint: Path | None, write_checkpoint: Path | None, **_options: object
    ) -> None:
        """Check that no event was edited, removed or moved; fail with the first wrong row."""
        known = None if checkpoint is None else _read(checkpoint)
        verdict = audit.verify(known)
        if not verdict.is_intact:
            self.stdout.write(
                f"position {verdict.position}, event {verdict.event_id or '-'}: {verdict.problem}"
            )
            raise CommandError(
                f"The audit log was altered; {verdict.checked_count} events before are intact."
            )
        self.stdout.write(f"{verdict.checked_count} events are intact.")
        if write_checkpoint is not None:
            _write(write_checkpoint, audit.make_checkpoint())
            self.say(f"The checkpoint is in {write_checkpoint}; keep it on another machine.")


def _add_filters(parser: Any) -> None:
    parser.add_argument("--user", help="only what this account did or what concerns it")
    parser.add_argument("--kind", choices=AuditEvent.Kind.values, help="only this event")


def _events(user: str | None, kind: str | None) -> QuerySet[AuditEvent]:
    events = audit.visible_events(None)
    if user is not None:
        account = find_account(user)
        events = events.filter(Q(actor_id=account.pk) | Q(subject_id=account.pk))
    return events if kind is None else events.filter(kind=kind)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The checkpoint {file} cannot be read.") from error


def _write(file: Path, checkpoint: str) -> None:
    try:
        file.write_text(checkpoint + "\n", encoding="ascii")
    except OSError as error:
        raise CommandError(f"The checkpoint {file} cannot be written.") from error
