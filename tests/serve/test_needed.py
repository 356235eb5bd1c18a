"""What app.py looks for before it starts is what a run imports, no more and no less."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from app import NEEDED

PROJECT = Path(__file__).resolve().parents[2]
STARTS = ("companion.command_line.verbs", "companion.factory", "companion.serve.serving")
"""What `python app.py serve` imports by itself: the verbs, and what theirs brings in."""


def test_what_is_looked_for_is_what_a_run_imports() -> None:
    assert tuple(sorted(packages_of(STARTS), key=str.lower)) == NEEDED


def packages_of(modules: Iterable[str]) -> set[str]:
    """Packages of others that these modules import as they are loaded, and all that those load."""
    waiting, known, found = list(modules), set(), set()
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        known.add(name)
        first = name.partition(".")[0]
        if first != "companion":
            found |= {first} - sys.stdlib_module_names
            continue
        source = file_of(name)
        if source is not None:
            waiting += at_once(ast.parse(source.read_text("utf-8")).body)
            waiting.append(name.rpartition(".")[0] or name)
    return found


def file_of(module: str) -> Path | None:
    """None for what is a name inside a module."""
    path = PROJECT.joinpath(*module.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def at_once(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """What is imported while a module is loaded: not in a function, not for types alone."""
    for statement in statements:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module is not None:
            yield statement.module
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)
        elif isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            continue
        elif isinstance(statement, ast.If | ast.Try | ast.With | ast.ClassDef):
            inner = ast.iter_child_nodes(statement)
            yield from at_once(each for each in inner if isinstance(each, ast.stmt))
