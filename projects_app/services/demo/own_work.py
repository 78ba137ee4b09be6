"""What each of the team does alone; the key of an inbox is empty."""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from projects_app.services.demo.plan import AttachmentPlan, CommentPlan, ProjectPlan, TaskPlan
from projects_app.services.demo.team import AISHA, JONAS, MARIA, OWNER

PROJECTS: Final = (
    ProjectPlan(key="home", owner=OWNER, name="Home", color="#8e44ad"),
    ProjectPlan(
        key="kitchen",
        owner=OWNER,
        name="Kitchen renovation",
        description="Budget: 9,000. New floor first.",
        parent="home",
        sections=("Plan", "Buy"),
    ),
    ProjectPlan(key="reading", owner=MARIA, name="Reading list", color="#16a085"),
    ProjectPlan(
        key="notes",
        owner=AISHA,
        name="Private notes",
        sections=("Later",),
        is_encrypted=True,
    ),
)

HOME: Final = (
    TaskPlan(
        key="bins",
        title="Put the bins out",
        owner=OWNER,
        due_in=1,
        time=dt.time(20),
        recurrence="FREQ=WEEKLY",
    ),
    TaskPlan(
        key="rent",
        title="Pay the rent",
        owner=OWNER,
        priority=1,
        due_in=7,
        recurrence="FREQ=MONTHLY;BYMONTHDAY=1",
    ),
    TaskPlan(
        key="birthday",
        title="Birthday present for Lena",
        owner=OWNER,
        priority=2,
        due_in=10,
        recurrence="FREQ=YEARLY",
        labels=("errand",),
    ),
)

KITCHEN: Final = (
    TaskPlan(
        key="quotes",
        title="Compare the three quotes",
        owner=OWNER,
        section="Plan",
        priority=2,
        due_in=-3,
        estimate=60,
        labels=("waiting",),
        comments=(
            CommentPlan(author=OWNER, body="The second one forgot the tiles.", hours_ago=70),
        ),
        attachments=(
            AttachmentPlan(
                name="quotes.ods",
                mime="application/vnd.oasis.opendocument.spreadsheet",
                size=48_210,
            ),
            AttachmentPlan(
                name="floor-plan.jpg", mime="image/jpeg", size=911_003, is_uploaded=False
            ),
        ),
    ),
    TaskPlan(
        key="measure",
        title="Measure the window again",
        owner=OWNER,
        section="Plan",
        parent="quotes",
        due_in=0,
    ),
    TaskPlan(key="oven", title="Decide about the oven", owner=OWNER, section="Buy", priority=3),
    TaskPlan(
        key="paint",
        title="Buy paint samples",
        owner=OWNER,
        section="Buy",
        due_in=5,
        labels=("errand",),
    ),
)

READING: Final = (
    TaskPlan(
        key="novel",
        title="Finish the novel for the book club",
        owner=MARIA,
        due_in=8,
        labels=("reading",),
    ),
    TaskPlan(
        key="essay", title="Read the essay on gardens", owner=MARIA, priority=3, labels=("reading",)
    ),
)

NOTES: Final = (
    TaskPlan(key="note-1", title="First private note", owner=AISHA, priority=2, due_in=0),
    TaskPlan(key="note-2", title="Second private note", owner=AISHA, section="Later", due_in=3),
    TaskPlan(
        key="note-3",
        title="Third private note",
        owner=AISHA,
        completed_days_ago=1,
        completed_by=AISHA,
    ),
)

INBOX: Final = (
    TaskPlan(
        key="dentist",
        title="Make an appointment with the dentist",
        owner=OWNER,
        priority=2,
        due_in=0,
        labels=("errand",),
    ),
    TaskPlan(
        key="flight",
        title="Check in for the flight to Rome",
        owner=OWNER,
        due_in=2,
        time=dt.time(7, 15),
        tz="Europe/Rome",
    ),
    TaskPlan(
        key="idea",
        title="Idea: a lending library for tools",
        owner=OWNER,
        description="Ask in the house first.",
    ),
    TaskPlan(key="passport", title="Renew the passport", owner=OWNER, priority=3, due_in=45),
    TaskPlan(
        key="parcel",
        title="Pick up the parcel",
        owner=OWNER,
        completed_days_ago=1,
        completed_by=OWNER,
    ),
    TaskPlan(key="gym", title="Cancel the gym", owner=OWNER, is_trashed=True),
    TaskPlan(key="call", title="Call the landlord", owner=MARIA, due_in=-1, labels=("urgent",)),
    TaskPlan(key="bike", title="Repair the bike", owner=JONAS, priority=3, due_in=4),
    TaskPlan(
        key="paper",
        title="Outline the talk",
        owner=JONAS,
        due_in=14,
        estimate=180,
        labels=("deep work",),
    ),
)

TASKS: Final[Mapping[str, tuple[TaskPlan, ...]]] = {
    "home": HOME,
    "kitchen": KITCHEN,
    "reading": READING,
    "notes": NOTES,
    "": INBOX,
}
