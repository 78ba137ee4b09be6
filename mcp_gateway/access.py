"""The door by which REST views of other apps use the gateway's tokens, limits and audit."""

from rest_framework.authentication import SessionAuthentication


class SessionOrTokenAuthentication(SessionAuthentication):
    """Placeholder until tokens are read: sessions alone."""
