"""What the clients ask for: one valid call of everything that the site offers to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

ZONE: Final = "Europe/Rome"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Rows of the demo data that calls name."""

    task_id: str
    project_id: str
    label: str

    def tool_arguments(self) -> Mapping[str, dict[str, Any]]:
        """Return valid arguments of every tool, by its name."""
        return MappingProxyType(
            {
                "list_projects": {"include_archived": True},
                "list_labels": {},
                "list_tasks": {"label": self.label, "timezone": ZONE, "limit": 5},
                "get_task": {"id": self.task_id, "timezone": ZONE},
                "search_tasks": {"query": "a", "limit": 5},
                "today_summary": {"timezone": ZONE},
            }
        )

    def template_values(self) -> Mapping[str, str]:
        """Return a URI for every resource template, by the template."""
        return MappingProxyType(
            {
                "workspace://projects/{id}": f"workspace://projects/{self.project_id}",
                "workspace://tasks/{id}": f"workspace://tasks/{self.task_id}",
            }
        )


def template_path(template: str) -> str:
    """Return a template without its optional query."""
    return template.partition("{?")[0]
