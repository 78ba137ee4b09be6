"""The site's settings and, for the official suite alone, the tools that it calls by name."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS as SITE_APPS

INSTALLED_APPS = [*SITE_APPS, "tests.conformance.fixture_app"]
