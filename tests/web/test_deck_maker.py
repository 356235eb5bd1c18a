"""The deck maker's pages by plain forms: made, changed, undone."""

from __future__ import annotations

import html
import re

import pytest

from companion.core.decks.model import Deck
from companion.core.decks.reading import read_deck
from tests.security.phones import Fresh
from tests.web.deck_stand import Maker, hidden


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


def test_a_card_goes_to_the_top_and_to_the_bottom_in_one_tap(mine: Maker) -> None:
    insiders = [each for each, card in mine.cards().items() if card["kind"] == "insider"]

    mine.do("top", card=insiders[3])
    at_top = [each for each in mine.cards() if each in insiders]
    mine.do("bottom", card=insiders[3])
    at_bottom = [each for each in mine.cards() if each in insiders]

    others = [each for each in insiders if each != insiders[3]]
    assert (at_top, at_bottom) == ([insiders[3], *others], [*others, insiders[3]])


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
