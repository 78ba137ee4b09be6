"""Changing tasks: one verb a module, many tasks a call, all of them or none."""

from projects_app.services.tasks.complete import complete_tasks
from projects_app.services.tasks.create import NewTask, create_tasks
from projects_app.services.tasks.edit import TaskEdit, update_tasks
from projects_app.services.tasks.items import ItemResult, ItemStatus
from projects_app.services.tasks.move import move_tasks
from projects_app.services.tasks.reopen import reopen_tasks
from projects_app.services.tasks.revise import TaskRevision, revise_task
from projects_app.services.tasks.schedule import DueChange, schedule_tasks
from projects_app.services.tasks.trash import trash_tasks

__all__ = [
    "DueChange",
    "ItemResult",
    "ItemStatus",
    "NewTask",
    "TaskEdit",
    "TaskRevision",
    "complete_tasks",
    "create_tasks",
    "move_tasks",
    "reopen_tasks",
    "revise_task",
    "schedule_tasks",
    "trash_tasks",
    "update_tasks",
]
