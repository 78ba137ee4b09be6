"""ASGI entry; requests run in Django's thread pool."""

import os

from django.core.asgi import get_asgi_application

from config.start import refuse_failed_checks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()
refuse_failed_checks()
