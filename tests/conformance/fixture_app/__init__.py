"""A test-only Django app: what the official suite expects a server to offer."""
