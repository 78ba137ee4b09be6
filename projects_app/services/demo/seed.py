"""Writing the demo's plan into the database."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from projects_app.models import Account, Label, Project, Section, Task
from projects_app.services.demo import own_work, shared_work
from projects_app.services.demo.plan import row_id
from projects_app.services.demo.project_rows import project_rows
from projects_app.services.demo.task_rows import Setting, task_rows
from projects_app.services.demo.team import (
    AISHA,
    ENCRYPTED,
    JONAS,
    LABELS,
    MARIA,
    OWNER,
    ZONES,
    get_or_create_person,
)

PROJECTS = (*shared_work.PROJECTS, *own_work.PROJECTS)
TASKS = {**shared_work.TASKS, **own_work.TASKS}


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSummary:
    """What one run added: how many rows, by the name of their model in lower case."""

    added: Mapping[str, int]

    @property
    def total(self) -> int:
        """How many rows were added in all; 0 when everything was there."""
        return sum(self.added.values())


@transaction.atomic
def seed_demo(*, owner: AbstractUser) -> DemoSummary:
    """Add the work of a team of four, `owner` one of them, with dates around today.

    A project or task that an earlier run made is left as it has become since, with everything
    on it; only what is missing is added. The other three are made without a usable password.
    """
    people = {OWNER: owner} | {name: get_or_create_person(name) for name in (MARIA, JONAS, AISHA)}
    ids = {key: person.pk for key, person in people.items()}
    added: Counter[str] = Counter()
    for key, user_id in ids.items():
        _user_settings(key, user_id, added=added)
    labels = _labels(ids, added=added)
    setting = Setting(people=ids, labels=labels, now=timezone.now())
    for row in _missing_project_rows(setting):
        _insert(row, added=added)
    sections = frozenset(Section.objects.values_list("pk", flat=True))
    for row in _missing_task_rows(setting, sections=sections):
        _insert(row, added=added)
    return DemoSummary(added=dict(added))


def _insert(row: Model, *, added: Counter[str]) -> None:
    row.save(force_insert=True)
    added[row._meta.model_name or ""] += 1


def _user_settings(key: str, user_id: int, *, added: Counter[str]) -> None:
    if key in ZONES and not Account.objects.filter(user_id=user_id).exists():
        account = Account(user_id=user_id, timezone=ZONES[key], is_encrypted=key in ENCRYPTED)
        _insert(account, added=added)


def _labels(people: Mapping[str, int], *, added: Counter[str]) -> Mapping[tuple[str, str], Label]:
    """Return the labels by account and name; one that is there under its name is taken."""
    labels: dict[tuple[str, str], Label] = {}
    for person, plans in LABELS.items():
        live = Label.objects.filter(owner_id=people[person], trashed_at=None, is_encrypted=False)
        for name, color in plans:
            label = live.filter(name__iexact=name).first()
            if label is None:
                label = Label(owner_id=people[person], name=name, color=color)
                _insert(label, added=added)
            labels[person, name] = label
    return labels


def _missing_project_rows(setting: Setting) -> Iterable[Model]:
    for position, plan in enumerate(PROJECTS):
        if not Project.objects.filter(pk=row_id("project", plan.key)).exists():
            yield from project_rows(plan, position=position, people=setting.people, now=setting.now)


def _missing_task_rows(setting: Setting, *, sections: frozenset[object]) -> Iterable[Model]:
    projects = {plan.key: plan for plan in PROJECTS}
    for project_key, plans in TASKS.items():
        for number, plan in enumerate(plans):
            if not Task.objects.filter(pk=row_id("task", plan.key)).exists():
                project = projects.get(project_key)
                yield from task_rows(
                    plan, project, setting=setting, position=number, sections=sections
                )
