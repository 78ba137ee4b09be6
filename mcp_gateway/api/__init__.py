"""The gateway over HTTP: `/mcp`, the same tools as plain REST, their description and health."""
