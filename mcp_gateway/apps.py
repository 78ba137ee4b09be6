"""The app's registration with Django."""

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _


class GatewayConfig(AppConfig):
    """The gateway: protocol, access, audit and what owner and member see of them."""

    name = "mcp_gateway"
    verbose_name = _("AI assistants")

    def ready(self) -> None:
        """Register the checks and build the registry.

        Raises:
            ToolDeclarationError: an installed app declares a tool wrongly.
        """
        from mcp_gateway.catalog import registry  # noqa: PLC0415  # apps must be loaded first
        from mcp_gateway.checks import check_deployment, check_setting  # noqa: PLC0415

        register(check_setting, self.name)
        register(check_deployment, Tags.security, deploy=True)
        registry()
