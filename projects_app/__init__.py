"""The work itself: projects, tasks and their history."""
