"""What cannot be printed keeps the form, names the field, and leads on to where it is mended."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.backroom import Backroom
from companion.command_line import verbs
from companion.command_line.deck_arguments import STARTER
from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.core.outcome import Phrase, Refused
from companion.printing.english import english
from companion.printing.exports.options import TabletopOptions
from companion.printing.exports.products import PICTURES, SERVICE, TABLETOP
from companion.printing.exports.tabletop import tabletop_sheets
from companion.printing.formats import PrintOptions, read_options, read_size
from companion.printing.sheets.planning import plan
from companion.printing.texts.fit_note import FitNote
from companion.printing.texts.fit_report import report
from companion.web.errors import refusal
from tests.printing.shop import seen
from tests.security.phones import Browser


def field_of(page: str, name: str) -> str:
    """The tag of the options form's field."""
    found = re.search(rf'<(?:input|select) id="{name}"[^>]*>', page)
    assert found is not None, name
    return found[0]


def beside(page: str, name: str) -> str:
    """The sentence that the field names as what is wrong with it."""
    assert f"{name}-wrong" in field_of(page, name)
    found = re.search(rf'<p class="wrong" id="{name}-wrong">(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return seen(found[1])


def way_on(page: str) -> tuple[str, str]:
    """Where a refusal's one button leads, and what it says."""
    found = re.search(r'<a class="b go" href="([^"]+)">([^<]+)</a>', page)
    assert found is not None
    return unescape(found[1]), unescape(found[2])


@pytest.mark.parametrize(
    ("query", "name", "typed", "sentence"),
    [
        ("deck=starter&gutter_mm=nan", "gutter_mm", "nan",
         "Space between cards cannot be “nan”. It can be 0 to 20 mm."),
        ("deck=starter&margin_mm=40", "margin_mm", "40",
         "Edge the printer leaves white cannot be “40”. It can be 0 to 30 mm."),
        ("deck=starter&copies=0", "copies", "0", "Copies cannot be “0”. It can be 1 to 25."),
        ("deck=starter&angle_degrees=-9", "angle_degrees", "-9",
         "Turn clockwise cannot be “-9”. It can be −2° to 2°."),
        ("deck=starter&own_size=63+x", "own_size", "63 x",
         "“63 x” is no card size. Type like 63x88, 25 to 250 mm a side."),
        ("deck=starter&own_size=250x250", "own_size", "250x250",
         "A card of 250 × 250 mm does not fit on this paper. Take a larger paper."),
        ("service=starter&safe_zone_mm=99", "safe_zone_mm", "99",
         "Texts keep from the cut cannot be “99”. It can be 0 to 8 mm."),
        ("cut=starter&corner_radius_mm=-1", "corner_radius_mm", "-1",
         "Radius of the corners cannot be “-1”. It can be 0 to 10 mm."),
        ("pad=black_market_warehouse&players=99", "players", "99",
         "Players cannot be “99”. It can be 2 to 10."),
    ],
)  # fmt: skip
def test_a_figure_that_cannot_be_stays_in_its_field(
    phone: Browser, query: str, name: str, typed: str, sentence: str
) -> None:
    body = {
        part.split("=")[0]: part.split("=")[1].replace("+", " ") for part in query.split("&")
    } | {"paper": "letter"}
    for answer in (
        phone.get(f"/prints/new?{query}&paper=letter"),
        phone.post("/prints", data=body),
    ):
        assert answer.status_code == 422
        assert f'value="{typed}"' in field_of(answer.text, name)
        assert 'aria-invalid="true"' in field_of(answer.text, name)
        assert beside(answer.text, name) == sentence
        if "service" not in query:
            assert '<option value="letter" selected>' in answer.text
        assert 'id="proof"' in answer.text
        assert "Go to the start page" not in answer.text


def test_every_wrong_field_is_marked_at_once(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter&copies=0&bleed_mm=x&profile=attic&backs=fold").text
    assert len(re.findall('aria-invalid="true"', page)) == 3
    assert beside(page, "profile") == "There is no printer profile attic. Choose another."
    assert '<option value="fold" selected>' in page
    assert "<details open>" in page


def test_the_form_tells_the_limits_of_a_card(phone: Browser) -> None:
    page = phone.get("/prints/new?deck=starter").text
    assert 'aria-describedby="own_size-hint"' in field_of(page, "own_size")
    assert "25 to 250 mm a side, or 1 to 9.8 inches" in seen(page)


def new_deck(phone: Browser, cards: int) -> tuple[str, str]:
    """A deck of this phone with so many of the starter's cards: its id and its edit address."""
    deck = json.loads(STARTER.read_text(encoding="utf-8"))
    few = [{**card, "count": 1} for card in deck["cards"][:cards]]
    made = phone.json("POST", "/decks", {"deck": {**deck, "cards": few}})
    assert made.status_code == 201
    return made.json["deck"], made.json["edit"]  # type: ignore[index]


def test_one_card_takes_one_sheet_of_paper(phone: Browser) -> None:
    deck, _ = new_deck(phone, 1)
    assert "1 card · 1 sheet of paper" in seen(phone.get(f"/prints/new?deck={deck}").text)


def test_an_empty_deck_leads_to_where_cards_are_added(phone: Browser) -> None:
    deck, edit = new_deck(phone, 0)
    for answer in (
        phone.get(f"/prints/new?deck={deck}"),
        phone.get(f"/prints/new?service={deck}"),
        phone.post("/prints", data={"deck": deck}),
    ):
        assert answer.status_code == 422
        assert way_on(answer.text) == (f"{edit}/add", "Add cards")


def test_who_may_not_change_an_empty_deck_is_led_to_it(phone: Browser, product: Backroom) -> None:
    deck, _ = new_deck(phone, 0)
    answer = Browser(product.app.test_client()).get(f"/prints/new?deck={deck}")
    assert way_on(answer.text) == (f"/decks/{deck}", "Back to the deck")


@pytest.mark.parametrize(
    ("path", "href"),
    [("/prints/new?deck=nobodys", "/prints"), ("/prints/new?pad=chess", "/prints"),
     ("/prints/0123456789abcdef", "/prints"), ("/decks/nobodys", "/decks")],
)  # fmt: skip
def test_a_refusal_leads_back_to_what_it_is_part_of(phone: Browser, path: str, href: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 404
    assert way_on(answer.text)[0] == href


def test_a_change_that_could_not_be_read_leads_back_to_the_deck(phone: Browser) -> None:
    _, edit = new_deck(phone, 2)
    answer = phone.post(edit, data={"do": "undo"})
    assert answer.status_code == 400
    assert way_on(answer.text) == (edit, "Back to the deck")


def test_a_tap_that_could_not_be_read_leads_back_to_the_table(phone: Browser) -> None:
    body = {"game": "black_market_warehouse", "deck": "starter", "options": {}, "player": "Ana"}
    made = phone.json("POST", "/tables", body)
    home = f"/tables/{made.json['code']}"  # type: ignore[index]
    answer = phone.post(f"{home}/rewind", data={"to": "x"})
    assert answer.status_code == 400
    assert way_on(answer.text) == (home, "Back to the table")


@pytest.mark.parametrize("status", [409, 410, 415])
def test_no_refusal_claims_that_something_broke(product: Backroom, status: int) -> None:
    with product.app.test_request_context("/", headers={"Accept": "text/html"}):
        page = refusal(Refused("some_code", Phrase("Look at it first.")), status).get_data(True)
    assert "Something broke here" not in page
    assert "Look at it first." in page


def test_more_cards_than_a_file_holds_lead_to_what_can_be_made(
    phone: Browser, starter: Deck
) -> None:
    made = phone.json("POST", "/decks", {"deck": many(starter, 500, 60)})
    deck, edit = made.json["deck"], made.json["edit"]  # type: ignore[index]
    sheets = phone.get(f"/prints/new?deck={deck}")
    assert sheets.status_code == 422
    assert way_on(sheets.text) == (edit, "Back to the deck")
    single = phone.get(f"/prints/new?service={deck}")
    assert single.status_code == 422
    assert beside(single.text, "copies") == (
        "That makes 60,000 pages, more than 6,000. Choose each card once."
    )
    assert "0 cards fit" not in seen(single.text)
    assert phone.get(f"/prints/new?service={deck}&copies=once").status_code == 200


def test_a_full_queue_keeps_the_form(phone: Browser, product: Backroom, monkeypatch: Any) -> None:
    full = Refused("queue_full", Phrase("8 prints are waiting already."))
    monkeypatch.setattr(product.parts.prints, "order", lambda *_, **__: full)
    answer = phone.post("/prints", data={"deck": "starter", "backs": "fold"})
    assert answer.status_code == 503
    assert "8 prints are waiting already." in seen(answer.text)
    assert '<option value="fold" selected>' in answer.text


# --- what the options and plans themselves say ---


@pytest.mark.parametrize(
    "typed", ['2.5x3.5"', '2.5"x3.5"', "2,5″ × 3,5″", "2.5 x 3.5 in", "2.5in x 3.5in", "2.5*3.5''"]
)
def test_inches_are_read_as_people_type_them(typed: str) -> None:
    size = read_size(typed)
    assert size is not None
    assert (size.width_mm, size.height_mm) == (63.5, 88.9)


@pytest.mark.parametrize("typed", ['63mm x 3.5"', '63x88"', "63xx88"])
def test_sizes_that_mix_units_or_are_too_large_are_none(typed: str) -> None:
    assert read_size(typed) is None


def many(starter: Deck, cards: int, count: int) -> dict[str, Any]:
    deck = starter.to_json()
    first = deck["cards"][0]
    deck["cards"] = [
        {**first, "id": f"c{n}", "name": f"Card {n}", "count": count} for n in range(cards)
    ]
    return deck


def test_a_deck_too_large_for_one_file_is_told_what_can_be_done(starter: Deck) -> None:
    deck = read_deck(many(starter, 500, 60))
    assert isinstance(deck, Deck)
    refused = plan(deck, PrintOptions())
    assert isinstance(refused, Refused)
    assert english(refused.phrase) == (
        "30,000 cards are too many for one file. Lower their numbers to 10,000."
    )
    small = read_deck(many(starter, 500, 19))
    assert isinstance(small, Deck)
    several = plan(small, PrintOptions(copies=2))
    assert isinstance(several, Refused)
    assert "Print fewer copies" in english(several.phrase)
    assert several.fields == {"option": "copies"}


@pytest.mark.parametrize("made_as", [SERVICE, TABLETOP])
def test_an_export_too_large_can_be_had_with_each_card_once(starter: Deck, made_as: Any) -> None:
    deck = many(starter, 500, 60)
    refused = made_as.draft(deck, {})
    assert isinstance(refused, Refused)
    assert refused.fields == {"option": "copies", "instead": "once"}
    assert not isinstance(made_as.draft(deck, {"copies": "once"}), Refused)


def test_pictures_too_large_are_not_told_to_be_what_they_are(starter: Deck) -> None:
    refused = PICTURES.draft(many(starter, 500, 1), {"card": "250x250"})
    assert isinstance(refused, Refused)
    assert "Choose 300" not in english(refused.phrase)
    assert refused.fields == {"option": "card"}


def test_cards_of_one_back_lie_evenly_on_their_sheets(starter: Deck) -> None:
    sheets = tabletop_sheets(starter, TabletopOptions())
    assert [(sheet.which, len(sheet.cards)) for sheet in sheets] == [
        ("market", 35),
        ("market", 35),
        ("warehouse", 10),
    ]
    together = [number for sheet in sheets for number in sheet.cards]
    assert together == [
        number for number, card in enumerate(starter.cards) for _ in range(card.count)
    ]


def test_the_fit_report_counts_tenths_of_a_point(starter: Deck) -> None:
    notes = [[FitNote("small_text", "name", 4.91667, 2)], *([[]] * (len(starter.cards) - 1))]
    (line,) = report(starter, notes).lines
    assert english(line.what).endswith("the name at 4.9 pt.")


def test_no_refusal_of_an_option_says_its_raw_name() -> None:
    for name in PrintOptions().to_json():
        refused = read_options({name: "\x7f" * 300})
        assert isinstance(refused, Refused)
        assert refused.fields["option"] == name
        assert "_" not in english(refused.phrase)


# --- the command line ---


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["print-deck", "starter", "-o", "x.pdf", "--gutter", "nan"],
         "--gutter: Space between cards cannot be “nan”. It can be 0 to 20 mm.\n"),
        (["print-deck", "starter", "-o", "x.pdf", "--card", "20x20"],
         "--card: “20x20” is no card size. Type like 63x88, 25 to 250 mm a side.\n"),
        (["export-pdf", "starter", "-o", "x.pdf", "--safe-zone", "9"],
         "--safe-zone: Texts keep from the cut cannot be “9”. It can be 0 to 8 mm.\n"),
        (["export-cut", "starter", "-o", "x.svg", "--corner-radius", "99"],
         "--corner-radius: Radius of the corners cannot be “99”. It can be 0 to 10 mm.\n"),
        (["print-pad", "black_market_warehouse", "-o", "x.pdf", "--players", "99"],
         "--players: Players cannot be “99”. It can be 2 to 10.\n"),
        (["print-deck", "starter", "-o", "x.pdf", "--pictures", "nowhere"],
         "--pictures: There is no folder nowhere.\n"),
        (["export-png", "starter", "-o", "x.zip", "--pictures", "nowhere"],
         "--pictures: There is no folder nowhere.\n"),
    ],
)  # fmt: skip
def test_the_command_line_names_its_own_options(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert verbs.run(command, {"BACKROOM_DATA": str(tmp_path)}) == 2
    assert capsys.readouterr().err == said
    assert list(tmp_path.glob("x.*")) == []
