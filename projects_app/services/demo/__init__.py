"""Made-up data of a team of four, to look around in and to measure with."""

from projects_app.services.demo.bulk import DemoMissingError, seed_bulk_tasks
from projects_app.services.demo.seed import DemoSummary, seed_demo
from projects_app.services.demo.team import OWNER_USERNAME, get_or_create_person

__all__ = [
    "OWNER_USERNAME",
    "DemoMissingError",
    "DemoSummary",
    "get_or_create_person",
    "seed_bulk_tasks",
    "seed_demo",
]
