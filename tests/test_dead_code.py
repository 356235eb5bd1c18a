"""Everything that is written is used: names, templates, style classes, builders of tests."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from vulture import Vulture

PROJECT = Path(__file__).resolve().parents[1]
PRODUCT = (PROJECT / "companion", PROJECT / "app.py")
STYLES = PROJECT / "static" / "css"
SCREENS = (PROJECT / "templates", PROJECT / "print")

CALLED_BY_FLASK = [
    f"@*.{word}"
    for word in (
        "get", "post", "delete", "route", "before_request", "after_request", "teardown_request",
        "errorhandler", "app_errorhandler",
    )
]  # fmt: skip
CALLED_BY_PYTEST = ["@pytest.fixture", "@pytest.fixture(*)", "@pytest.hookimpl"]

USED_ELSEWHERE = {
    # What libraries read or call by these names.
    "get_translations": "flask-babel asks for the phone's translations",
    "regex": "werkzeug's converter of addresses",
    "part_isolating": "the same",
    "to_url": "the same",
    "max_form_memory_size": "werkzeug's cap of a form, on the request",
    "status_code": "werkzeug's answers",
    "content_type": "the same",
    "template_class": "jinja's environment",
    "undefined": "the same",
    "trim_blocks": "the same",
    "lstrip_blocks": "the same",
    "close_connection": "gevent's handler of a connection",
    "headers_sent": "the same",
    "_write_with_headers": "the same",
    "log_request": "the same",
    "_handle_client_error": "the same",
    "_log_error": "the same",
    "_send_error_response_if_possible": "the same",
    "tb": "an argument of a handler's method, by its position",
    "raised": "what __exit__ is given",
    "fetch": "weasyprint's fetcher of addresses",
    "text_factory": "sqlite3's connection",
    "create_system": "zipfile's entry",
    "external_attr": "the same",
    "drop_tables": "fontTools' subsetter",
    "BleedBox": "pikepdf's page",
    "TrimBox": "the same",
    "Lang": "pikepdf's document",
    "__call__": "the protocol of work done aside",
    # What stands there for people and programs outside.
    "create_app": "what a WSGI server of somebody's own imports",
    "held_bytes": "what the kept faces take: a test measures that it stays under its cap",
}
"""Names that no line of ours uses, and who does."""

FAMILY = re.compile(r"_(?:sheet|tab|card)_(\w+)|_(\w+)_options")
"""Templates that code chooses by one word: the sheet, the tab, the kind of card, the product."""


@cache
def unused_names(*roots: Path) -> tuple[tuple[str, str, str], ...]:
    """(name, where, kind) of everything that nothing under these roots uses."""
    looking = Vulture(ignore_decorators=[*CALLED_BY_FLASK, *CALLED_BY_PYTEST])
    looking.scavenge([str(root) for root in roots])
    return tuple(
        (item.name, f"{item.filename.relative_to(PROJECT)}:{item.first_lineno}", item.typ)
        for item in looking.get_unused_code(min_confidence=60)
    )


@cache
def words_of_screens() -> frozenset[str]:
    """Every word in an expression or a statement of a template."""
    code = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
    texts = (path.read_text("utf-8") for root in SCREENS for path in sorted(root.rglob("*.html")))
    return frozenset(
        word for text in texts for part in code.findall(text) for word in re.findall(r"\w+", part)
    )


@cache
def sources() -> str:
    """All that could name a template or a class: our code, templates and scripts."""
    roots = (PROJECT / "companion", PROJECT / "static" / "js", *SCREENS)
    kinds = (".html", ".js", ".py")
    paths = (path for root in roots for path in sorted(root.rglob("*")) if path.suffix in kinds)
    return "\n".join(path.read_text("utf-8") for path in paths)


@cache
def words() -> frozenset[str]:
    return frozenset(re.findall(r"[\w-]+", sources()))


@cache
def quoted() -> frozenset[str]:
    """What stands between quotation marks, or between them and a stroke."""
    return frozenset(re.findall(r"""["'/](?=([\w.-]+)["'/])""", sources()))


@cache
def begun() -> frozenset[str]:
    """What a value is put behind: `"row-` of `"row-{count}"` and of `'row-' ~ count`."""
    return frozenset(re.findall(r"""([\w-]+)(?:\{|['"] ?[~+])""", sources()))


def templates() -> list[str]:
    root = PROJECT / "templates"
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html"))


def is_rendered(template: str) -> bool:
    """Whether something names the file, or the word that chooses it among its family."""
    path = Path(template)
    names = {path.name, path.stem, path.stem.removeprefix("_")}
    family = FAMILY.fullmatch(path.stem)
    return not quoted().isdisjoint(names | set(family.groups() if family else ()))


def classes(sheet: str) -> set[str]:
    """Names of classes in the selectors of a style sheet."""
    bare = re.sub(r"/\*.*?\*/|\{[^{}]*\}|url\([^)]*\)|\"[^\"]*\"", " ", sheet, flags=re.DOTALL)
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", bare))


def is_worn(name: str) -> bool:
    """Whether something names the class, or makes it of its beginning and a value."""
    parts = re.fullmatch(r"(.*?-|[a-z]+?)\w+", name)
    made = parts is not None and parts[1] in begun()
    return name in words() or made


def test_every_name_is_used() -> None:
    unused = {
        where: name
        for name, where, _ in unused_names(*PRODUCT)
        if name not in USED_ELSEWHERE and name not in words_of_screens()
    }

    assert unused == {}


def test_no_name_is_excused_in_vain() -> None:
    unused = {name for name, *_ in unused_names(*PRODUCT)}

    assert set(USED_ELSEWHERE) - unused == set()


SET_FOR_LIBRARIES = frozenset({"MAX_IMAGE_PIXELS", "__call__"})


def test_every_builder_of_the_tests_is_used() -> None:
    unused = {
        where: name
        for name, where, kind in unused_names(*PRODUCT, PROJECT / "tests")
        if where.startswith("tests/")
        and (kind in ("function", "class") or (kind == "variable" and name.isupper()))
        and not name.startswith(("test_", "pytest_", "Test"))
        and name not in SET_FOR_LIBRARIES
        and name not in words_of_screens()
    }

    assert unused == {}


def test_every_template_is_rendered() -> None:
    assert [each for each in templates() if not is_rendered(each)] == []


def test_every_class_of_a_style_sheet_is_worn() -> None:
    sheets = [path for root in (STYLES, PROJECT / "print") for path in sorted(root.rglob("*.css"))]
    unworn = {
        path.name: [name for name in sorted(classes(path.read_text("utf-8"))) if not is_worn(name)]
        for path in sheets
    }

    assert {sheet: names for sheet, names in unworn.items() if names} == {}


def test_what_is_left_over_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "left.py").write_text("def nobody_calls_this():\n    return 1\n", "utf-8")
    looking = Vulture()
    looking.scavenge([str(tmp_path)])

    assert [item.name for item in looking.get_unused_code()] == ["nobody_calls_this"]
    assert not is_rendered("table/_nobody_renders_this.html")
    assert {
        name: is_worn(name) for name in classes(".left-over{margin:0} .sheet b{color:red}")
    } == {
        "left-over": False,
        "sheet": True,
    }
