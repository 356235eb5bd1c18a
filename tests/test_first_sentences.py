"""Every module and package begins with a sentence that says what it is for."""

from __future__ import annotations

import ast
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SOURCES = sorted([PROJECT / "app.py", *(PROJECT / "companion").rglob("*.py")])


def test_every_module_says_first_what_it_is_for():
    first = {path: beginning(path) for path in SOURCES}

    assert len(first) > 400
    assert [path for path, said in first.items() if not said.endswith((".", ")"))] == []


def test_every_package_of_the_product_is_one_that_says_so():
    folders = {path.parent for path in SOURCES if path.name != "app.py"}

    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def beginning(path: Path) -> str:
    """The first paragraph of the module's docstring; empty when it has none."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0]
