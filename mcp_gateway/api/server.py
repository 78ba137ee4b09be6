"""How this server introduces itself to clients."""

from functools import lru_cache
from typing import Final

from mcp_gateway.conf import GatewayConfig, gateway_settings
from mcp_gateway.protocol import Server

VERSION: Final = "0.1.0"
"""Version of the product, as `pyproject.toml` has it."""


def this_server() -> Server:
    """Return name, title, version and instructions, as the site's settings have them."""
    return _server_of(gateway_settings())


@lru_cache(maxsize=1)
def _server_of(config: GatewayConfig) -> Server:
    return Server(
        name=config.server_name,
        title=config.server_title,
        version=VERSION,
        instructions=config.instructions,
    )
