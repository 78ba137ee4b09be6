"""What the team does together."""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from projects_app.models import FieldDefinition
from projects_app.services.demo.plan import (
    EDITOR,
    VIEWER,
    AttachmentPlan,
    CommentPlan,
    FieldPlan,
    ProjectPlan,
    TaskPlan,
)
from projects_app.services.demo.team import AISHA, JONAS, MARIA, OWNER

Kind = FieldDefinition.Kind

PROJECTS: Final = (
    ProjectPlan(
        key="website",
        owner=OWNER,
        name="Website relaunch",
        description="A faster site in **two languages**. Launch with the spring newsletter.",
        color="#2980b9",
        members={MARIA: EDITOR, JONAS: EDITOR, AISHA: VIEWER},
        sections=("Design", "Content", "Build", "Launch"),
        fields=(
            FieldPlan(key="client", name="Client", kind=Kind.TEXT),
            FieldPlan(key="cost", name="Budget (EUR)", kind=Kind.NUMBER),
            FieldPlan(key="ok", name="Approved", kind=Kind.CHECKBOX),
            FieldPlan(key="golive", name="Go-live", kind=Kind.DATE),
            FieldPlan(
                key="phase", name="Phase", kind=Kind.CHOICE, options=("Draft", "Review", "Final")
            ),
            FieldPlan(key="brief", name="Brief", kind=Kind.LINK),
        ),
    ),
    ProjectPlan(
        key="garden",
        owner=MARIA,
        name="Office garden",
        description="Raised beds behind the office.",
        color="#27ae60",
        members={OWNER: EDITOR, JONAS: EDITOR},
        sections=("Beds", "Tools"),
    ),
    ProjectPlan(
        key="handbook",
        owner=JONAS,
        name="On-call handbook",
        description="What to do when something is down.",
        color="#c0392b",
        members={OWNER: VIEWER, MARIA: EDITOR},
        sections=("Runbooks",),
    ),
    ProjectPlan(
        key="fair",
        owner=OWNER,
        name="Summer fair",
        color="#f39c12",
        archived_days_ago=90,
        members={JONAS: EDITOR},
    ),
)

WEBSITE: Final = (
    TaskPlan(
        key="homepage",
        title="Agree on the new home page",
        owner=OWNER,
        description="Three drafts are in the folder. We need *one* by the end of the week.",
        section="Design",
        priority=1,
        due_in=-2,
        assignee=MARIA,
        estimate=90,
        labels=("urgent",),
        values={"client": "Lindgren & Co", "cost": 1200, "ok": False, "phase": "Review"},
        comments=(
            CommentPlan(
                author=MARIA,
                body="Draft B reads best on a phone.",
                hours_ago=30,
                replies=(
                    CommentPlan(author=OWNER, body="Agreed, with the photo of A.", hours_ago=26),
                    CommentPlan(author=JONAS, body="B is also the lightest to load.", hours_ago=5),
                ),
            ),
        ),
        attachments=(
            AttachmentPlan(name="home-drafts.pdf", mime="application/pdf", size=2_481_152),
            AttachmentPlan(name="Drafts online", url="https://example.com/drafts"),
        ),
    ),
    TaskPlan(
        key="photos",
        title="Choose the photos",
        owner=MARIA,
        section="Design",
        parent="homepage",
        due_in=0,
        assignee=MARIA,
    ),
    TaskPlan(
        key="contrast",
        title="Check the colours for contrast",
        owner=OWNER,
        section="Design",
        parent="homepage",
        priority=3,
        due_in=1,
    ),
    TaskPlan(
        key="texts",
        title="Translate the product pages",
        owner=MARIA,
        section="Content",
        priority=2,
        due_in=4,
        estimate=480,
        assignee=MARIA,
        values={"client": "Lindgren & Co", "cost": 850.5, "brief": "https://example.com/brief"},
    ),
    TaskPlan(
        key="legal",
        title="Have the privacy notice checked",
        owner=OWNER,
        section="Content",
        priority=2,
        due_in=-1,
        labels=("waiting",),
    ),
    TaskPlan(
        key="release",
        title="Release call with the Tokyo office",
        owner=JONAS,
        section="Launch",
        priority=2,
        due_in=1,
        time=dt.time(9, 30),
        tz="Asia/Tokyo",
        assignee=JONAS,
        estimate=45,
    ),
    TaskPlan(
        key="cache",
        title="Measure the pages behind the cache",
        owner=JONAS,
        section="Build",
        due_in=6,
        labels=("deep work",),
        estimate=240,
    ),
    TaskPlan(
        key="redirects",
        title="List the old addresses to redirect",
        owner=JONAS,
        section="Build",
        priority=3,
        due_in=9,
    ),
    TaskPlan(
        key="newsletter",
        title="Announce it in the newsletter",
        owner=OWNER,
        section="Launch",
        due_in=21,
        values={"golive": 21, "ok": True, "phase": "Draft"},
    ),
    TaskPlan(
        key="standup",
        title="Relaunch stand-up",
        owner=OWNER,
        due_in=0,
        time=dt.time(10),
        recurrence="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        estimate=15,
    ),
    TaskPlan(
        key="hosting",
        title="Order the new hosting",
        owner=JONAS,
        section="Build",
        completed_days_ago=6,
        completed_by=JONAS,
        values={"cost": 240, "ok": True},
    ),
    TaskPlan(
        key="kickoff",
        title="Kick-off with everybody",
        owner=OWNER,
        completed_days_ago=20,
        completed_by=OWNER,
    ),
    TaskPlan(key="forum", title="Add a forum", owner=MARIA, section="Build", is_trashed=True),
)

