"""Settings of the test suite: the site's own, without a broker and with fast passwords."""

import os
import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import DATABASES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
# Every test client would look for all static files anew.
WHITENOISE_USE_FINDERS = False

if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A file, as in life: an in-memory database has no write lock for threads to wait on.
    test_file = Path(tempfile.gettempdir()) / f"mcp-gateway-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(test_file)}
