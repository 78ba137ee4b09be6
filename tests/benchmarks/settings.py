"""The site's settings, with the bare views beside it."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.urls"
