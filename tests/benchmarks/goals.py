"""What the product promises, as ratios and sizes that hold on slow machines too."""

from typing import Final

LIST_TASKS_RATIO: Final = 0.85
"""`tools/call list_tasks` against a bare view that dumps the same tasks."""

TOOLS_LIST_RATIO: Final = 0.9
"""`tools/list` against a view behind the same door that returns the same bytes."""

WORKER_MEGABYTES: Final = 130
"""Resident memory of a worker after the load."""

START_SECONDS: Final = 2.5
"""From starting the server to its first answer."""

WRITE_RATIO: Final = 1 / 3
"""A changing call over 50 items takes at most three times as long as its rows written bare."""
