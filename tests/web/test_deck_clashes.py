"""Two people who change one deck at once, and taps that come twice."""

from __future__ import annotations

import html
import re

from tests.web.deck_stand import Maker, hidden


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


def test_a_base_that_never_was_is_a_conflict(mine: Maker) -> None:
    answer = mine.do("more", "0" * 64, card="golden-idol")

    assert (answer.status_code, "changed the deck meanwhile" in answer.text) == (409, True)
    assert "Something broke" not in answer.text
    assert f'action="{mine.address}"' in answer.text
