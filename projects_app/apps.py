"""The app's registration with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProjectsConfig(AppConfig):
    """Projects, tasks and the tools that offer them."""

    name = "projects_app"
    verbose_name = _("Projects and tasks")