GARDEN: Final = (
    TaskPlan(
        key="tomatoes",
        title="Water the tomatoes",
        owner=MARIA,
        section="Beds",
        priority=2,
        due_in=0,
        recurrence="FREQ=DAILY;INTERVAL=2",
        estimate=10,
        assignee=OWNER,
        labels=("outside",),
        comments=(CommentPlan(author=JONAS, body="The can is in the shed now.", hours_ago=50),),
    ),
    TaskPlan(
        key="compost",
        title="Turn the compost",
        owner=JONAS,
        section="Beds",
        due_in=3,
        recurrence="FREQ=WEEKLY;BYDAY=SA",
    ),
    TaskPlan(
        key="seeds",
        title="Order seeds for autumn",
        owner=MARIA,
        section="Beds",
        priority=3,
        due_in=12,
        labels=("outside", "urgent"),
    ),
    TaskPlan(key="shears", title="Sharpen the shears", owner=OWNER, section="Tools", priority=3),
    TaskPlan(
        key="hose",
        title="Replace the hose",
        owner=MARIA,
        section="Tools",
        completed_days_ago=2,
        completed_by=OWNER,
    ),
)

HANDBOOK: Final = (
    TaskPlan(
        key="pager",
        title="Swap the pager",
        owner=JONAS,
        priority=1,
        due_in=2,
        time=dt.time(8),
        tz="Europe/Berlin",
        recurrence="FREQ=WEEKLY;INTERVAL=2",
        assignee=JONAS,
    ),
    TaskPlan(
        key="restore",
        title="Practise a restore from the backup",
        owner=JONAS,
        section="Runbooks",
        priority=2,
        due_in=-5,
        recurrence="FREQ=MONTHLY;BYMONTHDAY=-1",
    ),
    TaskPlan(
        key="contacts",
        title="Bring the list of contacts up to date",
        owner=MARIA,
        section="Runbooks",
        priority=3,
    ),
)

FAIR: Final = (
    TaskPlan(key="tents", title="Return the tents", owner=OWNER, due_in=-95),
    TaskPlan(
        key="thanks",
        title="Thank the helpers",
        owner=OWNER,
        completed_days_ago=92,
        completed_by=OWNER,
    ),
)

TASKS: Final[Mapping[str, tuple[TaskPlan, ...]]] = {
    "website": WEBSITE,
    "garden": GARDEN,
    "handbook": HANDBOOK,
    "fair": FAIR,
}
