"""Projects, tasks, labels, comments and changes over REST, under /api/v1/."""
