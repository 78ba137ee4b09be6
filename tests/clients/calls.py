"""What the clients ask for: a valid call of everything that the site offers."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from uuid import uuid4

ZONE: Final = "Europe/Rome"

Call = tuple[str, dict[str, Any]]
"""A tool's name and its arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Rows of the demo data that calls name."""

    task_id: str
    project_id: str
    label: str

    def reading_calls(self) -> Mapping[str, dict[str, Any]]:
        """Return arguments for every reading tool, by its name."""
        return MappingProxyType(
            {
                "list_projects": {"include_archived": True},
                "list_labels": {},
                "list_tasks": {"label": self.label, "timezone": ZONE, "limit": 5},
                "get_task": {"id": self.task_id, "timezone": ZONE},
                "search_tasks": {"query": "a", "limit": 5},
                "today_summary": {"timezone": ZONE},
                "list_changes": {"limit": 5},
            }
        )

    def resource_uris(self) -> Mapping[str, str]:
        """Return a URI for every resource template, by the template without its query."""
        return MappingProxyType(
            {
                "workspace://projects/{id}": f"workspace://projects/{self.project_id}",
                "workspace://tasks/{id}": f"workspace://tasks/{self.task_id}",
            }
        )


def changing_calls() -> Generator[Call, dict[str, Any], None]:
    """Yield a call of every changing tool, in an order in which each is allowed.

    The driver sends each call's structured result back. The rows are made by the calls
    themselves, so that they can be run again on the same site.
    """
    name = f"Made by a client, {uuid4()}"
    project = yield "create_project", {"name": name, "client_request_id": str(uuid4())}
    yield "create_label", {"name": name, "client_request_id": str(uuid4())}
    task = {"title": name, "due": {"date": "2026-10-16"}, "labels": [name]}
    created = yield "create_tasks", {"items": [task], "client_request_id": str(uuid4())}
    ids = [item["id"] for item in created["items"]]
    yield "update_tasks", {"updates": [{"id": ids[0], "priority": 2}]}
    yield "schedule_tasks", {"ids": ids, "due": {"date": "2026-10-17"}}
    yield "move_tasks", {"ids": ids, "project_id": project["items"][0]["id"]}
    yield "add_comment", {"task_id": ids[0], "body": "Done by a client."}
    yield "complete_tasks", {"ids": ids, "timezone": ZONE}
    reopened = yield "reopen_tasks", {"ids": ids}
    yield "undo_changes", {"call_id": reopened["call_id"]}
    yield "trash_tasks", {"ids": ids}


def template_path(template: str) -> str:
    """Return a template without its optional query."""
    return template.partition("{?")[0]
