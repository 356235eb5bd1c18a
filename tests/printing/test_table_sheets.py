"""A table's pages: tagged, on one page where that is promised, and nothing private on them."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.core.log import Table
from companion.core.outcome import Json, Refused
from companion.printing.pages.document import Document
from companion.printing.pages.layout import lay_out, words_for
from companion.printing.pages.table_options import (
    Wifi,
    read_sheet_options,
    read_wifi,
)
from companion.printing.pages.table_product import TableSheet
from companion.printing.products import PRODUCTS
from companion.web.prints.evening import Evening
from companion.web.prints.table_sheets import offered, sheet_of
from companion.worker_process import TaskDone, WorkerProcess
from tests.printing.conftest import run
from tests.printing.evenings import (
    ADDRESS,
    DECK,
    KINGDOM,
    PLAIN,
    a_duel,
    a_market,
    after,
    evening,
    joined,
    played,
    starter,
)
from tests.printing.tagged import assert_tagged, codes_of

Make = Callable[..., Path]
WIDE = "W" * 24
HOSTILE = (WIDE, "אבגדה וזחטי", "عبد الرحمن بن عوف", "Žofie Müller-Ćwiek-Øst")
TEN = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", WIDE)
LETTERS = itertools.count()


@pytest.fixture
def make(renderer: WorkerProcess, tmp_path: Path) -> Make:
    """Print one page of an evening; the file."""

    def made(evening: Evening, sheet: str, wifi: Wifi | None = None, **options: Any) -> Path:
        found = sheet_of(evening, {"sheet": sheet, **options}, wifi)
        assert isinstance(found, TableSheet), found
        done = renderer.run({**found.task, "task": PRODUCTS[found.product].make})
        assert isinstance(done, TaskDone), done
        path = tmp_path / f"{next(LETTERS)}.pdf"
        path.write_bytes(done.data)
        return path

    return made


def text_of(path: Path) -> str:
    return " ".join(run("pdftotext", "-raw", path, "-").split())


def pages_of(path: Path) -> int:
    found = re.search(r"Pages: +(\d+)", run("pdfinfo", path))
    assert found is not None
    return int(found[1])


def over(players: tuple[str, ...] = ("Ana", "Ben")) -> Table:
    """Dominion, over and counted."""
    counts = [
        {"event": "pile_counted", "player": name, "turns": 20,
         "cards": {"Province": max(0, 4 - place), "Curse": place}}
        for place, name in enumerate(players)
    ]  # fmt: skip
    return a_market(players, more=[{"event": "game_called"}, *counts])


EVENINGS: dict[str, Callable[[], Table]] = {"warehouse": a_duel, "dominion": a_market}
TAGS = {
    "poster": ("H1", "Figure"),
    "score-pad": ("H1", "Table", "TH", "Caption", "Figure"),
    "fallback": ("H1", "Figure", "L "),
    "result": ("H1", "Table", "TH", "TD"),
    "list": ("H1", "Table", "TH", "TD"),
    "checklist": ("H1", "H2", "L "),
    "pull": ("H1", "H2", "L "),
}
TITLES = {
    "poster": "Join our table · Friday at Ana’s",
    "fallback": "Play on by paper · Friday at Ana’s",
    "result": "Result · Friday at Ana’s",
    "list": "Black Market deck · Friday at Ana’s",
    "checklist": "Setup · Friday at Ana’s",
    "pull": "Pull list · Friday at Ana’s",
}
PAD_TITLES = {
    "warehouse": "Black Market Warehouse: score pad for 2 players",
    "dominion": "Dominion: Black Market: score pad for 2 players",
}


@pytest.mark.parametrize(("game", "paper"), [("warehouse", "letter"), ("dominion", "a4")])
def test_every_page_of_a_table_is_tagged_titled_and_speaks_a_language(
    make: Make, game: str, paper: str
) -> None:
    here = evening(EVENINGS[game]())
    sheets = [each.key for each in offered(here) if each.key != "placeholders"]
    assert set(sheets) == (
        set(TAGS) if game == "dominion" else set(TAGS) - {"list", "checklist", "pull"}
    )
    for sheet in sheets:
        path = make(here, sheet, paper=paper)
        assert_tagged(path, TITLES.get(sheet, PAD_TITLES[game]), TAGS[sheet])
        assert {"a4": "(A4)", "letter": "(letter)"}[paper] in run("pdfinfo", path)


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (10, 1)])
def test_a_running_table_of_any_size_is_one_page(make: Make, players: int, rounds: int) -> None:
    here = evening(a_duel(TEN[:players], rounds))
    path = make(here, "fallback", paper="letter")
    assert pages_of(path) == 1
    text = text_of(path)
    assert [name for name in TEN[: min(players, 9)] if name not in text] == []
    assert "plays now" in text


@pytest.mark.soak
def test_a_market_of_sixty_cards_and_six_players_is_one_page(make: Make) -> None:
    from companion.core.games.dominion_black_market.catalogue import catalogue

    kingdom = a_market().state.kingdom
    assert kingdom is not None
    sixty = [
        card.name
        for card in catalogue().cards.values()
        if card.kind == "kingdom" and not card.mixed and card.name not in kingdom.piles
    ][:60]
    path = make(evening(a_market(TEN[:6], deck=sixty)), "fallback")
    text = text_of(path)
    assert pages_of(path) == 1
    assert [name for name in sixty if name not in text] == []


@pytest.mark.soak
@pytest.mark.parametrize("table", [lambda: over(TEN[:6]), lambda: a_duel(TEN, rounds=5)])
def test_a_result_is_one_page(make: Make, table: Callable[[], Table]) -> None:
    assert pages_of(make(evening(table()), "result")) == 1


def test_a_result_explains_every_point(make: Make) -> None:
    text = text_of(make(evening(over()), "result"))
    assert "Ana wins" in text
    assert "4 × Province, 6 each 24" in text
    assert "1 × Curse, −1 each −1" in text


def test_a_running_table_of_warehouses_shows_what_lies_open(make: Make) -> None:
    table = played(
        "black_market_warehouse",
        [
            *joined(("Ana", "Ben")),
            {"event": "first_player_chosen", "player": "Ana"},
            {"event": "game_dealt"},
            {"event": "warehouse_described", "player": "Ana", "card": "the-big-respectable-barn"},
            {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000},
            {"event": "turn_ended", "player": "Ana"},
        ],
        starter(),
    )
    text = text_of(make(evening(table), "fallback"))
    for said in (
        "It is Ben’s turn.", "Seats in order: Ana → Ben", "Weapon $3M", "Warehouse deck",
        "The Big Respectable Barn", "after event 7",
    ):  # fmt: skip
        assert said in text


def test_a_stolen_card_that_one_player_knows_is_on_no_page(make: Make) -> None:
    table = played(
        "black_market_warehouse",
        [
            *joined(("Ana", "Ben")),
            {"event": "first_player_chosen", "player": "Ana"},
            {"event": "game_dealt"},
            {"event": "item_added", "player": "Ana", "card": "us-noc-list"},
            {"event": "turn_ended", "player": "Ana"},
            {"event": "insider_played", "player": "Ben", "card": "cat-burglar",
             "steps": [{"do": "move", "from": {"zone": "warehouse", "player": "Ana", "slot": 0},
                        "to": {"zone": "hand", "player": "Ben"}}]},
        ],
        starter(),
    )  # fmt: skip
    (known,) = next(player for player in table.state.players if player.name == "Ben").known
    here = evening(table)
    assert known.card == "us-noc-list"
    for sheet in ("fallback", "result", "score-pad"):
        text = text_of(make(here, sheet))
        assert "NOC" not in text
        assert "Top Secret $3M" not in text


BOTTOMED: list[Json] = [
    {"event": "market_played", "player": "Ana"},
    {"event": "card_bought", "player": "Ana", "card": "Wharf"},
    {"event": "rest_bottomed", "player": "Ana", "order": ["Wishing Well", "Tunnel"]},
]


def test_an_order_that_one_player_knows_is_on_no_page(make: Make) -> None:
    here = evening(a_market(held_by="app", more=BOTTOMED))
    text = text_of(make(here, "fallback"))
    assert "Tunnel $3, Wishing Well $3 mixed" in text
    assert "→ Tunnel" not in text
    assert "Wharf for $5" in text
    at = [text.index(name) for name in sorted(set(DECK) - {"Wharf", "Tunnel", "Wishing Well"})]
    assert at == sorted(at), "the hidden order shows in the order of the list"


def test_a_hidden_list_is_on_no_page(make: Make) -> None:
    here = evening(a_market(held_by="app", deck=PLAIN, hidden=True))
    assert {each.key for each in offered(here)} == {
        "poster", "score-pad", "fallback", "result", "checklist",
    }  # fmt: skip
    for sheet in ("list", "pull", "placeholders"):
        refused = sheet_of(here, {"sheet": sheet})
        assert isinstance(refused, Refused)
        assert refused.code == "list_hidden"
    for sheet in ("fallback", "result", "checklist", "score-pad"):
        text = text_of(make(here, sheet))
        assert [name for name in PLAIN if name in text] == []


def test_a_pad_of_dominion_has_what_can_score_with_the_whole_deck(make: Make) -> None:
    text = text_of(make(evening(a_market(landscapes=("Keep", "Wolf Den"))), "score-pad"))
    for kind in ("Province 6", "Gardens", "Harem 2", "Tunnel 2", "Keep", "Wolf Den", "Curse −1"):
        assert kind in text
    assert "Colony" not in text
    assert "Island" not in text


def test_the_checklist_says_why_and_what_is_ticked(make: Make) -> None:
    done = {"event": "setup_step_done", "step": "supply_pile:Potion", "player": "Ben"}
    text = text_of(make(evening(a_market(more=[done])), "checklist"))
    assert (
        "Potion pile, all 16; counts as a pile In the Black Market deck: Familiar and Golem" in text
    )
    assert text.count("✓") == 1


def test_the_pull_list_names_each_card_under_its_box(make: Make) -> None:
    text = text_of(make(evening(a_market()), "pull"))
    dark_ages = text[text.index("Dark Ages") :]
    assert "Sir Martin stands for Knights" in dark_ages
    assert [name for name in DECK if name not in text] == []


@pytest.mark.parametrize(("paper", "form"), [("a4", "tent"), ("letter", "cards"), ("a6", "tent")])
def test_a_poster_can_be_scanned_from_both_sides(make: Make, paper: str, form: str) -> None:
    wifi = read_wifi('Kü;che "2,4"', r"ge:he\im;,")
    assert isinstance(wifi, Wifi)
    here = evening(a_duel())
    panels = 1 if paper == "a6" else 2 if form == "tent" else 4
    plain = make(here, "poster", paper=paper, form=form)
    assert pages_of(plain) == 1
    assert codes_of(plain, 150) == [ADDRESS] * panels
    both = make(here, "poster", wifi, paper=paper, form=form)
    joins = r"WIFI:T:WPA;S:Kü\;che \"2\,4\";P:ge\:he\\im\;\,;;"
    assert sorted(codes_of(both, 150)) == sorted([joins, ADDRESS] * panels)
    assert text_of(plain).count("K7MQ2X") >= panels


def test_an_open_wifi_needs_no_password(make: Make) -> None:
    wifi = read_wifi("Guests", "")
    assert isinstance(wifi, Wifi)
    path = make(evening(a_duel()), "poster", wifi, paper="a6")
    assert "WIFI:T:nopass;S:Guests;;" in codes_of(path, 150)


@pytest.mark.parametrize(
    ("network", "password", "code"),
    [("", "password", "bad_network"), ("n" * 33, "password", "bad_network"),
     ("a\nb", "password", "bad_network"), ("\ud800", "password", "bad_network"),
     ("Home", "short", "bad_password"), ("Home", "p" * 64, "bad_password"),
     ("Home", "pässword", "bad_password")],
)  # fmt: skip
def test_a_wifi_that_lets_nobody_in_is_refused(network: str, password: str, code: str) -> None:
    refused = read_wifi(network, password)
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_a_poster_without_an_address_is_refused() -> None:
    refused = sheet_of(evening(a_duel(), address=""), {"sheet": "poster"})
    assert isinstance(refused, Refused)
    assert refused.code == "no_address"


def whole(text: str) -> str:
    """Letters alone, in one order whichever way they are read: PDF text turns some scripts."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sorted(letter for letter in plain if letter.isalnum()))


