"""Three people and their assistants change and undo things in any order.

After every step each sees what a plain model says and nothing else; and undoing every call, the
newest first, ends at the state before the first of them.
"""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from projects_app.errors import ChangedSinceError, DomainError
from projects_app.models import Task
from projects_app.models.due import Due
from projects_app.selectors.comments import visible_comments
from projects_app.selectors.tasks import visible_tasks
from projects_app.services.comments import add_comment
from projects_app.services.origin import Origin
from projects_app.services.tasks import (
    DueChange,
    NewTask,
    TaskEdit,
    complete_tasks,
    create_tasks,
    move_tasks,
    reopen_tasks,
    schedule_tasks,
    trash_tasks,
    update_tasks,
)
from projects_app.services.undo import undo_calls
from tests.make import make_project, make_section, make_task
from tests.projects_app.services.history_model import Call, Item, Model, Refusal, Remark, Spot
from tests.projects_app.services.writing import NOON, Team, assistant, live_content, person

PEOPLE: Final = st.sampled_from([0, 1, 0, 1, 2])
PICKS: Final = st.lists(st.integers(0, 999), min_size=1, max_size=2)
PICK: Final = st.integers(0, 999)
TODAY: Final = NOON.date()
DAYS: Final = st.integers(-5, 5).map(lambda days: TODAY + dt.timedelta(days=days))
UTC: Final = ZoneInfo("UTC")


