"""The body by which a person changes anything about a task."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import BeforeValidator, Field

from projects_app.mcp_tools.write_inputs import DueInput
from projects_app.mcp_tools.write_updates import TaskUpdate
from projects_app.rest.descriptions import object_body, tool_body
from projects_app.services.tasks import DueChange, TaskRevision
from projects_app.services.tasks.revise import BEYOND_EDIT


def _none_if_empty(value: object) -> object:
    return None if value == {} else value


class TaskPatch(TaskUpdate):
    """What the tool for updates takes of a task, and its date and place."""

    due: Annotated[DueInput | None, BeforeValidator(_none_if_empty)] = Field(
        default=None, description="null removes it."
    )
    project_id: UUID | None = Field(default=None, description="null is the inbox.")
    section_id: UUID | None = Field(default=None, description="null is none.")
    parent_id: UUID | None = Field(default=None, description="null makes it a top-level task.")

    def revision(self) -> TaskRevision:
        """Return what the service takes: only what the caller named."""
        due = self.due
        return TaskRevision(
            edit=self.edit(),
            named=frozenset(BEYOND_EDIT & self.model_fields_set),
            due=None if due is None else DueChange(due.date, due.time, due.tz),
            project_id=self.project_id,
            section_id=self.section_id,
            parent_id=self.parent_id,
        )


_EDITED = tool_body("update_tasks", inside="updates", without=("id",))["application/json"]
_DUE = tool_body("schedule_tasks")["application/json"]["properties"]["due"]
_LINK: Final = {"type": ["string", "null"], "format": "uuid"}

PATCH_BODY: Final = object_body(
    {
        **_EDITED["properties"],
        "due": {**_DUE, "type": ["object", "null"], "description": "null removes it."},
        "project_id": {**_LINK, "description": "null is the inbox."},
        "section_id": {**_LINK, "description": "null is none."},
        "parent_id": {**_LINK, "description": "null makes it a top-level task."},
    }
)
