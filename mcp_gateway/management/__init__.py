"""The gateway's commands: an operator's way to all that the admin offers, and to scripts."""
