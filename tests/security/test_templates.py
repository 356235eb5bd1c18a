"""Templates hold nothing that could turn typed text into script, style or an address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
FILES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))

_HX_NAMES = """
boost confirm delete disable disabled-elt disinherit encoding get headers history history-elt
include indicator inherit params patch post preserve prompt push-url put replace-url request select
select-oob swap swap-oob sync target trigger validate vals
"""
HX_ATTRIBUTES = frozenset(f"hx-{name}" for name in _HX_NAMES.split())
"""Attributes of htmx 2 (its reference), without those that run script (`hx-on`, `hx-ext`)."""

ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "data", "hx-get",
                       "hx-post", "hx-delete", "poster", "srcset"})  # fmt: skip
OUR_OWN = re.compile(
    r"""asset\('[a-z0-9./-]+'\)
      | (\w+\.)*(code|home|secret|id|number|seq|version|href|key|shown|path|action|never_mind|query)
      | \w+\|tojson\|forceescape | [^|]+\|urlencode | close | address | where | link | back
      | 'knocks'\ if\ knocks\ else\ 'seats'""",
    re.VERBOSE,
)
"""What an address may be made of: our own paths and ids, or text that was made safe for a query."""

EXTENDS = re.compile(r'\{% extends "(base|decks/maker/_base)\.html" %\}')
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_EXPRESSION = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:\"[^\"]*\"|'[^']*'|[^>\"'])*)>", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""")


def tags(source: str) -> Iterator[tuple[str, list[tuple[str, str]], list[str]]]:
    """(tag, attributes, expressions): each `{{ … }}` stands as \x00number\x00 in the values."""
    expressions: list[str] = []

    def keep(found: re.Match[str]) -> str:
        expressions.append(found.group(1).strip().strip("-").strip())
        return f"\x00{len(expressions) - 1}\x00"

    plain = _EXPRESSION.sub(keep, _COMMENT.sub("", source))
    for name, rest in _TAG.findall(_STATEMENT.sub(" ", plain)):
        yield name.lower(), _ATTRIBUTE.findall(rest), expressions


def read(file: str) -> str:
    return (TEMPLATES / file).read_text(encoding="utf-8")


def expressions_in(value: str, expressions: list[str]) -> list[str]:
    return [expressions[int(number)] for number in re.findall(r"\x00(\d+)\x00", value)]


def problems(source: str) -> list[str]:
    """Everything that this lint forbids, as sentences."""
    found = []
    if re.search(r"\|\s*safe\b|Markup\(|autoescape\s+false", source):
        found.append("switches escaping off")
    for tag, attributes, expressions in tags(source):
        names = [name.lower() for name, _ in attributes]
        if tag == "style":
            found.append("holds a style sheet")
        if tag == "script" and "src" not in names:
            found.append("holds a script")
        for name, value in attributes:
            found.extend(_attribute(tag, name.lower(), value, expressions))
    return found


def _attribute(tag: str, name: str, value: str, expressions: list[str]) -> list[str]:
    found = []
    if value[0] not in "\"'":
        found.append(f"<{tag} {name}> is not quoted")
    if name.startswith("on") or name.startswith("hx-on"):
        found.append(f"<{tag} {name}> is an inline handler")
    if name == "style":
        found.append(f"<{tag}> has an inline style")
    if name.startswith("hx-") and name not in HX_ATTRIBUTES:
        found.append(f"<{tag} {name}> is no attribute of htmx")
    if name in ADDRESSES:
        made_of = expressions_in(value, expressions)
        strange = [each for each in made_of if not OUR_OWN.fullmatch(each)]
        found.extend(f"<{tag} {name}> is made of {each}" for each in strange)
        if re.match(r"""["']\s*(https?:)?//""", value):
            found.append(f"<{tag} {name}> leads to another host")
    return found


@pytest.mark.parametrize("file", FILES)
def test_template_is_clean(file: str) -> None:
    assert problems(read(file)) == []


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("<p class={{ x }}>", "<p class> is not quoted"),
        ("<p>{{ x|safe }}</p>", "switches escaping off"),
        ('<a onclick="go()">', "<a onclick> is an inline handler"),
        ('<p style="color: {{ x }}">', "<p> has an inline style"),
        ("<style>p { }</style>", "holds a style sheet"),
        ("<script>go()</script>", "holds a script"),
        ('<p hx-gett="/">', "<p hx-gett> is no attribute of htmx"),
        ('<a href="{{ player.name }}">', "<a href> is made of player.name"),
        ('<a href="/x?of={{ words(title) }}">', "<a href> is made of words(title)"),
        ('<img src="https://example.org/x">', "<img src> leads to another host"),
    ],
)
def test_the_lint_sees(source: str, problem: str) -> None:
    assert problem in problems(source)


@pytest.mark.parametrize(
    "source",
    [
        '<a href="{{ home }}?of={{ p.name|urlencode }}" class="b{% if x %} on{% endif %}">',
        '<input value="{{ player.name }}"{% if wrong %} aria-invalid="true"{% endif %} required>',
        "<script defer src=\"{{ asset('table.js') }}\"></script>",
    ],
)
def test_the_lint_lets_pass(source: str) -> None:
    assert problems(source) == []


def test_every_template_extends_the_base_or_is_a_partial() -> None:
    whole = [file for file in FILES if not Path(file).name.startswith("_") and file != "base.html"]
    assert [file for file in whole if not EXTENDS.search(read(file))] == []
    assert '{% extends "base.html" %}' in read("decks/maker/_base.html")


PAPER = TEMPLATES.parent / "print" / "pages" / "_page.html"


@pytest.mark.parametrize(
    "whole",
    [*(TEMPLATES / file for file in FILES if file != "_favicon.html"), PAPER],
    ids=lambda path: path.name,
)
def test_every_whole_page_brings_its_icon_so_that_no_browser_asks_for_one(whole: Path) -> None:
    text = whole.read_text("utf-8")
    begins = "<!doctype html>" in text

    assert begins is ('<link rel="icon" ' in text or "{% include '_favicon.html' %}" in text)
