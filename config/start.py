"""What a server does before it answers its first request."""

from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured


def refuse_failed_checks() -> None:
    """Check the gateway's setting, as `manage.py` does and gunicorn and uvicorn do not.

    Raises:
        ImproperlyConfigured: a check reports an error; it says what is wrong, and where.
    """
    failed = [str(message) for message in run_checks(tags=["mcp_gateway"]) if message.is_serious()]
    if failed:
        raise ImproperlyConfigured("\n".join(failed))
