"""The app's registration with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GatewayConfig(AppConfig):
    """The gateway: protocol, access, audit and what owner and member see of them."""

    name = "mcp_gateway"
    verbose_name = _("AI assistants")
