"""What a docstring or a comment points at is there: each module, each file, each name in it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
COMPANION = PROJECT / "companion"
TOY_GAME = PROJECT / "tests" / "toy_game"

PARTS = "|".join(sorted({path.stem for path in COMPANION.iterdir()} - {"__init__", "live"}))
"""Without `live`: so is every table called that is held in memory. In full it is looked at too."""
MODULE = re.compile(rf"(?<![\w./-])(?:companion(?:\.\w+)+|(?:{PARTS})(?:\.[A-Za-z_]\w*)+)")
FILE = re.compile(r"(?<![\w*{}/.-])[\w/]+\.py\b")

SOURCES = sorted([PROJECT / "app.py", *COMPANION.rglob("*.py"), *TOY_GAME.rglob("*.py")])


def said_in(source: str) -> Iterator[tuple[int, str]]:
    """Every comment and every text that stands alone, with its line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)


def pointers(path: Path) -> Iterator[tuple[int, str]]:
    """What it points at: `core.names`, `services.ports.Store`, `services/scans/ports.py`."""
    for line, text in said_in(path.read_text("utf-8")):
        for name in (*MODULE.findall(text), *FILE.findall(text)):
            yield line, name


def leads_somewhere(name: str, near: Path) -> bool:
    """A path is read from the project, from companion/, or from the folder that speaks of it."""
    if name.endswith(".py"):
        return any((root / name).is_file() for root in (PROJECT, COMPANION, near))
    return is_defined(COMPANION, name.removeprefix("companion.").split("."))


def is_defined(folder: Path, names: list[str]) -> bool:
    """Modules as far as there are files; what is left must be defined in the last of them."""
    first, *more = names
    if (folder / first).is_dir():
        return not more or is_defined(folder / first, more)
    module = folder / f"{first}.py"
    if not module.is_file():
        module, more = folder / "__init__.py", names
    source = module.read_text("utf-8") if module.is_file() else ""
    return source != "" and all(
        re.search(rf"(?m)^\s*(?:def |class )?{each}\b(?:[(\[:]| =)", source) for each in more
    )


def test_what_is_pointed_at_is_there() -> None:
    found = [(path, *pointer) for path in SOURCES for pointer in pointers(path)]
    assert len(found) > 50
    assert [
        f"{path.relative_to(PROJECT)}:{line} {name}"
        for path, line, name in found
        if not leads_somewhere(name, path.parent)
    ] == []


def test_the_rule_notices_what_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(
        '"""See core.decks.printed, core.decks.reading and services.ports.Store."""\n'
        "# As services/decks.py, services/decks/maker.py and wrong.py do; see serve.serving.Moon.\n"
        'class A:\n    """See companion.live.nowhere."""\n',
        "utf-8",
    )
    found = [name for _, name in pointers(path)]
    assert len(found) == 8
    assert [name for name in found if not leads_somewhere(name, tmp_path)] == [
        "serve.serving.Moon",
        "services/decks.py",
        "core.decks.printed",
        "companion.live.nowhere",
    ]
