"""What every test needs."""

from tests.append_only import audit_log_can_be_emptied
from tests.selection import pytest_addoption, pytest_collection_modifyitems

__all__ = [
    "audit_log_can_be_emptied",
    "pytest_addoption",
    "pytest_collection_modifyitems",
]
