"""No text for people passes gettext by, and no sentence is put together of pieces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment

from tests.translations import PROJECT
from tests.web.visible_text import glued, literals, parsed, runs, unsaid

ENVIRONMENT = Environment(trim_blocks=True, lstrip_blocks=True)
TEMPLATES = sorted(
    path for folder in ("templates", "print") for path in (PROJECT / folder).rglob("*.html")
)
SOURCES = sorted((PROJECT / "companion").rglob("*.py"))
SCRIPTS = sorted((PROJECT / "static" / "js").glob("*.js"))

OUR_NAME = frozenset({"Backroom"})
TYPED = frozenset({"MQ", "in"})
"""Of the examples in fields: a table's code, a card's size."""
EXAMPLES = {"templates/style": frozenset({"Ana", "Ben", "Żółć"})}
"""Names of people on the page of the style guide."""
CARDS = frozenset({"Black Market", "Plateau Shepherds"})
"""Keys of cards in the catalogue, handed to a macro that says them."""
IN_THE_TERMINAL = (
    "companion/command_line/pads.py",
    "companion/command_line/deck_arguments.py",
    "companion/command_line/table_pages.py",
)
"""The command line speaks English; companion/translations/README.md says so."""


def named(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def allowed(path: Path) -> frozenset[str]:
    more = (names for folder, names in EXAMPLES.items() if named(path).startswith(folder))
    return OUR_NAME | TYPED | frozenset().union(*more)


def test_every_word_of_a_template_is_a_message() -> None:
    found = [
        f"{named(path)}: {word} ({run.where})"
        for path in TEMPLATES
        for run in runs(parsed(ENVIRONMENT, path.read_text(encoding="utf-8")))
        for word in unsaid(run)
        if word not in allowed(path)
    ]
    assert found == []


def test_no_sentence_of_a_template_is_put_together_of_pieces() -> None:
    found = [
        f"{named(path)}: {pieces}"
        for path in TEMPLATES
        for run in runs(parsed(ENVIRONMENT, path.read_text(encoding="utf-8")))
        for pieces in glued(run)
    ]
    assert found == []


def test_no_macro_is_handed_words_that_are_no_message() -> None:
    found = [
        f"{named(path)}: {text}"
        for path in TEMPLATES
        for text in literals(parsed(ENVIRONMENT, path.read_text(encoding="utf-8")))
        if text not in CARDS | allowed(path)
    ]
    assert found == []


@pytest.mark.parametrize(
    "template",
    [
        "<p>Save</p>",
        '<img alt="Save">',
        '<input placeholder="Save" aria-label="{{ _("Name") }}">',
        "<button>{{ 'Save' if new else _('Go') }}</button>",
        "{% macro m() %}<b>Save</b>{% endmacro %}",
        "{% if never %}<p>{% for x in y %}{% else %}Save{% endfor %}</p>{% endif %}",
        "{% call sheet('x') %}<i>Save</i>{% endcall %}",
        "<svg><text>Save</text></svg>",
        "<p>{{ x or 'Save' }}</p>",
    ],
)
def test_a_word_outside_messages_is_found_wherever_it_stands(template: str) -> None:
    tree = parsed(ENVIRONMENT, template)
    assert [word for run in runs(tree) for word in unsaid(run)] == ["Save"]


@pytest.mark.parametrize(
    "template",
    [
        "<p>{{ _('You have') }} {{ money(3) }}</p>",
        "<p>{{ _('of') }} {{ name }}</p>",
        "<p>{{ words(name) }}, {{ words(other) }}</p>",
        "<p>{{ words(name) }}: {{ n }}</p>",
        '<p aria-label="{{ label }}, {{ _("needed") }}"></p>',
        "<p>{{ _('Type') }} <code>x</code></p>",
        "<p>{{ _('Go to') }} <a href='/'>{{ _('the table') }}</a></p>",
        "<p>{{ n }}{% if x %}, {{ _('more') }}{% endif %}</p>",
        "<p>{% for x in y %}{{ words(x) }}{% if not loop.last %}, {% endif %}{% endfor %}</p>",
        "<p>{{ words(x) }}.</p>",
    ],
)
def test_pieces_of_a_sentence_are_found(template: str) -> None:
    assert [piece for run in runs(parsed(ENVIRONMENT, template)) for piece in glued(run)] != []


@pytest.mark.parametrize(
    "template",
    [
        "<p>{{ _('Who starts?') }} {{ _('Draw one.') }}</p>",
        "<p>{{ _('{n} cards', n=3) }} · {{ name }}</p>",
        "<button>{{ icon('x') }} {{ _('Close') }}</button>",
        "<h2>{{ _('Players') }} <small>{{ _('2 of 5') }}</small></h2>",
        "<p>{{ _('Yes') if x else _('No') }}</p>",
        "<p>{{ _('The code:') }} <b>{{ code }}</b></p>",
        '<table translate="no"><tr><td>kind</td></tr></table><p>{{ _("Go") }}</p>',
    ],
)
def test_whole_sentences_beside_each_other_are_fine(template: str) -> None:
    found = runs(parsed(ENVIRONMENT, template))
    assert [each for run in found for each in (*unsaid(run), *glued(run))] == []


# --- Python ---------------------------------------------------------------------------------

SAYING = frozenset({"words", "say", "say_count", "translated", "message", "money", "listed"})


def calls(tree: ast.AST, names: frozenset[str]) -> bool:
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in names
        for each in ast.walk(tree)
    )


def unmarked(tree: ast.AST) -> Iterator[str]:
    """Texts of phrases that nobody collects: a literal with more in it than places."""
    for each in ast.walk(tree):
        if not (isinstance(each, ast.Call) and isinstance(each.func, ast.Name)):
            continue
        if each.func.id != "Phrase" or not each.args:
            continue
        text = each.args[0]
        if isinstance(text, ast.JoinedStr | ast.BinOp):
            yield ast.unparse(text)
        elif isinstance(text, ast.Constant):
            bare = re.sub(r"\{\w+\}", "", str(text.value))
            if re.sub(r"[ ·]", "", bare):
                yield str(text.value)


def put_together(tree: ast.AST) -> Iterator[str]:
    """Sentences put together of said pieces by an f-string, a plus or a join with words."""
    for each in ast.walk(tree):
        if isinstance(each, ast.JoinedStr) and calls(each, SAYING - {"money"}):
            glue = "".join(str(p.value) for p in each.values if isinstance(p, ast.Constant))
            if re.search(r"[^\W\d_]|[,;:.!?]", glue):
                yield ast.unparse(each)
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Add) and calls(each, SAYING):
            literal = any(isinstance(side, ast.Constant) for side in (each.left, each.right))
            yield from (ast.unparse(each),) if literal else ()
        if (
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr == "join"
            and isinstance(each.func.value, ast.Constant)
            and re.search(r"[,;]|[^\W\d_]", str(each.func.value.value))
            and any(calls(arg, SAYING) for arg in each.args)
        ):
            yield ast.unparse(each)


def test_every_phrase_is_marked_for_translators_and_none_is_put_together() -> None:
    found = [
        f"{named(path)}: {text}"
        for path in SOURCES
        if named(path) not in IN_THE_TERMINAL
        for tree in (ast.parse(path.read_text(encoding="utf-8")),)
        for text in (*unmarked(tree), *put_together(tree))
    ]
    assert found == []


SVG = ("companion/web/games/black_market_warehouse/results.py",)
"""Draws the chart: its path takes points in every language."""


def bare_figures(path: Path) -> Iterator[str]:
    """Figures written by Python's own format, with a point in every language."""
    for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(each, ast.FormattedValue) or each.format_spec is None:
            continue
        if re.search(r"[gf%,]", ast.unparse(each.format_spec)):
            yield f"{named(path)}:{each.lineno}"


def test_figures_for_people_are_written_by_their_language() -> None:
    web = [path for path in SOURCES if named(path).startswith("companion/web/")]
    shown = [path for path in web if named(path) not in SVG]
    assert shown != []
    assert [each for path in shown for each in bare_figures(path)] == []


def test_templates_write_no_figures_and_lists_of_their_own() -> None:
    own = re.compile(r"""%[0-9.]*[dfg]['"]\|format|\|join\(\s*['"]\s*,""")
    found = [
        f"{named(path)}: {match.group()}"
        for path in TEMPLATES
        for match in own.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


# --- scripts --------------------------------------------------------------------------------


def test_scripts_have_no_sentences_of_their_own() -> None:
    """What a script says stands in the page, where it is translated."""
    shown = re.compile(
        r"""(textContent|innerText|title|aria-label["'],|alert\(|confirm\()\s*[=:]?\s*["'`][^"'`]*[a-z]{3}"""
    )
    found = [
        f"{path.name}: {match.group()}"
        for path in SCRIPTS
        for match in shown.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
