"""The style guide has a place for every piece, drawn by the real templates, and leads nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.web.bundles import BUNDLES
from companion.web.style import themes
from companion.web.style.guide import FILLS, GROUNDS, INKS
from tests.security.phones import Fresh

PROJECT = Path(__file__).resolve().parents[2]
STATIC = PROJECT / "static"
SHEETS = tuple(dict.fromkeys((*BUNDLES["app.css"], *BUNDLES["style.css"])))
LANGUAGES = (
    "en",
    *sorted(p.parent.parent.name for p in PROJECT.glob("companion/translations/*/*/*.po")),
)
FIGURES_NEED, WORDS_NEED = 7.0, 4.5

ELSEWHERE = {
    "the other of two that are the same": "draw-odd fresh-even",
    "the outline of one page": "afford begin center for-wide games head lobby-notes options people "
    "preview rows seated skip start wide2",
    "lines of one page": "box cells-text count line mine more need none now-price one-line "
    "problems sample steps twins types wait",
    "the big screen, which is nothing but itself": "three",
    "a photo of cards, which is somebody's own": "card-line photo photo-form photo-grid wrong-line",
    "sheets of the print shop, which are pictures": "print printer proof",
    "a fourth curve": "d3",
}
"""Classes of the sheets that the guide does not show, each with its reason."""


class Page(HTMLParser):
    """What stands on the page: its tags with their attributes, and whether they can be reached."""

    VOID = frozenset({"base", "br", "col", "hr", "img", "input", "link", "meta", "source"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str], bool]] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        still = "inert" in given or (bool(self._open) and self._open[-1][1])
        self.tags.append((tag, given, still))
        if tag not in self.VOID:
            self._open.append((tag, still))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        still = bool(self._open) and self._open[-1][1]
        self.tags.append((tag, {name: value or "" for name, value in attrs}, still))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def values(self, attribute: str) -> list[str]:
        """Every value of an attribute, in order."""
        return [given[attribute] for _tag, given, _still in self.tags if attribute in given]


@pytest.fixture
def guide(browser: Fresh) -> Page:
    return Page(browser().get("/style").text)


ONE_PAGE = ("main.", ".tv")
"""How a selector begins that arranges the pieces of one page, as in `main.mine .strip`."""


def classes_of(sheet: str, pages: bool = False) -> set[str]:
    """The classes of pieces that a style sheet has rules for; with those of single `pages`."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / sheet).read_text(encoding="utf-8"), flags=re.DOTALL)
    lists = re.sub(r'"[^"]*"', "", ",".join(re.findall(r"([^{};]+)\{", text)))
    selectors = (each.strip() for each in re.split(r",(?![^(]*\))", lists))
    kept = " ".join(each for each in selectors if pages or not each.startswith(ONE_PAGE))
    return set(re.findall(r"\.([a-z][\w-]*)", kept))


def test_every_class_of_the_sheets_has_its_place_on_the_guide(guide: Page) -> None:
    shown = {name for value in guide.values("class") for name in value.split()}
    known = {name for sheet in SHEETS if (STATIC / sheet).exists() for name in classes_of(sheet)}
    elsewhere = {name for names in ELSEWHERE.values() for name in names.split()}
    assert known - shown - elsewhere == set(), (
        "draw it on the guide (companion/web/style/exhibits.py), or say in ELSEWHERE why not"
    )
    assert elsewhere - known == set(), "no such class any more"


def test_every_class_of_the_sheets_is_used_by_a_template_or_a_script() -> None:
    sources = [*(PROJECT / "templates").rglob("*.html"), *(STATIC / "js").glob("*.js")]
    sources.append(
        PROJECT / "companion" / "web" / "games" / "black_market_warehouse" / "results.py"
    )
    words = set(re.findall(r"[\w-]+", " ".join(s.read_text(encoding="utf-8") for s in sources)))
    made = {"draw-odd", "draw-even", "fresh-odd", "fresh-even", "skip"}
    made |= {name for name in classes_of("css/table.css") if re.fullmatch(r"c-[a-z]+|d\d", name)}
    sheets = [sheet for sheet in SHEETS if (STATIC / sheet).exists()]
    known = {name for sheet in sheets for name in classes_of(sheet, pages=True)}
    assert known - words - made - {"i"} == set()


def test_no_id_stands_twice_and_every_reference_has_its_end(guide: Page) -> None:
    ids = guide.values("id")
    assert ids != []
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    named = {each for name in ("for", "aria-labelledby", "aria-describedby")
             for value in guide.values(name) for each in value.split()}  # fmt: skip
    named |= {value[1:] for value in guide.values("href") if value.startswith("#")}
    assert named - set(ids) == set()


def test_nothing_on_the_guide_can_be_sent_to_a_table(guide: Page) -> None:
    reached = [
        given.get("href") or given.get("action") or given.get("formaction")
        for tag, given, still in guide.tags
        if tag in ("a", "form", "button") and not still
    ]
    leading = [each for each in reached if each and not each.startswith(("#", "/language"))]
    assert set(leading) == {"/"}
    assert any(given.get("href", "").startswith("/tables/") for _, given, _still in guide.tags)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_stands_in_every_language(browser: Fresh, language: str) -> None:
    answer = browser().get("/style", headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text


def test_every_icon_and_every_colour_is_named(guide: Page, browser: Fresh) -> None:
    page = browser().get("/style").text
    named = set(re.findall(r"<code[^>]*>([\w-]+)</code>", page))
    icons = {path.stem for path in (STATIC / "vendor" / "lucide" / "icons").glob("*.svg")}
    assert icons - named == set()
    assert set(tokens().colours) - named == set()


def tokens() -> themes.Tokens:
    return themes.read((STATIC / "css" / "tokens.css").read_text(encoding="utf-8"))


def pairs() -> Iterator[tuple[str, str, str]]:
    for ink in INKS:
        for ground in FILLS.get(ink, GROUNDS):
            yield ink, ground, "dark"
            yield ink, ground, "light"


@pytest.mark.parametrize(("ink", "ground", "theme"), tuple(pairs()))
def test_words_and_figures_stand_out(ink: str, ground: str, theme: str) -> None:
    known = tokens()
    found = themes.contrast(known.value(ink, theme), known.value(ground, theme))
    needed = FIGURES_NEED if ink in ("ink", "brass-ink", *FILLS) else WORDS_NEED
    assert found >= needed, f"{ink} on {ground}, {theme}: {found:.2f}"


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#767676", "#ffffff", 4.54)],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    assert round(themes.contrast(one, other), 2) == ratio
    assert themes.contrast(one, other) == themes.contrast(other, one)


def test_a_look_that_is_held_is_the_rule_itself() -> None:
    css = (
        ".b:active, .ib { x: 1 } /* :active */ .slot:active { y: 2 } :focus-visible { z: 3 } p { }"
    )
    assert themes.held(css).split("\n") == [
        ".b.pressed { x: 1 }",
        ".slot.pressed { y: 2 }",
        ".focused { z: 3 }",
    ]


def test_tokens_without_a_light_theme_are_a_fault() -> None:
    with pytest.raises(ValueError, match="scheme light"):
        themes.read(":root { color-scheme: dark; --bg: #000000; }")
