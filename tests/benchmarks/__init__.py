"""Benchmarks: what the gateway adds to a bare view, and what a worker takes."""
