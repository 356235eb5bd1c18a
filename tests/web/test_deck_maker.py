"""The deck maker's pages and JSON: made, changed, undone, clashed, shared, played with, deleted."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from companion.factory import Product
from tests.security.phones import GAME, Browser
from tests.web.test_openapi import unlike_the_spec

Fresh = Callable[[], Browser]
EDIT = "POST /decks/{deck}/edit/{secret}"


class Maker:
    """A phone with a deck of its own."""

    def __init__(self, phone: Browser, source: str = "starter", name: str = "Quay Nights") -> None:
        self.phone = phone
        made = phone.post("/decks", data={"from": source, "name": name})
        assert made.status_code == 303, made.text
        self.address = made.headers["Location"]
        self.id = self.address.split("/")[2]

    def told(self) -> dict[str, Any]:
        """The deck and its revision, as a program gets them."""
        answer = self.phone.json("GET", self.address)
        assert answer.status_code == 200
        return dict(answer.json)  # type: ignore[arg-type]

    @property
    def base(self) -> str:
        return str(self.told()["revision"])

    def cards(self) -> dict[str, dict[str, Any]]:
        return {card["id"]: card for card in self.told()["deck"]["cards"]}

    def do(self, what: str, base: str | None = None, **fields: str) -> TestResponse:
        """A form sent by a browser without script."""
        data = {"do": what, "base": base or self.base, **fields}
        return self.phone.post(self.address, data=data)

    def page(self, path: str = "") -> str:
        answer = self.phone.get(self.address + path)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)


@pytest.fixture
def mine(browser: Fresh) -> Maker:
    return Maker(browser())


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return html.unescape(found[1])


# --- by plain forms ---


def test_a_deck_from_the_starter_is_its_cards_under_a_name_of_its_own(mine: Maker) -> None:
    deck = mine.told()["deck"]

    assert (deck["name"], deck["id"], len(deck["cards"])) == ("Quay Nights", mine.id, 77 - 14)
    assert isinstance(read_deck(deck), Deck)
    assert "Quay Nights" in mine.page()


def test_two_taps_add_an_item_and_come_back_to_the_grid(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")
    grid = mine.page("/add")
    answer = mine.do("add_item", hidden(grid, "base"), cell="3000000 Weapon", then="add")
    again = mine.do("add_item", cell="3000000 Weapon", then="add")

    assert (answer.status_code, answer.headers["Location"]) == (303, f"{mine.address}/add")
    assert again.status_code == 303
    assert mine.cards() == {
        "weapon": {
            "id": "weapon", "kind": "item", "name": "Weapon", "item_type": "Weapon",
            "money": 3_000_000, "count": 2,
        }
    }  # fmt: skip
    assert "Copies of Weapon: 2 now, 1 before" in mine.page("/add")


def test_buttons_of_the_list_change_copies(mine: Maker) -> None:
    before = mine.cards()["golden-idol"]["count"]
    more = mine.phone.post(mine.address, data={"base": mine.base, "more": "golden-idol"})
    less = mine.phone.post(mine.address, data={"base": mine.base, "less": "golden-idol"})

    assert [more.status_code, less.status_code] == [303, 303]
    assert more.headers["Location"].endswith("#card-golden-idol")
    assert mine.cards()["golden-idol"]["count"] == before


def test_a_card_is_changed_by_its_form(mine: Maker) -> None:
    answer = mine.do(
        "change", card="golden-idol", name="Golden Idle", item_type="Weapon", money="2,5",
        count="4", flavour="Sleeps.\r\nOften.",
    )  # fmt: skip

    assert answer.status_code == 303
    assert mine.cards()["golden-idol"] == {
        "id": "golden-idol", "kind": "item", "name": "Golden Idle", "item_type": "Weapon",
        "money": 2_500_000, "count": 4, "flavour": "Sleeps.\nOften.",
    }  # fmt: skip


def test_an_insider_gets_the_effect_that_was_picked(mine: Maker) -> None:
    mine.do("change", card="smooth-importer", effect="block", draws="1")
    picked = mine.cards()["smooth-importer"]["effect"]
    mine.do("change", card="smooth-importer", effect="", draws="0")

    assert (picked["verb"], picked["then"]["verb"]) == ("block", "draw")
    assert "effect" not in mine.cards()["smooth-importer"]


def test_the_form_of_every_card_of_the_starter_changes_nothing_when_sent_back(mine: Maker) -> None:
    before = mine.told()
    for card in before["deck"]["cards"]:
        page = mine.page(f"/cards/{card['id']}")
        form = page.split('id="card-form"')[1].split("</form>")[0]
        fields = dict(re.findall(r'name="([^"]+)"[^>]*? value="([^"]*)"', form))
        fields |= dict(re.findall(r'<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)<', form))
        for name, inner in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form):
            chosen = re.findall(r'<option(?: value="([^"]*)")? selected>([^<]*)', inner)
            fields[name] = (chosen[0][0] or chosen[0][1]) if chosen else ""
            if name in ("effect", "draws"):
                fields[name] = chosen[0][0] if chosen else ""
        answer = mine.phone.post(mine.address, data=fields)
        assert answer.status_code == 303, (card["id"], answer.text)
    assert mine.told() == before


def test_a_warehouse_asks_for_what_was_counted(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")
    made = mine.do("add_warehouse")
    card = made.headers["Location"].rsplit("/", 1)[1]
    needs = {f"needs.{place}": str(count) for place, count in enumerate((0, 2, 0, 0, 1))}
    mine.do("change", card=card, bonus="3", **needs)
    none = mine.do("change", card=card, **{f"needs.{place}": "0" for place in range(5)})

    assert mine.cards()[card]["requires"] == ["Commodity", "Commodity", "Top Secret"]
    assert mine.cards()[card]["bonus"] == 3_000_000
    assert (none.status_code, "asks for no type" in none.text) == (422, True)


def test_what_was_wrong_is_said_beside_what_was_typed(mine: Maker) -> None:
    answer = mine.do("change", card="golden-idol", name="Golden Idle", money="five")
    page = html.unescape(answer.text)

    assert answer.status_code == 422
    assert "five is no amount" in page
    assert 'value="Golden Idle"' in page
    assert mine.cards()["golden-idol"]["name"] == "Golden Idol"


def test_own_type_with_colour_and_icon_is_on_its_cards_and_in_the_grid(mine: Maker) -> None:
    new = mine.do("add_type", name="Sauce", colour="teal", icon="flask-conical", then="settings")
    renamed = mine.do(
        "change_type", type="Weapon", name="Gizmo", colour="plum", icon="rocket", then="settings"
    )
    deck = mine.told()["deck"]

    assert [new.status_code, renamed.status_code] == [303, 303]
    assert deck["type_marks"] == {
        "Gizmo": {"colour": "plum", "icon": "rocket"},
        "Sauce": {"colour": "teal", "icon": "flask-conical"},
    }
    assert "Weapon" not in str(deck["cards"])
    assert "Sauce" in mine.page("/add")
    assert "c-teal" in mine.page("/add")


def test_a_colour_that_is_not_in_the_palette_is_refused(mine: Maker) -> None:
    answer = mine.do("add_type", name="Sauce", colour="#fff", icon="gem", then="settings")

    assert (answer.status_code, "one of the colours" in answer.text) == (422, True)


def test_undo_and_redo_by_the_dock(mine: Maker) -> None:
    mine.do("remove", card="golden-idol")
    gone = "golden-idol" in mine.cards()
    mine.do("undo")
    back = "golden-idol" in mine.cards()
    mine.do("redo")

    assert (gone, back, "golden-idol" in mine.cards()) == (False, True, False)
    assert "Golden Idol removed" in mine.page()


def test_the_preview_is_the_real_face_and_changes_nothing(mine: Maker) -> None:
    before = mine.told()
    path = f"{mine.address}/cards/golden-idol/preview"
    shown = mine.phone.post(path, data={"name": "<script>Idle", "money": "4"})
    wrong = mine.phone.post(path, data={"name": "Idle", "money": "-1"})

    assert "&lt;script&gt;Idle" in shown.text
    assert "<svg" in shown.text
    assert "<script" not in shown.text
    assert "Card Idle" in html.unescape(wrong.text)
    assert ("Golden" in wrong.text, '<svg class="face"' in wrong.text) == (True, True)
    assert mine.told() == before


# --- two people at once ---


def test_changes_of_one_card_clash_and_each_way_on_does_what_it_says(mine: Maker) -> None:
    ways = {}
    for way in ("both", "mine"):
        base = mine.base
        mine.do("change", base, card="cursed-teapot", flavour=f"Theirs {way}")
        clash = mine.do("change", base, card="cursed-teapot", name=f"Mine {way}")
        page = html.unescape(clash.text)
        assert clash.status_code == 409
        assert "has another line in italics" in page
        assert f"is now called Mine {way}" in page
        forms = re.findall(r'<form method="post".*?</form>', page, re.DOTALL)
        form = forms[0] if way == "both" else forms[1]
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
        assert mine.phone.post(mine.address, data=fields).status_code == 303
        card = mine.cards()["cursed-teapot"]
        ways[way] = (card.get("flavour"), card["name"])
        mine.do("change", card="cursed-teapot", name="Cursed Teapot", flavour="")

    assert ways == {"both": ("Theirs both", "Mine both"), "mine": (None, "Mine mine")}


def test_changes_of_different_cards_from_one_revision_are_both_kept_with_a_word(
    mine: Maker,
) -> None:
    base = mine.base
    mine.do("change", base, card="golden-idol", name="Theirs")

    answer = mine.do("change", base, card="cursed-teapot", name="Mine")

    assert answer.status_code == 303
    cards = mine.cards()
    assert (cards["golden-idol"]["name"], cards["cursed-teapot"]["name"]) == ("Theirs", "Mine")
    shown = mine.phone.get(answer.headers["Location"]).text
    assert "Somebody else changed it too." in shown


def test_two_phones_that_tap_the_same_cell_from_one_revision_add_two_copies(mine: Maker) -> None:
    base = mine.base
    for tap in ("one phone", "another phone", "another phone"):
        answer = mine.do("add_item", base, cell="3000000 Weapon", then="add", tap=tap)
        assert answer.status_code == 303

    assert mine.cards()["weapon"]["count"] == 2


def test_a_double_tap_on_one_page_is_one_copy_more(mine: Maker) -> None:
    base, before = mine.base, mine.cards()["golden-idol"]["count"]
    tap = hidden(mine.page("/add"), "tap")
    for _ in range(2):
        mine.phone.post(mine.address, data={"base": base, "tap": tap, "more": "golden-idol"})

    assert mine.cards()["golden-idol"]["count"] == before + 1


# --- what the pages say ---


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand_size": "0"}, "Cards dealt to a hand must be a whole number from 1 to 60."),
        ({"hand_limit": "x"}, "Most cards in a hand: x is no whole number. Type one like 2."),
        ({"hand_size": " "}, "Cards dealt to a hand: nothing stands there. Type a number."),
        ({"currency": "€" * 9}, "Currency, sign or word has 9 letters. Shorten it to 8."),
    ],
)
def test_a_wrong_setting_is_said_by_the_name_of_its_field(
    mine: Maker, fields: dict[str, str], said: str
) -> None:
    answer = mine.do("deck", then="settings", **fields)

    assert (answer.status_code, said in html.unescape(answer.text)) == (422, True)


@pytest.mark.parametrize(
    ("card", "fields", "said"),
    [
        ("golden-idol", {"money": "lots"}, "Money: lots is no amount."),
        ("golden-idol", {"count": "two"}, "Copies: two is no whole number."),
        ("golden-idol", {"count": "61"}, "Copies must be a whole number from 1 to 60."),
        ("golden-idol", {"flavour": "x" * 401}, "Line in italics has 401 letters."),
    ],
)
def test_a_wrong_card_is_said_by_the_name_of_its_field(
    mine: Maker, card: str, fields: dict[str, str], said: str
) -> None:
    answer = mine.do("change", card=card, **fields)
    tried = mine.phone.post(f"{mine.address}/cards/{card}/preview", data=fields)

    assert answer.status_code == 422
    assert said in html.unescape(answer.text)
    assert said in html.unescape(tried.text)


def test_a_limit_below_the_dealt_hand_is_asked_once(mine: Maker) -> None:
    asked = mine.do("deck", then="settings", hand_size="3", hand_limit="2")
    assert asked.status_code == 422
    assert "3 cards are dealt, but only 2 may stay. Is that meant?" in html.unescape(asked.text)
    assert 'name="sure"' in asked.text

    meant = mine.do("deck", then="settings", hand_size="3", hand_limit="2", sure="yes")
    later = mine.do("deck", then="settings", hand_size="3", hand_limit="2", note="Mind your hand.")

    assert (meant.status_code, later.status_code) == (303, 303)
    assert (mine.told()["deck"]["hand_size"], mine.told()["deck"]["hand_limit"]) == (3, 2)
    assert "3 cards are dealt, 2 may stay" in mine.page()


def test_what_is_mended_at_a_card_leads_to_that_card(mine: Maker) -> None:
    in_use = mine.do("remove_type", then="settings", type="Weapon")
    mine.do("change", card="golden-idol", money="0.0005")
    no_whole = mine.do("deck", then="settings", money_unit="1000")

    weapon = next(i for i, card in mine.cards().items() if card.get("item_type") == "Weapon")
    assert (in_use.status_code, no_whole.status_code) == (422, 422)
    assert f'href="{mine.address}/cards/{weapon}"' in in_use.text
    assert f'href="{mine.address}/cards/golden-idol"' in no_whole.text


def test_a_type_too_many_is_said_in_words(mine: Maker) -> None:
    for number in range(6, 21):
        mine.do("add_type", name=f"Type {number}", colour="teal", icon="anchor")

    answer = mine.do("add_type", then="settings", name="One more", colour="teal", icon="anchor")

    assert answer.status_code == 422
    assert "A deck has room for 20 item types. Remove one first." in html.unescape(answer.text)


def test_one_card_is_one_and_an_insider_is_counted_among_insiders(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")
    mine.do("add_item", cell="3000000 Weapon")
    mine.do("add_insider")

    assert ("1 item, 1 Insider<" in mine.page(), "2 cards · revision" in mine.page()) == (
        True,
        True,
    )
    assert "Insider 1 of 1 · Quay Nights" in mine.page("/cards/new-insider")
    assert "Weapon 1 of 1 · Quay Nights" in mine.page("/cards/weapon")
    assert "2 Market cards, 0 Warehouse cards" in html.unescape(mine.phone.get("/decks").text)


def test_a_tiny_share_of_the_unit_is_shown_in_whole_money(mine: Maker) -> None:
    mine.do("change", card="golden-idol", money="0.0015")

    assert "$1,500<" in mine.page()
    assert "$0.0015M" not in mine.page()


def test_nothing_to_undo_is_said_on_the_deck_s_page(browser: Fresh) -> None:
    mine = Maker(browser(), "blank")

    answer = mine.do("undo")

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f'href="{mine.address}/add"' in answer.text


def test_a_card_goes_to_the_top_and_to_the_bottom_in_one_tap(mine: Maker) -> None:
    insiders = [each for each, card in mine.cards().items() if card["kind"] == "insider"]

    mine.do("top", card=insiders[3])
    at_top = [each for each in mine.cards() if each in insiders]
    mine.do("bottom", card=insiders[3])
    at_bottom = [each for each in mine.cards() if each in insiders]

    others = [each for each in insiders if each != insiders[3]]
    assert (at_top, at_bottom) == ([insiders[3], *others], [*others, insiders[3]])


def test_the_options_of_a_table_count_in_the_unit_of_the_deck(mine: Maker) -> None:
    mine.do("deck", currency="€", money_unit="1000")

    page = mine.phone.get(f"/tables/new?game=black_market_warehouse&deck={mine.id}").text

    assert "Still tied after the €5 Thousand items" in page
    assert "Count €4K items, then €3K, and so on" in page


def test_as_json_a_clash_holds_both_decks_and_the_revision_to_go_on_from(mine: Maker) -> None:
    told = mine.told()
    mine.do("remove", card="golden-idol")
    renamed = {**told["deck"], "name": "Mine"}

    clash = mine.phone.json("POST", mine.address, {"deck": renamed, "base": told["revision"]})

    assert clash.status_code == 409
    assert clash.json is not None
    assert clash.json["refused"]["code"] == "deck_moved_on"
    assert clash.json["mine"]["name"] == "Mine"
    assert clash.json["theirs"] == mine.told()["deck"]
    assert clash.json["base"] == told["deck"]
    again = mine.phone.json("POST", mine.address, {"deck": renamed, "base": clash.json["revision"]})
    assert (again.status_code, mine.told()["deck"]) == (200, renamed)


# --- by JSON ---


def test_every_answer_of_the_maker_is_as_described(mine: Maker) -> None:
    phone, edit = mine.phone, mine.address
    made = phone.json("POST", "/decks", {"from": "blank", "name": "Two"})
    base = mine.base
    answers = [
        ("POST /decks", made),
        ("POST /decks", phone.json("POST", "/decks", {"deck": {"schema": "x"}})),
        ("POST /decks", phone.json("POST", "/decks", {"from": "nobody"})),
        ("GET /decks/{deck}/edit/{secret}", phone.json("GET", edit)),
        (EDIT, phone.json("POST", edit, {"do": "more", "card": "golden-idol", "base": base})),
        (EDIT, phone.json("POST", edit, {"do": "more", "card": "golden-idol", "base": base})),
        (EDIT, phone.json("POST", edit, {"do": "undo", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"do": "undo", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"do": "dance", "base": mine.base})),
        (EDIT, phone.json("POST", edit, {"deck": {"cards": []}, "base": mine.base})),
        ("DELETE /decks/{deck}/edit/{secret}", phone.json("DELETE", edit)),
        ("GET /decks/{deck}/edit/{secret}", phone.json("GET", edit)),
    ]

    codes = [answer.status_code for _, answer in answers]
    assert codes == [201, 422, 404, 200, 200, 200, 200, 422, 400, 422, 204, 404]
    assert [line for route, answer in answers for line in unlike_the_spec(route, answer)] == []


def test_a_whole_deck_comes_in_and_goes_out_the_same(browser: Fresh, mine: Maker) -> None:
    other = browser()
    deck = mine.told()["deck"]
    made = other.json("POST", "/decks", {"deck": deck}).json
    assert made is not None

    again = other.json("GET", made["url"]).json

    assert again == {**deck, "id": made["deck"]}
    assert made["deck"] != mine.id


# --- who sees what ---


def test_this_phones_decks_are_listed_here_and_nowhere_else(browser: Fresh, mine: Maker) -> None:
    for path in ("/decks", "/", "/prints", f"/tables/new?game={GAME}"):
        assert "Quay Nights" in mine.phone.get(path).text, path
        assert "Quay Nights" not in browser().get(path).text, path


def test_an_edit_link_on_another_phone_makes_it_that_phones_deck_too(
    browser: Fresh, mine: Maker
) -> None:
    other = browser()
    other.get(mine.address)

    assert "Quay Nights" in other.get("/decks").text


def test_reading_a_deck_shows_no_way_to_change_it(browser: Fresh, mine: Maker) -> None:
    secret = mine.address.rsplit("/", 1)[1]
    pages = [f"/decks/{mine.id}", f"/decks/{mine.id}/deck.json", f"/decks/{mine.id}/cards.csv"]
    stranger = browser()
    for path in pages:
        answer = stranger.get(path)
        assert (answer.status_code, secret in answer.text) == (200, False), path


def test_files_are_named_after_the_deck(mine: Maker) -> None:
    answer = mine.phone.get(f"/decks/{mine.id}/cards.csv")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="quay-nights.csv"'
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "Golden Idol" in answer.text


def test_a_table_plays_with_the_deck_as_it_was_when_it_started(mine: Maker) -> None:
    mine.do("add_type", name="Sauce", colour="teal", icon="flask-conical")
    mine.do("add_item", cell="7000000 Sauce")
    started = mine.phone.json("POST", "/tables", {"game": GAME, "deck": mine.id, "player": "Ana"})
    assert started.status_code == 201, started.json
    code = started.json["code"]  # type: ignore[index]
    mine.do("change_type", type="Sauce", name="Gravy", colour="teal", icon="flask-conical")
    mine.phone.post(f"{mine.address}/delete")

    view = mine.phone.json("GET", f"/tables/{code}").json["view"]  # type: ignore[index]

    assert (view["deck_id"], view["deck_name"]) == (mine.id, "Quay Nights")
    assert view["item_types"][-1] == "Sauce"
    assert view["type_marks"][-1] == {"colour": "teal", "icon": "flask-conical"}
    assert mine.phone.json("GET", f"/decks/{mine.id}").status_code == 404
    assert "Quay Nights" not in mine.phone.get("/decks").text


def test_the_tables_grid_shows_an_own_type_with_its_colour_icon_and_word(mine: Maker) -> None:
    mine.do("add_type", name="Sauce", colour="teal", icon="flask-conical")
    mine.do("add_item", cell="3000000 Sauce")
    started = mine.phone.json("POST", "/tables", {"game": GAME, "deck": mine.id, "player": "Ana"})
    code = started.json["code"]  # type: ignore[index]
    events = [
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    ]
    logged = mine.phone.json("POST", f"/tables/{code}/events", {"events": events, "anyway": True})
    assert logged.status_code == 200, logged.json

    page = mine.phone.get(f"/tables/{code}").text
    row = re.search(r'<tr data-type="Sauce".*?</tr>', page, re.DOTALL)

    assert row is not None
    assert 'class="mark-of c-teal"' in row[0]
    assert "#flask-conical" in row[0]
    assert '<span class="what">Sauce</span>' in row[0]


def test_own_currency_stands_where_the_dollar_would(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="₽", money_unit="1000000", hand_size="5",
            hand_limit="5")  # fmt: skip
    mine.do("change", card="golden-idol", money="4")

    page = mine.page()

    assert "Golden Idol: ₽5M before, ₽4M now" in page
    assert "$" not in page.split("<body")[1]


def test_own_currency_is_the_tables_too(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="₽", money_unit="1000000", hand_size="5",
            hand_limit="5")  # fmt: skip
    started = mine.phone.json("POST", "/tables", {"game": GAME, "deck": mine.id, "player": "Ana"})
    code = started.json["code"]  # type: ignore[index]
    events = [
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
        {"event": "item_added", "player": "Ana", "item_type": "Weapon", "money": 3_000_000},
    ]
    mine.phone.json("POST", f"/tables/{code}/events", {"events": events, "anyway": True})

    for place in ("", "?tab=table", "/log", "/screen", "?sheet=item&of=Ana&at=in_play&slot=0"):
        page = mine.phone.get(f"/tables/{code}{place}").text.split("<body")[1]
        assert ("$" in page, "₽" in page) == (False, True), place


def test_a_deck_without_millions_is_played_without_them(mine: Maker) -> None:
    mine.do("deck", name="Quay Nights", currency="G", money_unit="1", hand_size="5",
            hand_limit="5")  # fmt: skip
    started = mine.phone.json("POST", "/tables", {"game": GAME, "deck": mine.id, "player": "Ana"})
    home = f"/tables/{started.json['code']}"  # type: ignore[index]
    events = [
        {"event": "player_joined", "player": "Ben"},
        {"event": "first_player_chosen", "player": "Ana"},
        {"event": "game_dealt"},
    ]
    mine.phone.json("POST", f"{home}/events", {"events": events, "anyway": True})
    other = html.unescape(mine.phone.get(f"{home}?sheet=other").text)
    typed = {"event": '{"event": "item_added", "player": "Ana"}', "item_type": "Weapon"}
    logged = mine.phone.post(f"{home}/events", data={**typed, "millions": "7", "anyway": "true"})

    assert "Or type it, G" in other
    assert "G0M" not in mine.phone.get(home).text
    assert logged.status_code in (200, 303), logged.text
    view = mine.phone.json("GET", home).json["view"]  # type: ignore[index]
    assert view["players"]["Ana"]["in_play_money"] == 7
    assert "Weapon, G7" in html.unescape(mine.phone.get(f"{home}/log").text)


# --- caps and odd bodies ---


def test_the_cap_of_decks_is_told_in_a_sentence(product: Product, browser: Fresh) -> None:
    phone = browser()
    answers = [phone.post("/decks", data={"from": "blank"}) for _ in range(11)]

    assert [each.status_code for each in answers] == [303] * 10 + [429]
    assert "10 new decks an hour are enough" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) > 3000


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "add_item", "cell": "x" * 1000},
        {"do": "add_item", "cell": "99999999999 Weapon"},
        {"do": "change", "card": "golden-idol", "money": "1e999"},
        {"do": "change", "card": "golden-idol", "money": "NaN"},
        {"do": "change", "card": "golden-idol", "count": "²"},
        {"do": "change", "card": "golden-idol", "name": "\u202egnp.exe"},
        {"do": "change", "card": "golden-idol", "item_type": "Nothing"},
        {"do": "change", "card": "nobody"},
        {"do": "deck", "money_unit": "0"},
        {"do": "deck", "hand_size": "99999999999999"},
        {"do": "change_type", "type": "Nobody", "colour": "red", "icon": "gem"},
        {"do": ""},
        {},
    ],
)
def test_odd_fields_are_refused_and_change_nothing(mine: Maker, fields: dict[str, str]) -> None:
    before = mine.told()

    answer = mine.phone.post(mine.address, data={"base": before["revision"], **fields})

    assert answer.status_code in (400, 422), answer.text
    assert mine.told() == before


def test_a_base_that_never_was_is_a_conflict(mine: Maker) -> None:
    answer = mine.do("more", "0" * 64, card="golden-idol")

    assert (answer.status_code, "changed the deck meanwhile" in answer.text) == (409, True)
    assert "Something broke" not in answer.text
    assert f'action="{mine.address}"' in answer.text


def test_the_faces_come_twelve_at_a_time_and_lead_to_the_card_of_who_may_change_it(
    mine: Maker, browser: Fresh
) -> None:
    first = mine.phone.get(f"/decks/{mine.id}/faces").text
    last = mine.phone.get(f"/decks/{mine.id}/faces?from=60").text
    stranger = browser().get(f"/decks/{mine.id}/faces").text

    assert [page.count('<svg class="face"') for page in (first, last, stranger)] == [12, 3, 12]
    assert (f"{mine.address}/cards/" in first, "/edit/" in stranger) == (True, False)
    assert ("from=12" in first, "from=" in last.replace("?from=60", "")) == (True, False)
    for odd in ("-1", "63", "x", "9" * 40):
        shown = browser().get(f"/decks/starter/faces?from={odd}")
        assert shown.text.count('<svg class="face"') == 12


@pytest.mark.parametrize(
    "body",
    [{"name": 5}, {"deck": []}, {"from": None}, {"colour": "red"}, {"deck": "starter"}, {"id": 7}],
)
def test_a_program_that_asks_oddly_for_a_deck_gets_none(
    body: dict[str, Any], browser: Fresh
) -> None:
    phone = browser()
    answer = phone.json("POST", "/decks", body)

    assert answer.status_code == 400
    assert len(phone.json("GET", "/decks").json["decks"]) == 1  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        {"do": "more", "card": "golden-idol", "base": None},
        {"do": "more", "card": "golden-idol", "base": 5},
        {"do": "change", "card": "golden-idol", "name": ["x"]},
        {"do": "change", "card": "golden-idol", "name": None},
        {"do": "more", "card": {"id": "golden-idol"}},
    ],
)
def test_a_program_that_changes_oddly_changes_nothing(mine: Maker, body: dict[str, Any]) -> None:
    before = mine.told()
    answer = mine.phone.json("POST", mine.address, {"base": before["revision"], **body})

    assert (answer.status_code, mine.told()) == (400, before)
