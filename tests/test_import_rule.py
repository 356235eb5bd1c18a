"""Imports run one way, the core knows only the standard library, and no part hides from this."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]

MAY_IMPORT = {
    "core": set(),
    "settings": set(),
    "progress": set(),
    "system_packages": set(),
    "fault_report": set(),
    "services": {"core"},
    "storage": {"core", "services"},
    "live": {"services"},
    "worker_messages": set(),
    "worker_process": {"worker_messages"},
    "printing": {"core", "services", "system_packages", "worker_process"},
    "scanning": {"core", "services", "printing", "worker_messages", "worker_process"},
    # A process of its own: no other part imports it.
    "worker": {"printing", "scanning", "fault_report", "worker_messages"},
    "serve": {"services", "settings", "progress", "system_packages", "fault_report"},
    "web": {
        "core", "services", "settings", "storage", "live", "printing", "serve", "fault_report",
    },
    "backroom": {"services", "storage", "live", "web"},
    "factory": {
        "fault_report", "services", "settings", "storage", "live",
        "printing", "scanning", "serve", "web", "backroom",
    },
    "command_line": {
        "system_packages", "worker_process", "core", "services", "settings", "progress",
        "storage", "printing", "serve", "web", "factory",
    },
}  # fmt: skip
"""Which parts of companion/ each part may import, besides itself."""

ONLY_IN = {
    "flask": {"web", "backroom", "factory"},
    "flask_babel": {"web"},
    "htmx_flask": {"web"},
    "sqlite3": {"storage"},
    "weasyprint": {"printing"},
    "zxingcpp": {"printing", "scanning"},
    "pikepdf": {"printing"},
}
"""Packages that only some parts may know."""

NOT_IN_CORE = {
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib", "uuid",
}  # fmt: skip
"""Standard modules that touch the world: a clock, chance, files, processes, the network."""

ADAPTERS = {
    "companion/core/games/dominion_black_market/catalogue.py": {"dominion_setup"},
}
"""Files of the core that stand between it and a package of plain data, and that package."""

WORLDLY_CALLS = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}


def modules() -> Iterator[tuple[str, Path]]:
    """(part, file) of everything that runs as the product."""
    yield "app", PROJECT / "app.py"
    for path in sorted((PROJECT / "companion").rglob("*.py")):
        inside = path.relative_to(PROJECT / "companion")
        if str(inside) != "__init__.py":
            yield inside.parts[0].removesuffix(".py"), path


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, by its full name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            if node.module == "companion":
                yield from (f"companion.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""


FILES = [pytest.param(part, path, id=str(path.relative_to(PROJECT))) for part, path in modules()]


@pytest.mark.parametrize(("part", "path"), FILES)
def test_imports_run_one_way(part, path):
    others = {name.split(".")[1] for name in imported(path) if name.startswith("companion.")}
    allowed = {part, *MAY_IMPORT} if part == "app" else {part, *MAY_IMPORT[part]}

    assert others - allowed == set()


@pytest.mark.parametrize(("part", "path"), FILES)
def test_packages_stay_where_they_belong(part, path):
    packages = {name.split(".")[0] for name in imported(path)}

    astray = {name for name in packages if part not in ONLY_IN.get(name, {part})}
    assert astray == set()


@pytest.mark.parametrize(("part", "path"), [each for each in FILES if each.values[0] == "core"])
def test_core_knows_only_the_harmless_part_of_the_standard_library(part, path):
    outside = {
        name
        for name in imported(path)
        if not name.startswith("companion.core")
        and name.split(".")[0] not in ADAPTERS.get(str(path.relative_to(PROJECT)), ())
        and (name.split(".")[0] not in sys.stdlib_module_names - NOT_IN_CORE)
    }

    assert outside == set()


@pytest.mark.parametrize(("part", "path"), [each for each in FILES if each.values[0] == "core"])
def test_core_touches_nothing_outside(part, path):
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert calls & WORLDLY_CALLS == set()


def test_every_part_of_the_product_is_under_the_rule():
    parts = {part for part, _ in modules()} - {"app"}

    assert parts - set(MAY_IMPORT) == set()


def test_nothing_is_allowed_that_nobody_needs():
    ours: dict[str, set[str]] = {part: set() for part in MAY_IMPORT}
    packages: dict[str, set[str]] = {name: set() for name in ONLY_IN}
    for part, path in modules():
        for first, *more in (name.split(".") for name in imported(path)):
            if first == "companion" and part in ours:
                ours[part].add(more[0])
            elif first in packages:
                packages[first].add(part)

    assert {part: allowed - ours[part] for part, allowed in MAY_IMPORT.items()} == {
        part: set() for part in MAY_IMPORT
    }
    assert packages == ONLY_IN


def test_the_rule_notices_a_wrong_import(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def f():\n    from companion import web\n    import companion.live.x\n")

    assert set(imported(wrong)) == {"companion.web", "companion.live.x"}
