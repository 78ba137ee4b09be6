"""The site's settings with a key that none of its variables could set wrongly."""

from config.settings import *  # noqa: F403
from config.settings import MCP_GATEWAY as RIGHT

MCP_GATEWAY = {**RIGHT, "proxy_count": 11}
