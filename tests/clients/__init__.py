"""Official clients, end to end against the served site."""
