"""Parts of the site that fail, as they do when what they stand on is gone."""

from typing import Any, NoReturn

from django.core.cache.backends.base import BaseCache
from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisConnectionError

SECRET = "postgres://user:password@10.0.0.1"


def outage(*_args: object) -> NoReturn:
    """Fail a query; a wrapper for `connection.execute_wrapper`."""
    raise OperationalError(SECRET)


class BrokenCache(BaseCache):
    """A cache whose server is gone."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def set(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Fail."""
        raise RedisConnectionError(SECRET)
