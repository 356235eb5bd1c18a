"""Lays out tagged pages (pads, lists, posters) as HTML: our templates, filled with what is told.

A task says which page it wants and what stands on it, in the reader's words; what people typed
is fitted here, where the fonts are. Needs no renderer, so browsers can have the same page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.ext import extract_from_ast
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.core.outcome import Phrase
from companion.core.phrases import N_
from companion.printing.folders import CSS_FOLDER, PAGE_FOLDER
from companion.printing.pages.page_sizes import PAGE_SIZES, page_sizes
from companion.printing.pages.qr import drawn
from companion.printing.texts.fit import Box, Wish, fit
from companion.printing.texts.fonts import chain, choose, holds, is_emoji
from companion.printing.texts.typed_text import cleaned

Json = dict[str, Any]

STYLES = ("paper.css", "sizes.css")
"""Of every page, after the sizes of paper; a page may bring one of its own name besides."""
DENSITIES = 5
"""Steps from roomy to close, for pages that must be one page."""
TEXT_FONT = "text"
"""Every face that people's texts come in has the letters of this one."""
LEADING = 1.15
READABLE_PT = 5.5
"""Above this size a text is made smaller before a word is broken."""
UNKNOWN = "\ufffd"
"""Stands where a letter is in none of our fonts."""
_UNKNOWN = N_("None of our fonts has {letters}.")
_BY_HAND = N_("Write it by hand where � stands.")
_TOO_LONG = N_("“{text}” is too long for its place and was cut.")
_SHORTEN = N_("Shorten it, or print fewer to a page.")


@dataclass(slots=True)
class Told:
    """What filling a page found out about the texts on it."""

    unknown: dict[str, None] = field(default_factory=dict)
    """Letters that no font holds."""
    cut: dict[str, None] = field(default_factory=dict)
    """Texts that did not fit into their place."""

    def report(self) -> Json:
        """The fit report, as the deck's has it."""
        lines = []
        if self.unknown:
            letters = " ".join(self.unknown)
            lines.append((Phrase(_UNKNOWN, {"letters": letters}), Phrase(_BY_HAND)))
        lines += [(Phrase(_TOO_LONG, {"text": text}), Phrase(_SHORTEN)) for text in self.cut]
        told = [
            {"what": _to_json(what), "remedy": _to_json(remedy), "serious": True}
            for what, remedy in lines
        ]
        return {"lines": told} if told else {}


def _to_json(phrase: Phrase) -> Json:
    """As companion.printing.texts.fit_report reads it."""
    return {"text": phrase.text, "params": dict(phrase.params)}


@dataclass(frozen=True, slots=True)
class Laid:
    """A page as HTML, and what there is to report about it."""

    html: str
    told: Told


def lay_out(task: Json, density: int = 0) -> Laid:
    """The page of a task.

    `task`: `page` (a template of print/pages), `paper`, `content` (what the template shows),
    `language` of the texts, `words` (our own words in that language, where they differ), and
    `stylesheet`, the address of the folder of style sheets when they are not to stand inside.
    """
    told = Told()
    own_words: Mapping[str, str] = task.get("words") or {}
    page = _templates().get_template(f"{task['page']}.html")
    html = page.render(
        **task["content"],
        told=told,
        words_of=own_words,
        page_name=task["page"],
        paper=task["paper"],
        language=task.get("language") or "en",
        density=density,
        one_page=bool(task.get("one_page")),
        stylesheet=task.get("stylesheet"),
        styles=(PAGE_SIZES, *STYLES, *_own_style(task["page"])),
        style=None if task.get("stylesheet") else Markup(page_sizes() + _style(task["page"])),
        has_report=lambda: bool(told.unknown),
    )
    return Laid(html, told)


@lru_cache(maxsize=32)
def message_ids(page: str) -> tuple[str, ...]:
    """Our own words on a page: what its maker translates into `words`."""
    found: dict[str, None] = {}
    for name in (page, "_page", "_macros"):
        source = _loader().get_source(_templates(), f"{name}.html")[0]
        for _line, _function, said in extract_from_ast(_templates().parse(source), ("_",)):
            if isinstance(said, str):
                found[said] = None
    return tuple(found)


def words_for(page: str, translate: Callable[[str], str]) -> dict[str, str]:
    """The page's own words in another language; empty where they stay as they are."""
    said = ((text, translate(text)) for text in message_ids(page))
    return {text: other for text, other in said if other != text}


def _loader() -> BaseLoader:
    loader = _templates().loader
    assert loader is not None
    return loader


@lru_cache(maxsize=1)
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(PAGE_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_covered,
    )
    made.globals["_"] = _said
    made.filters["fitted"] = _fitted
    made.filters["drawn"] = drawn
    return made


@pass_context
def _said(context: Context, text: str, **places: Any) -> str:
    words = context["words_of"].get(text, text)
    for name, value in places.items():
        words = words.replace("{" + name + "}", str(value))
    return str(words)


@pass_context
def _covered(context: Context, value: Any) -> Any:
    """Every text on its way to the page: letters that no font holds become boxes, and are told."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = unicodedata.normalize("NFC", cleaned(value))
    chosen = choose(TEXT_FONT, text)
    if not chosen.missing:
        return chosen.text
    fonts = chain(TEXT_FONT)
    letters = []
    for letter in text:
        if is_emoji(letter) or any(holds(font, letter) for font in fonts):
            letters.append(letter)
            continue
        context["told"].unknown[letter] = None
        if not unicodedata.combining(letter):
            letters.append(UNKNOWN)
    return "".join(letters)


@pass_context
def _fitted(
    context: Context,
    text: str,
    width_mm: float,
    height_mm: float,
    largest_pt: float,
    smallest_pt: float = 4.5,
    font: str = "strong",
) -> Markup:
    """A typed text as large as its place allows, on as many lines as that takes.

    A long word is rather broken than set too small to be read. Empty when no letter of it is
    in our fonts: a blank place can be filled by hand.
    """
    room = Box(0, 0, width_mm, height_mm)
    for smallest in (max(READABLE_PT, smallest_pt), smallest_pt):
        set_ = fit("name", text, room, Wish(font, largest_pt, smallest, leading=LEADING))
        if all(note.code != "does_not_fit" for note in set_.notes):
            break
    for note in set_.notes:
        context["told"].unknown.update(dict.fromkeys(note.characters))
        if note.code == "does_not_fit":
            context["told"].cut[text] = None
    rows: dict[float, list[str]] = {}
    for line in set_.lines:
        rows.setdefault(line.baseline_mm, []).append(line.text)
    shown = ["".join(row) for row in rows.values()]
    if not set("".join(shown)) - {UNKNOWN, " "}:
        return Markup("")
    size = round(set_.lines[0].size_pt * 100)
    return Markup('<span class="fitted f-{font} pt-{size}">{lines}</span>').format(
        font=font, size=size, lines=Markup("<br>").join(escape(line) for line in shown)
    )


def _own_style(page: str) -> tuple[str, ...]:
    return (f"{page}.css",) if (CSS_FOLDER / f"{page}.css").is_file() else ()


@lru_cache(maxsize=32)
def _style(page: str) -> str:
    names = (*STYLES, *_own_style(page))
    return "\n".join((CSS_FOLDER / name).read_text(encoding="utf-8") for name in names)
