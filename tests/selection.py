"""Tests that need something besides Python run only when asked for, and are named otherwise.

`pytest --with services --with conformance` asks for them; a plain run skips them with the
reason, so that its summary says what was not proved.
"""

from typing import Final

import pytest

NEEDS: Final = {
    "services": "needs PostgreSQL, Redis and a worker: make test-services",
    "conformance": "needs Node.js: make conformance",
    "browser": "needs Chromium: make browser",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--with KIND`."""
    parser.addoption(
        "--with",
        dest="wanted_kinds",
        action="append",
        choices=sorted(NEEDS),
        default=[],
        help="also run the tests of this marker; may be repeated",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip, by name, the marked tests that were not asked for."""
    unwanted = NEEDS.keys() - set(config.getoption("wanted_kinds"))
    for item in items:
        for kind in unwanted:
            if item.get_closest_marker(kind):
                item.add_marker(pytest.mark.skip(reason=NEEDS[kind]))
