"""What every test needs."""

from tests.append_only import audit_log_can_be_emptied
from tests.fresh_limits import limits_start_afresh
from tests.selection import pytest_addoption, pytest_collection_modifyitems

__all__ = [
    "audit_log_can_be_emptied",
    "limits_start_afresh",
    "pytest_addoption",
    "pytest_collection_modifyitems",
]
