"""The management API under `/api/v1/`: settings, tokens, the member's switch, activity, audit."""
