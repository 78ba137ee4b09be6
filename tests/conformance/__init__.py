"""The official conformance suite, run against the served site."""
