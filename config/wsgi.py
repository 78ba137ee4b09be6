"""WSGI entry, served by gunicorn with threads."""

import os

from django.core.wsgi import get_wsgi_application

from config.start import refuse_failed_checks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
refuse_failed_checks()
