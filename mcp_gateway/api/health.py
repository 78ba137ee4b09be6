"""Whether the process lives, and whether it can serve: for load balancers and supervisors."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from kombu.connection import Connection
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from mcp_gateway.api.refusals import MethodNotAllowedError, json_response, refusal_response

_VERBS: Final = ("GET", "HEAD")
_CACHE_KEY: Final = "mcp_gateway:readyz"
_BROKER_TIMEOUT_SECONDS: Final = 2
_OUTAGES: Final = (DatabaseError, OSError, KombuError, RedisError)


@csrf_exempt
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process can answer at all; it asks nothing else."""
    if request.method not in _VERBS:
        return refusal_response(MethodNotAllowedError(allowed=", ".join(_VERBS)))
    return json_response({"status": "ok"})


@csrf_exempt
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200, or 503 with the names of the parts that fail and nothing else about them."""
    if request.method not in _VERBS:
        return refusal_response(MethodNotAllowedError(allowed=", ".join(_VERBS)))
    failing = [name for name, check in _CHECKS.items() if not _works(check)]
    if failing:
        return json_response({"status": "unavailable", "failing": failing}, status=503)
    return json_response({"status": "ok"})


def _works(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except _OUTAGES:
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _cache_answers() -> bool:
    cache.set(_CACHE_KEY, "ready", timeout=60)
    return bool(cache.get(_CACHE_KEY) == "ready")


def _broker_answers() -> bool:
    url = getattr(settings, "CELERY_BROKER_URL", "")
    if not url or url.startswith("memory:"):
        return True
    with Connection(  # type: ignore[no-untyped-call]
        url, connect_timeout=_BROKER_TIMEOUT_SECONDS
    ) as broker:
        broker.ensure_connection(max_retries=1, timeout=_BROKER_TIMEOUT_SECONDS)
    return True


_CHECKS: Final[Mapping[str, Callable[[], bool]]] = MappingProxyType(
    {"database": _database_answers, "cache": _cache_answers, "broker": _broker_answers}
)