class HistoryMachine(RuleBasedStateMachine):
    """The rules are what people do; each is tried by anybody on anything."""

    def __init__(self) -> None:
        super().__init__()
        self._transaction = transaction.atomic()
        self._transaction.__enter__()
        team = Team()
        self.people = [team.owner, team.editor, team.viewer]
        shared = [team.project, team.another_project()]
        private = [make_project(owner=someone) for someone in self.people]
        section = make_section(project=shared[0])
        roles = {
            project.pk: dict(project.memberships.values_list("user", "role"))
            for project in [*shared, *private]
        }
        self.model = Model(roles)
        self.spots = [Spot(None), Spot(section.project_id, section.pk)]
        self.spots += [Spot(project) for project in roles]
        parent: Task | None = None
        for project in [shared[0], shared[0], shared[0], shared[1]]:
            parent = parent if parent and parent.project_id == project.pk else None
            task = make_task(project=project, parent=parent)
            self.model.items[task.pk] = _item(task)
            parent = task
        self.content = live_content()

    def teardown(self) -> None:
        """Undo everything, then leave no trace."""
        try:
            self.undo_everything()
        finally:
            transaction.set_rollback(True)
            self._transaction.__exit__(None, None, None)

    def undo_everything(self) -> None:
        """Undo every call by whoever made it, the newest first."""
        actors = {someone.pk: someone for someone in self.people}
        for call in reversed(self.model.calls):
            undo_calls(actor=actors[call.actor], call_ids=[call.id], origin=person())
        assert live_content() == self.content

    def origin(self, who: int, has_token: bool) -> Origin:
        """Return the origin of a call by a person, or by their only token."""
        return assistant(token_id=who + 1) if has_token else person()

    def picked(self, picks: list[int]) -> list[uuid.UUID]:
        """Return distinct tasks of anybody, one in eight from the trash too."""
        known = list(self.model.items)
        live = [pk for pk in known if self.model.items[pk].trashed is None] or known
        pools = (live if pick % 8 else known for pick in picks)
        return list(dict.fromkeys(p[k // 8 % len(p)] for p, k in zip(pools, picks, strict=True)))

    def attempt(
        self,
        who: int,
        origin: Origin,
        *,
        refusal: Refusal,
        deed: Callable[..., Any],
        effect: Callable[[Any], object],
        **arguments: Any,
    ) -> bool:
        """Do it in database and model, or see it refused as the model says."""
        actor, before = self.people[who], self.model.copy()
        try:
            with transaction.atomic():
                result = deed(actor=actor, origin=origin, **arguments)
        except DomainError as error:
            assert refusal is not None, f"{error!r} {error.details}"  # noqa: PT017
            assert type(error) is refusal  # noqa: PT017
            return False
        assert refusal is None
        effect(result)
        effects = self.model.changed_by(before)
        if effects:
            self.model.calls.append(Call(origin.call_id, actor.pk, effects))
        return True

    @rule(
        who=PEOPLE,
        has_token=st.booleans(),
        place=PICK,
        day=st.none() | DAYS,
        is_daily=st.booleans(),
    )
    def create(self, *, who, has_token, place, day, is_daily):
        spot, origin = self.spots[place % len(self.spots)], self.origin(who, has_token)
        item = NewTask(
            title="t",
            project_id=spot.project,
            section_id=spot.section,
            due=day and Due(day),
            recurrence="FREQ=DAILY" if is_daily else "",
        )
        made = Item(
            owner=self.people[who].pk,
            spot=spot,
            token=origin.token_id,
            title="t",
            due=day,
            is_daily=is_daily,
        )
        self.attempt(
            who,
            origin,
            refusal=self.model.spot_refusal(self.people[who].pk, spot),
            deed=create_tasks,
            effect=lambda result: self.model.items.update({uuid.UUID(result[0].id): made}),
            items=[item],
        )

    @rule(who=PEOPLE, has_token=st.booleans(), pick=PICK)
    def create_below(self, who, has_token, pick):
        (parent,), origin = self.picked([pick]), self.origin(who, has_token)
        spot = Spot(self.model.items[parent].spot.project)
        made = Item(
            owner=self.people[who].pk, spot=spot, token=origin.token_id, title="t", parent=parent
        )
        self.attempt(
            who,
            origin,
            refusal=self.model.refusal(self.people[who].pk, [parent]),
            deed=create_tasks,
            effect=lambda result: self.model.items.update({uuid.UUID(result[0].id): made}),
            items=[NewTask(title="t", parent_id=parent)],
        )

    @rule(
        who=PEOPLE,
        has_token=st.booleans(),
        picks=PICKS,
        columns=st.fixed_dictionaries(
            {}, optional={"title": st.sampled_from("abc"), "priority": st.integers(1, 3)}
        ),
    )
    def update(self, who, has_token, picks, columns):
        ids = self.picked(picks)

        def effect(_):
            for pk in ids:
                for name, value in columns.items():
                    setattr(self.model.items[pk], name, value)

        self.attempt(
            who,
            self.origin(who, has_token),
            refusal=self.model.refusal(self.people[who].pk, ids),
            deed=update_tasks,
            effect=effect,
            edits=[TaskEdit(task_id=pk, columns=columns) for pk in ids],
        )

    @rule(who=PEOPLE, has_token=st.booleans(), picks=PICKS)
    def complete(self, who, has_token, picks):
        ids, origin = self.picked(picks), self.origin(who, has_token)

        def effect(_):
            for pk in ids:
                item = self.model.items[pk]
                if item.done is None and item.is_daily:
                    item.due = max(item.due or TODAY, TODAY) + dt.timedelta(days=1)
                elif item.done is None:
                    item.done = (origin.now, self.people[who].pk)

        refusal = self.model.refusal(self.people[who].pk, ids)
        self.attempt(
            who, origin, refusal=refusal, deed=complete_tasks, effect=effect, ids=ids, zone=UTC
        )

    @rule(who=PEOPLE, has_token=st.booleans(), picks=PICKS)
    def reopen(self, who, has_token, picks):
        ids, origin = self.picked(picks), self.origin(who, has_token)

        def effect(_):
            for pk in ids:
                self.model.items[pk].done = None

        refusal = self.model.refusal(self.people[who].pk, ids)
        self.attempt(who, origin, refusal=refusal, deed=reopen_tasks, effect=effect, ids=ids)

    @rule(who=PEOPLE, has_token=st.booleans(), picks=PICKS, day=st.none() | DAYS)
    def schedule(self, who, has_token, picks, day):
        ids, origin = self.picked(picks), self.origin(who, has_token)

        def effect(_):
            for pk in ids:
                self.model.items[pk].due = day

        self.attempt(
            who,
            origin,
            refusal=self.model.refusal(self.people[who].pk, ids),
            deed=schedule_tasks,
            effect=effect,
            ids=ids,
            due=day and DueChange(day),
        )

    @rule(who=PEOPLE, has_token=st.booleans(), picks=PICKS, place=PICK)
    def move(self, who, has_token, picks, place):
        ids, spot = self.picked(picks), self.spots[place % len(self.spots)]
        self.attempt(
            who,
            self.origin(who, has_token),
            refusal=self.model.move_refusal(self.people[who].pk, ids, spot),
            deed=move_tasks,
            effect=lambda _: self.model.move(ids, spot),
            ids=ids,
            project_id=spot.project,
            section_id=spot.section,
        )

    @rule(who=PEOPLE, has_token=st.booleans(), picks=PICKS)
    def trash(self, who, has_token, picks):
        ids, origin = self.picked(picks), self.origin(who, has_token)

        def effect(_):
            for pk in self.model.family(ids):
                self.model.items[pk].trashed = origin.now

        refusal = self.model.trash_refusal(self.people[who].pk, ids, origin.token_id)
        self.attempt(who, origin, refusal=refusal, deed=trash_tasks, effect=effect, ids=ids)

    @rule(who=PEOPLE, has_token=st.booleans(), pick=PICK)
    def comment(self, who, has_token, pick):
        (task,), author = self.picked([pick]), self.people[who].pk
        self.attempt(
            who,
            self.origin(who, has_token),
            refusal=self.model.refusal(author, [task]),
            deed=add_comment,
            effect=lambda made: self.model.remarks.update({made.pk: Remark(author, task)}),
            task_id=task,
            body="b",
        )

    @precondition(lambda self: self.model.calls)
    @rule(who=PEOPLE, pick=PICK)
    def undo_of_anybody(self, who, pick):
        self.undo_call(who, self.model.calls[pick % len(self.model.calls)])

    @precondition(lambda self: self.model.calls)
    @rule()
    def undo_the_newest(self):
        call = self.model.calls[-1]
        who = [someone.pk for someone in self.people].index(call.actor)
        assert self.undo_call(who, call)

    def undo_call(self, who: int, call: Call) -> bool:
        """Undo a call; beyond what single fields tell, families may stand in the way."""
        origin, is_newest = person(), call is self.model.calls[-1]
        refusal = self.model.undo_refusal(self.people[who].pk, call)
        wanted: dict[str, Any] = {"deed": undo_calls, "call_ids": [call.id]}
        if refusal is None and not is_newest and self.is_in_the_way(who, call):
            refusal = ChangedSinceError
            note("something was built upon it")
        return self.attempt(
            who,
            origin,
            refusal=refusal,
            effect=lambda _: self.model.undo(call, origin.now),
            **wanted,
        )

    def is_in_the_way(self, who: int, call: Call) -> bool:
        """Ask the service alone, and hold it to leaving everything as it is."""
        before = live_content()
        try:
            with transaction.atomic():
                undo_calls(actor=self.people[who], call_ids=[call.id], origin=person())
                transaction.set_rollback(True)
        except ChangedSinceError:
            assert live_content() == before
            return True
        return False

    @invariant()
    def everybody_sees_what_they_should(self):
        for someone in self.people:
            seen = {task.pk: _item(task) for task in visible_tasks(someone)}
            assert seen == self.model.visible(someone.pk)
            comments = set(visible_comments(someone).values_list("pk", flat=True))
            assert comments == self.model.visible_remarks(someone.pk)

    @invariant()
    def families_stay_together(self):
        for task in Task.objects.filter(trashed_at__isnull=True).select_related(
            "parent", "section"
        ):
            parent, section = task.parent, task.section
            if parent is not None:
                assert not parent.is_trashed
                assert parent.project_id == task.project_id
            if section is not None:
                assert section.project_id == task.project_id


def _item(task: Task) -> Item:
    done = None
    if task.completed_at is not None and task.completed_by_id is not None:
        done = (task.completed_at, task.completed_by_id)
    return Item(
        owner=task.owner_id,
        spot=Spot(task.project_id, task.section_id),
        token=task.created_token_id,
        title=task.title,
        parent=task.parent_id,
        priority=task.priority,
        due=task.due_date,
        is_daily=task.recurrence == "FREQ=DAILY",
        done=done,
        trashed=task.trashed_at,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("examples", [20, pytest.param(80, marks=pytest.mark.services)])
def test_everybody_sees_what_they_should_and_everything_can_be_undone(examples):
    run_state_machine_as_test(
        HistoryMachine,
        settings=settings(
            deadline=None,
            max_examples=examples,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
