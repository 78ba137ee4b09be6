"""Whether a call left all of its traces or none: rows, history, audit, ledger, retries."""

from collections.abc import Sequence

from mcp_gateway.models import AuditEvent, ChangingCall, RepeatableCall
from mcp_gateway.services import audit
from projects_app.models import ChangeSet
from tests.faults.deeds import CHANGES_OF_AN_ITEM, Deed


def is_done(deed: Deed) -> bool:
    """Return whether the call was done; fails where it was done in part or twice."""
    rows = {str(pk) for pk in deed.done.values_list("pk", flat=True)}
    change_sets = ChangeSet.objects.filter(changes__object_id__in={*rows, *deed.touched})
    calls = list(change_sets.distinct())
    kept = list(RepeatableCall.objects.filter(tool=deed.tool, client_request_id=deed.request_id))
    if not rows:
        assert (calls, kept) == ([], []), deed
        return False
    (call,) = calls
    assert len(rows) == deed.item_count, deed
    _check_history(deed, call, rows)
    _check_audit(deed, call)
    stored = [{item["id"] for item in each.result["items"]} for each in kept]
    assert stored == ([rows] if deed.request_id else []), deed
    return True


def check_books(done: Sequence[Deed]) -> None:
    """Fail unless history, ledger and audit log hold these calls and nothing else."""
    counts = sorted(deed.item_count for deed in done)
    writes = AuditEvent.objects.filter(kind=AuditEvent.Kind.AGENT_WRITE, reason="")
    assert ChangeSet.objects.count() == len(done)
    assert sorted(ChangingCall.objects.values_list("item_count", flat=True)) == counts
    assert sorted(writes.values_list("item_count", flat=True)) == counts
    assert not AuditEvent.objects.exclude(outcome=AuditEvent.Outcome.OK).exists()
    verdict = audit.verify()
    assert verdict == audit.Verdict(checked_count=AuditEvent.objects.count())


def _check_history(deed: Deed, call: ChangeSet, rows: set[str]) -> None:
    changed = list(call.changes.values_list("object_id", flat=True))
    assert set(changed) == rows
    assert len(changed) == CHANGES_OF_AN_ITEM[deed.tool] * deed.item_count
    assert (call.tool, call.source, call.token_id, call.actor_id) == (
        deed.tool,
        ChangeSet.Source.ASSISTANT,
        deed.token.pk,
        deed.token.user_id,
    )


def _check_audit(deed: Deed, call: ChangeSet) -> None:
    columns = ("kind", "outcome", "reason", "tool", "item_count", "token_id", "request_id")
    assert list(AuditEvent.objects.filter(call_id=call.pk).values_list(*columns)) == [
        ("agent.write", "ok", "", deed.tool, deed.item_count, deed.token.pk, call.request_id)
    ]
