"""Every page that a table can have on paper, and how each is put together from an evening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.games import GAMES
from companion.core.outcome import Phrase, Refused
from companion.core.phrases import N_
from companion.printing.cards.placeholders import (
    SWAP,
    placeholder_options,
    plan_placeholders,
)
from companion.printing.pages.pad_options import read_pad_options
from companion.printing.pages.pads import PadSays, has_pad, pad_task
from companion.printing.pages.table_options import (
    PAD,
    PLACEHOLDERS,
    POSTER,
    SheetOptions,
    Wifi,
    read_sheet_options,
)
from companion.printing.pages.table_product import (
    PLACEHOLDER_CARDS,
    SHEET,
    TableSheet,
    chosen_placeholders,
)
from companion.web.games.paper_contract import SheetKind
from companion.web.games.papers import paper_of
from companion.web.phrasing import in_short, reader, translated, words
from companion.web.prints.evening import Evening, page_task
from companion.web.prints.poster import poster

_NOT_HERE = N_("This game has no such page to print.")
_NOBODY = N_("Nobody sits at this table yet.")
ROWS_TO_A_PAGE = 32
"""Of a list, before it is made; then its pages are counted."""


def sheet_of(
    evening: Evening, given: Mapping[str, Any], wifi: Wifi | None = None
) -> TableSheet | Refused:
    """The page that the options ask for; refused as they are, or as the page is.

    `wifi` only ever goes into a poster that is answered at once.
    """
    options = read_sheet_options(given)
    if isinstance(options, Refused):
        return options
    if options.sheet == PAD:
        return _pad(evening, options, given)
    if options.sheet == POSTER:
        return poster(evening, options, wifi)
    if options.sheet == PLACEHOLDERS:
        return _placeholders(evening, given)
    return _page(evening, options)


def _page(evening: Evening, options: SheetOptions) -> TableSheet | Refused:
    page = paper_of(evening.game_key).page(options.sheet)
    if page is None:
        return Refused("no_sheet", Phrase(_NOT_HERE))
    kind, built = page.kind, page.build(evening)
    if isinstance(built, Refused):
        return built
    if not evening.players and kind.one_page:
        return Refused("nobody_there", Phrase(_NOBODY))
    heading = words(Phrase(kind.name))
    content = {
        **built,
        "title": f"{heading} · {evening.name}" if evening.name else heading,
        "description": words(Phrase(kind.line)),
        "heading": heading,
        "line": _line(evening, kind),
        "code": evening.qr,
    }
    pages = max(1, -(-len(content[kind.rows]) // ROWS_TO_A_PAGE)) if kind.rows else 1
    task = page_task(page.template, options.paper, content, kind.one_page)
    return TableSheet(
        SHEET.key, evening.code, heading, options.to_json(), task, pages, papers=pages
    )


def _line(evening: Evening, kind: SheetKind) -> str:
    game = words(GAMES[evening.game_key].name)
    parts = [game, evening.line]
    if kind.of_now:
        parts.append(words(Phrase(N_("after event {n}"), {"n": evening.version})))
    return " · ".join(part for part in parts if part)


def _pad(evening: Evening, options: SheetOptions, given: Mapping[str, Any]) -> TableSheet | Refused:
    game = GAMES[evening.game_key]
    named = options.named == "yes" and bool(evening.players)
    count = given.get("players") or (len(evening.players) if evening.players else None)
    if named:
        count = max(len(evening.players), game.players[0])
    read = read_pad_options({**given, "players": count}, game.players)
    if isinstance(read, Refused):
        return read
    made = pad_task(
        evening.game_key,
        read,
        _pad_says(evening, named),
        in_short,
        reader().replace("_", "-"),
        translated,
    )
    if isinstance(made, Refused):
        return made
    chosen = {**options.to_json(), **read.to_json()}
    title = words(Phrase(N_("Score pad")))
    return TableSheet(SHEET.key, evening.code, title, chosen, made)


def _pad_says(evening: Evening, named: bool) -> PadSays:
    """What the table's score pad says; not `named`: everything but the people."""
    if not named:
        return PadSays(state=evening.state)
    return PadSays(evening.players, evening.name, evening.date, evening.qr, evening.state)


def _placeholders(evening: Evening, given: Mapping[str, Any]) -> TableSheet | Refused:
    build = paper_of(evening.game_key).placeholders
    if build is None:
        return Refused("no_sheet", Phrase(_NOT_HERE))
    built, chosen = build(evening), placeholder_options(dict(given))
    if isinstance(built, Refused):
        return built
    if isinstance(chosen, Refused):
        return chosen
    title = words(Phrase(N_("Placeholders")))
    task = {
        **built,
        "options": chosen.to_json(),
        "title": " · ".join(part for part in (title, evening.name) if part),
        "swap": words(Phrase(SWAP)),
    }
    planned = plan_placeholders(task)
    if isinstance(planned, Refused):
        return planned
    return TableSheet(
        PLACEHOLDER_CARDS.key,
        evening.code,
        title,
        chosen_placeholders(chosen),
        task,
        pages=len(planned.sheets),
        papers=len(planned.sheets),
        cards=len(built["cards"]),
    )


def sheet_words(game_key: str) -> tuple[str, ...]:
    """The word of every page that tables of this game can have."""
    paper = paper_of(game_key)
    pad = (PAD,) if has_pad(game_key) else ()
    cards = (PLACEHOLDERS,) if paper.placeholders else ()
    return (POSTER, *pad, *(page.kind.key for page in paper.pages), *cards)


@dataclass(frozen=True, slots=True)
class Offered:
    """A page as the table's list of prints shows it."""

    key: str
    name: str
    line: str
    icon: str


_ALWAYS = {
    POSTER: (N_("Table poster"), N_("The code to scan, with your Wi-Fi if you like"), "qr-code"),
    PAD: (N_("Score pad"), N_("For a pencil, with your names or blank"), "pencil"),
}
_CARDS = (N_("Placeholders"), N_("Cards that say which real card to fetch"), "layers")


def offered(evening: Evening) -> tuple[Offered, ...]:
    """What can be printed of this table as it stands, the poster first."""
    found = []
    if evening.address:
        found.append(_offered(POSTER, *_ALWAYS[POSTER]))
    if has_pad(evening.game_key):
        found.append(_offered(PAD, *_ALWAYS[PAD]))
    paper = paper_of(evening.game_key)
    for page in paper.pages:
        kind = page.kind
        if kind.one_page and not evening.players:
            continue
        if not isinstance(page.build(evening), Refused):
            found.append(_offered(kind.key, kind.name, kind.line, kind.icon))
    if paper.placeholders and not isinstance(paper.placeholders(evening), Refused):
        found.append(_offered(PLACEHOLDERS, *_CARDS))
    return tuple(found)


def _offered(key: str, name: str, line: str, icon: str) -> Offered:
    return Offered(key, words(Phrase(name)), words(Phrase(line)), icon)
