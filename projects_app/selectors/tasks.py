"""Reading tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from projects_app.errors import NotFoundError, TaskNotFoundError
from projects_app.models import Task
from projects_app.models.task import OPEN
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.due_order import KEY_ORDER, Position, with_due_key
from projects_app.selectors.labels import choose_label
from projects_app.selectors.listing import Listing
from projects_app.selectors.matching import id_begins
from projects_app.selectors.projects import ProjectFacts, project_facts, visible_projects
from projects_app.selectors.scope import Scope
from projects_app.selectors.task_query import TaskQuery, View
from projects_app.selectors.task_rows import TaskContext, TaskRow, task_context, task_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """A part of a list, and whether more comes after it."""

    rows: Sequence[TaskRow]
    context: TaskContext
    has_more: bool


def visible_tasks(actor: AbstractBaseUser) -> QuerySet[Task]:
    """Return the tasks of visible projects and of the actor's inbox, open and completed."""
    return Task.objects.filter(
        Q(project__in=visible_projects(actor)) | Q(project__isnull=True, owner_id=actor.pk),
        trashed_at__isnull=True,
    )


def list_tasks(
    *,
    actor: AbstractBaseUser,
    query: TaskQuery,
    clock: LocalClock,
    limit: int,
    after: Position | None = None,
    with_description: bool = False,
) -> TaskPage:
    """Return the first `limit` tasks after a position, by due key, priority and id.

    Takes at most six queries, however many tasks there are.

    Raises:
        NotFoundError: the query's project is none that the actor may see.
        InvalidValueError: the query's label means no label, or several.
    """
    projects = project_facts(actor)
    scope = _scope(actor, query, projects)
    label = None if query.label is None else choose_label(actor=actor, word=query.label)
    listing = Listing(
        tasks=query.select(Task.objects.all(), clock=clock, label=label),
        states=query.states,
        scope=scope,
        clock=clock,
        is_narrow=query.is_about_completion or (label is not None and label.is_rare),
    )
    rows = task_rows(listing.page(after, limit + 1), with_description=with_description)
    shown = rows[:limit]
    return TaskPage(
        rows=shown,
        context=task_context(shown, projects=projects),
        has_more=len(rows) > limit,
    )


def get_task(*, actor: AbstractBaseUser, task_id: UUID) -> TaskRow:
    """Return one task, its description with it.

    Raises:
        TaskNotFoundError: no such task, or none that the actor may see.
    """
    rows = task_rows(visible_tasks(actor).filter(pk=task_id), with_description=True)
    if not rows:
        raise TaskNotFoundError([str(task_id)])
    return rows[0]


def complete_task_ids(*, actor: AbstractBaseUser, typed: str, limit: int) -> list[str]:
    """Return ids of open tasks that begin with `typed`, or whose title does."""
    titled = Q(title__istartswith=typed, is_encrypted=False) | id_begins(typed)
    utc = LocalClock(now=timezone.now(), zone=ZoneInfo("UTC"))
    listing = Listing(
        tasks=with_due_key(Task.objects.filter(titled), utc),
        states=(OPEN,),
        scope=_scope(actor, TaskQuery(), project_facts(actor)),
        clock=utc,
        is_narrow=False,
    )
    return [str(pk) for pk in listing.page(None, limit).values_list("pk", flat=True)]


def list_subtasks(
    *, actor: AbstractBaseUser, task_id: UUID, clock: LocalClock, limit: int
) -> list[TaskRow]:
    """Return the first `limit` subtasks, completed ones too, by due key, priority and id."""
    subtasks = with_due_key(visible_tasks(actor).filter(parent_id=task_id), clock)
    return task_rows(subtasks.order_by(*KEY_ORDER)[:limit])


def _scope(
    actor: AbstractBaseUser, query: TaskQuery, projects: Mapping[UUID, ProjectFacts]
) -> Scope:
    if query.view is View.INBOX:
        return Scope(project_ids=(), inbox_of=actor.pk)
    if query.project_id is None:
        live = [facts.id for facts in projects.values() if not facts.is_archived]
        return Scope(project_ids=live, inbox_of=actor.pk)
    if query.project_id not in projects:
        raise NotFoundError([str(query.project_id)], noun="project")
    return Scope(project_ids=[query.project_id], inbox_of=None)
