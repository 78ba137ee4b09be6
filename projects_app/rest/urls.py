"""URLs of the domain's routes, to be included under `api/v1/`."""

from django.urls import path

from projects_app.rest.changes import ChangesView, RestoreValueView, UndoView
from projects_app.rest.comments import CommentsView, CommentView
from projects_app.rest.labels import LabelsView, LabelView
from projects_app.rest.projects import ProjectsView, ProjectView
from projects_app.rest.tasks import (
    CompleteTaskView,
    MoveTaskView,
    ReopenTaskView,
    RestoreTaskView,
    ScheduleTaskView,
    TasksView,
    TaskView,
)

app_name = "projects-rest"
urlpatterns = [
    path("tasks", TasksView.as_view(), name="tasks"),
    path("tasks/<uuid:task_id>", TaskView.as_view(), name="task"),
    path("tasks/<uuid:task_id>/complete", CompleteTaskView.as_view(), name="complete-task"),
    path("tasks/<uuid:task_id>/reopen", ReopenTaskView.as_view(), name="reopen-task"),
    path("tasks/<uuid:task_id>/move", MoveTaskView.as_view(), name="move-task"),
    path("tasks/<uuid:task_id>/schedule", ScheduleTaskView.as_view(), name="schedule-task"),
    path("tasks/<uuid:task_id>/restore", RestoreTaskView.as_view(), name="restore-task"),
    path("projects", ProjectsView.as_view(), name="projects"),
    path("projects/<uuid:project_id>", ProjectView.as_view(), name="project"),
    path("labels", LabelsView.as_view(), name="labels"),
    path("labels/<uuid:label_id>", LabelView.as_view(), name="label"),
    path("comments", CommentsView.as_view(), name="comments"),
    path("comments/<uuid:comment_id>", CommentView.as_view(), name="comment"),
    path("changes", ChangesView.as_view(), name="changes"),
    path("changes/undo", UndoView.as_view(), name="undo"),
    path("changes/<int:change_id>/restore", RestoreValueView.as_view(), name="restore-value"),
]
