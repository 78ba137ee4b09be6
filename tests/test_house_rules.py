"""The house rules that no other tool checks: sizes, names, what an `__init__` may hold.

The limits stand in `pyproject.toml` under `[tool.house_rules]`; one that is raised there has
its reason beside it.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["house_rules"]
PACKAGES: Final = ("config", "mcp_gateway", "projects_app", "tests")
SKIPPED_FOLDERS: Final = frozenset({"migrations", "node_modules", "__pycache__"})
PROSE: Final = ("README.md", "CHANGELOG.md", "Makefile", "compose.yaml", "docs", ".ci")
VAGUE_NAMES: Final = frozenset({"utils", "util", "helpers", "helper", "common", "manager", "misc"})
# Absolute places on the machine of whoever wrote the file.
MACHINE_PATHS: Final = ("/tmp/", "/home/", "/root/", "/work/", "/Users/", "/mnt/")  # noqa: S108


def modules(*packages: str) -> Iterator[Path]:
    """Yield the hand-written modules of the packages, in a fixed order."""
    for package in packages or PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not SKIPPED_FOLDERS & set(path.parts):
                yield path


def relative(path: Path) -> str:
    """Return the path as people write it."""
    return path.relative_to(ROOT).as_posix()


def parsed(path: Path) -> ast.Module:
    """Return the module's syntax tree."""
    return ast.parse(path.read_text(), filename=str(path))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def line_count(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function, without its decorators and its docstring."""
    first, last = node.lineno, node.end_lineno or node.lineno
    docstring = node.body[0] if ast.get_docstring(node) is not None else None
    if docstring is None:
        return last - first + 1
    return last - first + 1 - ((docstring.end_lineno or first) - docstring.lineno + 1)


def module_limit(path: Path) -> int:
    """Return how many lines the module may have."""
    raised = RULES["raised"].get(relative(path))
    if raised is not None:
        return int(raised["lines"])
    kind = "test_module_lines" if relative(path).startswith("tests/") else "module_lines"
    return int(RULES[kind])


def test_no_module_is_longer_than_its_limit():
    sizes = {relative(path): len(path.read_text().splitlines()) for path in modules()}

    too_long = {name: size for name, size in sizes.items() if size > module_limit(ROOT / name)}

    assert too_long == {}


def test_no_function_is_longer_than_the_limit():
    too_long = [
        f"{relative(path)}:{node.lineno} {node.name} has {line_count(node)} lines"
        for path in modules()
        for node in functions(parsed(path))
        if line_count(node) > RULES["function_lines"]
    ]

    assert too_long == []


def test_no_module_has_a_name_that_says_nothing():
    vague = [relative(path) for path in modules() if path.stem in VAGUE_NAMES]

    assert vague == []


def test_package_files_hold_a_docstring_imports_and_all_alone():
    offending = [
        f"{relative(path)}:{node.lineno}"
        for path in modules()
        if path.name == "__init__.py"
        for node in parsed(path).body
        if not _belongs_in_a_package_file(node)
    ]

    assert offending == []


def test_every_raised_limit_has_a_reason_and_is_needed():
    for name, raised in RULES["raised"].items():
        size = len((ROOT / name).read_text().splitlines())
        kind = "test_module_lines" if name.startswith("tests/") else "module_lines"

        assert raised["reason"], name
        assert RULES[kind] < size <= raised["lines"], name


def test_only_the_environment_module_reads_the_environment():
    entries = {"config/env.py", "config/asgi.py", "config/wsgi.py", "config/celery.py"}

    readers = {
        relative(path)
        for path in modules("config", "mcp_gateway", "projects_app")
        if _reads_the_environment(parsed(path))
    }

    # The bridge runs on the client's machine, without Django and without config.env.
    assert readers <= entries | {"mcp_gateway/bridge.py"}


@pytest.mark.parametrize("place", MACHINE_PATHS)
def test_nothing_names_a_place_on_the_machine_it_was_written_on(place):
    files = [*modules("config", "mcp_gateway", "projects_app"), *_prose()]

    naming = [relative(path) for path in files if place in path.read_text()]

    assert naming == []


def _belongs_in_a_package_file(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.Assign) and [ast.unparse(name) for name in node.targets] == [
        "__all__"
    ]


def _reads_the_environment(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Attribute) and ast.unparse(node) in {"os.environ", "os.getenv"}
        for node in ast.walk(tree)
    )


def _prose() -> Iterator[Path]:
    for name in PROSE:
        place = ROOT / name
        if place.is_dir():
            yield from (path for path in sorted(place.rglob("*")) if path.is_file())
        elif place.exists():
            yield place
