"""Governed access for AI assistants over the Model Context Protocol."""
