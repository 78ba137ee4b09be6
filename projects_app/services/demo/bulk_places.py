"""Where bulk tasks go: the demo's current projects and its people's inboxes."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from projects_app.models import Label, Membership, Project, Section
from projects_app.services.demo import own_work, shared_work
from projects_app.services.demo.plan import row_id

EVERY_NTH_LABELLED: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A project, or an inbox, with who makes tasks there and under which headings."""

    project_id: uuid.UUID | None
    people: Sequence[int]
    section_ids: Sequence[uuid.UUID | None] = (None,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """All places, and the labels of each account."""

    all: Sequence[Place]
    labels: Mapping[int, Sequence[uuid.UUID]]

    def label_for(self, user_id: int, number: int) -> uuid.UUID | None:
        """Return a label of the account for one task in four, and None for the others."""
        own = self.labels.get(user_id, ())
        if not own or number % EVERY_NTH_LABELLED:
            return None
        return own[number // EVERY_NTH_LABELLED % len(own)]


def find_places() -> Places:
    """Return the places that the demo has; none where it was never seeded."""
    plans = (*shared_work.PROJECTS, *own_work.PROJECTS)
    projects = Project.objects.filter(
        pk__in=[row_id("project", plan.key) for plan in plans],
        archived_at=None,
        trashed_at=None,
        is_encrypted=False,
    )
    makers: dict[uuid.UUID, list[int]] = defaultdict(list)
    members = Membership.objects.filter(project__in=projects).exclude(role=Membership.Role.VIEWER)
    for project_id, user_id in members.order_by("pk").values_list("project_id", "user_id"):
        makers[project_id].append(user_id)
    sections: dict[uuid.UUID, list[uuid.UUID | None]] = defaultdict(lambda: [None])
    live = Section.objects.filter(project__in=projects, trashed_at=None)
    for project_id, section_id in live.values_list("project_id", "pk"):
        sections[project_id].append(section_id)
    shared = [
        Place(project_id=key, people=people, section_ids=sections[key])
        for key, people in makers.items()
    ]
    people = sorted({user_id for members_of in makers.values() for user_id in members_of})
    inboxes = [Place(project_id=None, people=[user_id]) for user_id in people]
    return Places(all=[*shared, *inboxes], labels=_labels(people))


def _labels(people: Sequence[int]) -> Mapping[int, Sequence[uuid.UUID]]:
    labels: dict[int, list[uuid.UUID]] = defaultdict(list)
    live = Label.objects.filter(owner__in=people, trashed_at=None)
    for owner_id, label_id in live.values_list("owner_id", "pk"):
        labels[owner_id].append(label_id)
    return labels
