"""WSGI entry of the benchmarked site."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.benchmarks.settings")

application = get_wsgi_application()
