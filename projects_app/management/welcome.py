"""What `quickstart` prints: addresses, secrets shown this once, and two ways to try them."""

import json
from dataclasses import dataclass, field
from textwrap import dedent


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """What there is to tell; `password` is empty where the owner existed before."""

    base_url: str
    username: str
    password: str = field(repr=False)
    token: str = field(repr=False)
    is_enabled: bool

    @property
    def endpoint(self) -> str:
        """Where assistants connect to."""
        return f"{self.base_url}/mcp"


def welcome_text(welcome: Welcome) -> str:
    """Return the whole text; the snippet and the command can be copied as they are."""
    return f"""
{_addresses(welcome)}
Add this to the configuration of an MCP client:

{snippet(welcome)}

Or try it by hand:

{curl(welcome)}
"""


def snippet(welcome: Welcome) -> str:
    """Return the JSON entry that most MCP clients take."""
    server = {
        "type": "http",
        "url": welcome.endpoint,
        "headers": {"Authorization": f"Bearer {welcome.token}"},
    }
    return json.dumps({"mcpServers": {"mcp-gateway": server}}, indent=2)


def curl(welcome: Welcome) -> str:
    """Return a command that asks for today's tasks."""
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "today_summary", "arguments": {"timezone": "UTC"}},
    }
    return dedent(f"""\
        curl -sS {welcome.endpoint} \\
          -H 'Authorization: Bearer {welcome.token}' \\
          -H 'Content-Type: application/json' \\
          -H 'Accept: application/json, text/event-stream' \\
          -d '{json.dumps(body, separators=(",", ":"))}'""")


def _addresses(welcome: Welcome) -> str:
    password = f"{welcome.password} (shown this once)" if welcome.password else "as set before"
    lines = [
        f"Admin     {welcome.base_url}/admin/",
        f"Username  {welcome.username}",
        f"Password  {password}",
        f"Endpoint  {welcome.endpoint}",
        f"Token     {welcome.token} (read-only, shown this once)",
        "",
    ]
    if not welcome.password:
        lines += ["Tokens of earlier runs still work: manage.py mcp_token list", ""]
    if not welcome.is_enabled:
        lines += [
            "The endpoint is off, so it answers 404. Turn it on in the admin, or with",
            "  python manage.py mcp_settings set enabled=true",
            "",
        ]
    return "\n".join(lines)
