"""The pieces of the real screens, drawn with tables that were never played, for the style guide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from flask import render_template
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.decks.type_marks import COLOURS, TypeMark
from companion.core.games import GAMES
from companion.core.outcome import Asks, Phrase, Refused
from companion.core.table import read_submission
from companion.printing.products import PRODUCTS
from companion.services.prints.jobs import Job
from companion.services.prints.offers import Offer
from companion.services.prints.queue import GAVE_UP
from companion.services.tables.live_table import LiveTable
from companion.web.decks import maker_views
from companion.web.decks.faces import card_face
from companion.web.games import GAME_PAGES
from companion.web.games.contract import AskedPage
from companion.web.parts import TablePage
from companion.web.phrasing import words
from companion.web.prints.pages import PrintPage
from companion.web.style.tables import (
    ANA,
    CODE,
    DOMINION,
    MINE,
    WAREHOUSE,
    Played,
    starter,
    table,
)
from companion.web.tables import answers, fragments, history, lobby
from companion.web.tables.door_view import AtTheDoor, DoorView
from companion.web.tables.table import Screen

_ID = re.compile(r'\bid="([^"]*)"')
_REFERENCE = re.compile(r'\b(for|form|aria-labelledby|aria-describedby|href)="(#?)([^"]*)"')
HOME = f"/tables/{CODE}"
DECK = "deck"
FEW = "idol"
"""A word that few cards of our deck hold."""
LINES = 6
"""Of the history."""


class Exhibits:
    """Draws one piece after the other; an id that stood before gets a number of its own."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def draw(self, template: str, /, **shown: Any) -> Markup:
        """The template with these values, escaped by the same environment as ever."""
        html = render_template(template, **shown)
        own = dict.fromkeys(_ID.findall(html))
        anew = {name: self._anew(name) for name in own}

        def refer(found: re.Match[str]) -> str:
            attribute, mark, names = found.groups()
            if attribute == "href" and not mark:
                return found.group(0)
            return f'{attribute}="{mark}{" ".join(anew.get(each, each) for each in names.split())}"'

        html = _ID.sub(lambda found: f'id="{anew[found.group(1)]}"', html)
        return Markup(_REFERENCE.sub(refer, html))

    def _anew(self, name: str) -> str:
        times = self._used[name] = self._used.get(name, 0) + 1
        return name if times == 1 else f"{name}-{times}"


def all_of_them() -> Mapping[str, Markup]:
    """Every piece by the name that the guide calls it by."""
    exhibits = Exhibits()
    return {
        **_of_the_phone(exhibits),
        **_of_the_lobby(exhibits),
        **_of_the_market(exhibits),
        **_of_prints(exhibits),
        **_of_decks(exhibits),
        **_of_the_start(exhibits),
    }


def _context(played: Played, tab: str = "", sheet: AskedPage | None = None) -> dict[str, Any]:
    """What a page of this table on Ana's phone gets (see companion.web.tables.table.page)."""
    live = played.live
    pages = GAME_PAGES[live.table.game_key]
    page = TablePage(CODE, live.version, MINE.seats, MINE.seats[0], MINE.host)
    tab = tab or pages.tabs(live)[0].key
    shown = pages.sheet(live, MINE, ANA, sheet) if sheet else None
    return {
        **fragments.context(live),
        "screen": Screen(page, tab, ANA, "own", False, shown, HOME),
        "page": page,
        "answer": {"kind": "sheet"} if shown else None,
        "name": live.name,
        "qr": None,
        "folded": False,
        "private": pages.private(live, MINE),
        **pages.tap(live, MINE, ANA),
        "tap_id": "guide",
        "caller": MINE,
        "live": live,
        "here": tab,
    }


def _of_the_phone(exhibits: Exhibits) -> dict[str, Markup]:
    folder = f"games/{WAREHOUSE}/"
    game, over = _context(table("game")), _context(table("over"))
    asks, refused = table("asked"), table("refused")
    return {
        "demo": exhibits.draw("demo/_band.html", page=game["page"], demo_visitor=ANA),
        "top": exhibits.draw(folder + "_top.html", **game),
        "live": exhibits.draw(folder + "_live.html", **game),
        "grid": exhibits.draw(folder + "_tap.html", **game),
        "dock": exhibits.draw("table/_dock.html", **game),
        "undo": exhibits.draw("table/_event.html", **game),
        "nothing to undo": exhibits.draw("table/_event.html", **{**game, "last": None}),
        "contact": exhibits.draw("_live.html", **game),
        "ask": exhibits.draw("table/_answer.html", answer=_asked(asks)),
        "refusal": exhibits.draw("table/_answer.html", answer=_refused(refused)),
        "sheet": _sheet(exhibits, "game", "item", of=ANA, at="in_play", slot="0"),
        "not described": exhibits.draw(folder + "_live.html", **_context(table("dealt"))),
        "out of reach": exhibits.draw(folder + "_live.html", **_context(table("out of reach"))),
        "own cards": exhibits.draw(folder + "_live.html", **_context(table("own cards"))),
        "which": exhibits.draw(folder + "_which.html", **_context(table("out of reach"))),
        "six values": exhibits.draw(folder + "_tap.html", **_context(table("six values"))),
        "history": exhibits.draw("history/_lines.html", **_history(table("struck").live)),
        "no history": exhibits.draw("history/_lines.html", **_history(table("empty lobby").live)),
        "result": exhibits.draw(folder + "_result.html", **over, result=_result(over["live"])),
        "chart": exhibits.draw("result/_chart.html", result=_result(over["live"])),
        "count": exhibits.draw(folder + "_count.html", **game, pile=game["count"], within=""),
        "this phone": exhibits.draw("table/_this_phone.html"),
    }