@pytest.mark.parametrize("sheet", ["fallback", "result", "score-pad", "poster"])
def test_hostile_names_stand_whole_on_every_page(
    make: Make, renderer: WorkerProcess, sheet: str
) -> None:
    names = HOSTILE
    here = evening(a_duel(names), name=WIDE)
    path = make(here, sheet)
    assert pages_of(path) == 1
    text = whole(text_of(path))
    shown = names if sheet != "poster" else ()
    for letter in set(whole("".join((*shown, WIDE)))):
        assert letter in text
    if sheet != "poster":
        assert text.count("W") >= 24
    ends = re.findall(r'xMax="([\d.]+)"', run("pdftotext", "-bbox", path, "-"))
    assert max(float(end) for end in ends) < 595.3 - 5 * 72 / 25.4


def test_a_page_speaks_the_language_that_its_words_are_given_in(
    renderer: WorkerProcess, tmp_path: Path
) -> None:
    sheet = sheet_of(evening(a_market()), {"sheet": "list"})
    assert isinstance(sheet, TableSheet)
    words = words_for(
        "deck_list", lambda text: {"Seen": "Gesehen", "Card": "Karte"}.get(text, text)
    )
    assert words == {"Seen": "Gesehen", "Card": "Karte"}
    made = renderer.run({**sheet.task, "task": "paper", "language": "de", "words": words})
    assert isinstance(made, TaskDone)
    path = tmp_path / "list.pdf"
    path.write_bytes(made.data)
    assert "Gesehen Bought Karte Cost" in text_of(path)
    assert_tagged(path, TITLES["list"], TAGS["list"], language="de")


