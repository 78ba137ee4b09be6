"""Reading a token with its account and the account's switch: one row, one prepared query."""

from functools import cache
from typing import Any, Final, TypeVar

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Model, QuerySet

from mcp_gateway.models import AccessToken, AgentAccess
from mcp_gateway.services.prepared import PreparedQuery

ModelT = TypeVar("ModelT", bound=Model)


def read_token(digest: str) -> AccessToken | None:
    """Return the token of that digest by exactly one query, or None.

    Its `user` and the user's `agent_access`, or that there is none, are read with it.
    """
    rows = _BY_DIGEST.rows(digest)
    return _token(rows[0]) if rows else None


@cache
def _names(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _query() -> QuerySet[AccessToken, tuple[Any, ...]]:
    return AccessToken.objects.filter(digest="").values_list(
        *_names(AccessToken),
        *(f"user__{name}" for name in _names(get_user_model())),
        *(f"user__agent_access__{name}" for name in _names(AgentAccess)),
    )


_BY_DIGEST: Final = PreparedQuery(_query)


def _token(row: tuple[Any, ...]) -> AccessToken:
    user_at = len(_names(AccessToken))
    switch_at = user_at + len(_names(get_user_model()))
    token = _instance(AccessToken, row[:user_at])
    token.user = _instance(get_user_model(), row[user_at:switch_at])
    switch = row[switch_at:]
    is_there = switch[_names(AgentAccess).index("id")] is not None
    relation: Any = get_user_model()._meta.get_field("agent_access")
    relation.set_cached_value(token.user, _instance(AgentAccess, switch) if is_there else None)
    return token


def _instance(model: type[ModelT], values: tuple[Any, ...]) -> ModelT:
    return model.from_db(connection.alias, _names(model), values)