def _sheet(exhibits: Exhibits, name: str, sheet: str, **fields: str) -> Markup:
    asked = AskedPage("mine", sheet, {field: (value,) for field, value in fields.items()})
    return exhibits.draw("table/_answer.html", **_context(table(name), sheet=asked))


def _asked(played: Played) -> answers.Shown:
    submission = read_submission(dict(played.body))
    assert isinstance(played.answer, Asks)
    assert not isinstance(submission, Refused)
    return answers.ask(played.answer, submission, MultiDict(), played.live, MINE)


def _refused(played: Played) -> answers.Shown:
    assert isinstance(played.answer, Refused)
    return answers.refusal(played.answer, played.body, played.live, MINE)


def _history(live: LiveTable) -> dict[str, Any]:
    context = {**fragments.context(live), "caller": MINE, "player": None, "before": None}
    return {**context, "lines": tuple(islice(history.lines_of(live, None, None), LINES))}


def _result(live: LiveTable) -> Any:
    return GAME_PAGES[live.table.game_key].result(live)


def _of_the_lobby(exhibits: Exhibits) -> dict[str, Markup]:
    def drawn(name: str, file: str) -> Markup:
        live = table(name).live
        return exhibits.draw(file, lobby=lobby.lobby_of(live), code=CODE, caller=MINE)

    knocks = (AtTheDoor("k1", "Dora", False, None), AtTheDoor("k2", ANA, True, MINE.seats[0]))
    door = DoorView(
        code=CODE, holders="", host="", knocks=knocks, host_alone=False, origin="", rematch=True
    )
    return {
        "no players": drawn("empty lobby", "lobby/_players.html"),
        "no players last": drawn("empty lobby", "lobby/_last.html"),
        "joined": drawn("joined", "lobby/_players.html"),
        "players": drawn("lobby", "lobby/_players.html"),
        "players last": drawn("lobby", "lobby/_last.html"),
        "knock": exhibits.draw(
            "seats/_at_the_door.html", **{name: getattr(door, name) for name in door.__slots__}
        ),
    }


def _of_the_market(exhibits: Exhibits) -> dict[str, Markup]:
    folder = f"games/{DOMINION}/"
    before = _context(table("before the market"))
    view, shown = before["game"]["view"], before["game"]["before"]
    return {
        "idle market": exhibits.draw(folder + "_live.html", **_context(table("market"))),
        "open market": exhibits.draw(folder + "_live.html", **_context(table("open market"))),
        "under": exhibits.draw(folder + "_live.html", **_context(table("under"))),
        "played": _sheet(exhibits, "market", "played"),
        "chances": _sheet(exhibits, "market", "chances"),
        "treasures": _sheet(exhibits, "open market", "treasures"),
        "shelf": exhibits.draw(folder + "_tab_shelf.html", **before),
        "deck": exhibits.draw(folder + "_deck.html", **before, view=view, b=shown, part="deck"),
        "setup": exhibits.draw(folder + "_setup.html", **before, view=view, b=shown),
        "points": exhibits.draw(folder + "_tab_points.html", **_context(table("market"))),
    }


def _of_prints(exhibits: Exhibits) -> dict[str, Markup]:
    states: dict[str, dict[str, Any]] = {
        "waiting": {"state": "waiting"},
        "printing": {"state": "running", "what": "sheets", "done": 3, "count": 8},
        "printed": {"state": "done"},
        "failed": {"state": "failed"},
    }
    return {name: _job(exhibits, how) for name, how in states.items()}


def _job(exhibits: Exhibits, how: dict[str, Any]) -> Markup:
    offer = Offer("starter", "", {}, {}, 8, 8, 70, key="guide", kind=DECK)
    page = PrintPage(
        kind=DECK,
        product=PRODUCTS[DECK],
        of="starter",
        title="",
        options={},
        pages=8,
        papers=8,
        cards=70,
        query="",
        files=offer.files,
        job=Job(offer, at="", **how),
        failure=words(Phrase(GAVE_UP)),
    )
    return exhibits.draw("prints/_job.html", shown=page, where="/prints", is_pdf=True)


def _of_decks(exhibits: Exhibits) -> dict[str, Markup]:
    read = read_deck(starter())
    assert isinstance(read, Deck)
    return {
        "decks": exhibits.draw(
            "style/_decks.html",
            marks=tuple(TypeMark(colour, "gem") for colour in COLOURS),
            rows=maker_views.grid(read)[:2],
            groups=maker_views.groups(read, FEW),
            unit=maker_views.unit_word(read),
            address="/decks",
            wanted="",
            choices={**maker_views.CHOICES, "icons": maker_views.CHOICES["icons"][:6]},
            colour_words=maker_views.COLOUR_WORDS,
            icon_words=maker_views.ICON_WORDS,
            face=card_face(read, read.cards[0]),
            shape=1.5,
        )
    }


def _of_the_start(exhibits: Exhibits) -> dict[str, Markup]:
    return {
        key: exhibits.draw(f"games/{key}/_card.html", game=GAMES[key])
        for key in (WAREHOUSE, DOMINION)
    }