def test_letters_that_no_font_has_are_told(renderer: WorkerProcess) -> None:
    sheet = sheet_of(evening(a_duel(("龍馬", "Bo 🦆"))), {"sheet": "fallback"})
    assert isinstance(sheet, TableSheet)
    made = renderer.run({**sheet.task, "task": "paper"})
    assert isinstance(made, TaskDone)
    (line,) = made.said["report"]["lines"]
    assert line["what"]["params"] == {"letters": "龍 馬"}
    assert made.data.startswith(b"%PDF")


VECTORS = (
    '"><img src=http://127.0.0.1:9/a', "url(http://127.0.0.1:9)", "<svg/onload=1>",
    "@import'file:///etc/x'", "{{7*7}}", "<link href=//127.0.0.1>", "</style><p>x",
)  # fmt: skip


class Shape(HTMLParser):
    """The elements and attributes of a page, without its texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[tuple[str, tuple[str, ...]]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br":  # a long name may take more lines
            self.found.add((tag, tuple(name for name, _ in attrs)))


@pytest.mark.parametrize("sheet", ["fallback", "result", "score-pad", "poster"])
def test_names_are_text_and_fetch_nothing(renderer: WorkerProcess, sheet: str) -> None:
    def html_of(names: tuple[str, ...], name: str) -> str:
        found = sheet_of(evening(a_duel(names), name=name), {"sheet": sheet})
        assert isinstance(found, TableSheet)
        return lay_out(found.task).html

    hostile = html_of(tuple(vector[:24] for vector in VECTORS), VECTORS[0])
    plain = html_of(tuple("Abcdefg"), "Friday")
    assert Shape(hostile).found == Shape(plain).found
    assert Document(hostile).refused == []


def test_the_same_page_has_the_same_bytes(
    make: Make, renderer: WorkerProcess, tmp_path: Path
) -> None:
    here = evening(a_market(more=BOTTOMED, held_by="app"))
    other = WorkerProcess(tmp_path / "other")
    for sheet in ("fallback", "poster"):
        found = sheet_of(here, {"sheet": sheet})
        assert isinstance(found, TableSheet)
        task = {**found.task, "task": PRODUCTS[found.product].make}
        again = other.run(task)
        assert isinstance(again, TaskDone)
        assert make(here, sheet).read_bytes() == again.data
    other.close()


@pytest.mark.parametrize(
    "given", [{"sheet": "poster", "paper": "a3"}, {"sheet": "fallback", "paper": "a6"},
              {"sheet": "poster", "form": "flag"}, {"sheet": "score-pad", "named": "maybe"}]
)  # fmt: skip
def test_a_wrong_option_is_refused_by_name(given: dict[str, str]) -> None:
    refused = read_sheet_options(given)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.fields) == ("bad_option", {"option": list(given)[1]})


def test_a_page_of_the_other_game_is_refused() -> None:
    for sheet in ("list", "checklist", "pull", "placeholders", "wanted"):
        refused = sheet_of(evening(a_duel()), {"sheet": sheet})
        assert isinstance(refused, Refused)
        assert refused.code == "no_sheet"


def test_the_market_on_paper_says_how_far_the_table_came_with_its_deck() -> None:
    drawn = played(
        "dominion_black_market",
        [
            *joined(("Ana", "Ben")),
            {"event": "kingdom_chosen", "kingdom": list(KINGDOM), "landscapes": []},
            {"event": "deck_drawn", "policy": "agreed_list", "cards": list(DECK)},
            {"event": "deck_accepted", "player": "Ana"},
        ],
    )
    everybody = after(drawn, {"event": "deck_accepted", "player": "Ben"})
    for table, sentence in (
        (drawn, "The deck is not agreed yet."),
        (everybody, "Everybody said yes to the deck. Lay it face down and begin."),
    ):
        sheet = sheet_of(evening(table), {"sheet": "fallback"})
        assert isinstance(sheet, TableSheet)
        assert sentence in str(sheet.task)
