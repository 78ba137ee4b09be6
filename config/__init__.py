"""The site: settings, URLs and entry points."""
