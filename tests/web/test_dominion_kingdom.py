"""Dominion's shelf and Kingdom, tapped without script: ticked, drawn, picked, pasted."""

from __future__ import annotations

from html import unescape

from flask import Flask

from tests.web.dominion_preparing import KINGDOM, a_pair, control_of

# ---- the shelf ----


def test_the_shelf_is_ticked_and_remembered_by_this_phone(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.go("?tab=shelf")
    ana.tap("That is our shelf", own=["base_2e", "seaside_2e"], promo=["Stash"])
    assert ana.phone.last_event() == {
        "event": "shelf_set",
        "sets": ["base_2e", "seaside_2e"],
        "promos": ["Stash"],
        "without": [],
    }
    code = ana.phone.code
    ana.phone.start("Ana", "none")
    assert ana.phone.code != code
    assert "Take our shelf from last time" in ana.go("?tab=shelf").seen
    ana.go()
    ana.tap("Take our shelf from last time")
    assert ana.phone.last_event()["sets"] == ["base_2e", "seaside_2e"]
    assert ana.phone.last_event()["promos"] == ["Stash"]


def test_a_forged_memory_of_the_shelf_is_passed_over(app: Flask) -> None:
    ana, _ = a_pair(app)
    for forged in ("~~", "x", "nobody~1.2~", "~99999~a", "a" * 4000):
        ana.phone.client.set_cookie("shelf", forged, path="/")
        assert "As last time" not in ana.go("?tab=shelf").seen


def test_two_phones_never_overwrite_each_others_shelf(app: Flask) -> None:
    ana, ben = a_pair(app)
    ana.phone.log("shelf_set", sets=["base_2e", "alchemy"])
    ana.go("?tab=shelf")
    ben.go("?tab=shelf")
    ana.tap("That is our shelf", own=["base_2e", "alchemy", "allies"])
    ben.tap("That is our shelf", own=["base_2e", "nocturne"])
    assert sorted(ben.phone.last_event()["sets"]) == ["allies", "base_2e", "nocturne"]


def test_single_cards_are_ticked_off_and_on_again(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("shelf_set", sets=["base_2e"])
    ana.go("?tab=shelf&sheet=box&box=base_2e")
    there = [c.value for c in ana.page.controls if c.name == "there"]
    assert len(there) == 26
    ana.tap("That is in the box", there=[name for name in there if name != "Witch"])
    assert ana.phone.last_event()["without"] == ["Witch"]
    ana.go("?tab=shelf&sheet=box&box=base_2e")
    ana.tap("That is in the box", there=there)
    assert ana.phone.last_event()["without"] == []


# ---- the Kingdom ----


def test_a_kingdom_is_drawn_with_wishes(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("shelf_set", sets=["base_2e", "seaside_2e", "nocturne"])
    ana.go("?tab=kingdom")
    wishes = {"among": ["base_2e"], "need": ["buys", "trashing"], "ban": "Cellar, moat"}
    ana.tap("Draw a Kingdom", **wishes, include="Gardens", landscapes="0")
    event = ana.phone.last_event()
    assert len(event["kingdom"]) == 10
    assert {"Black Market", "Gardens"} <= set(event["kingdom"])
    assert not {"Cellar", "Moat"} & set(event["kingdom"])
    assert "wishes" not in event
    assert "Draw another for Gardens" in [b.label for b in ana.page.buttons()]


def test_what_was_wished_for_stays_typed_when_it_is_refused(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.go("?tab=kingdom")
    page = ana.tap("Draw a Kingdom", ban="Celar", include="Smithy", need=["attack"])
    assert page.status == 422
    assert "No card is called Celar. Did you mean Cellar?" in page.seen
    fields = {c.name: c.value for c in page.controls if c.name in ("ban", "include")}
    assert fields == {"ban": "Celar", "include": "Smithy"}
    assert "checked" in control_of(ana, "need", "attack").attributes
    assert ana.phone.entries()[-1]["event"]["event"] == "player_joined"


def test_one_pile_is_drawn_anew_and_the_others_stay(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM, landscapes=["Obelisk"], obelisk="Smithy")
    ana.go("?tab=kingdom")
    ana.tap("Draw another for Moat")
    event = ana.phone.last_event()
    assert set(KINGDOM) - set(event["kingdom"]) == {"Moat"}
    assert len(event["kingdom"]) == 10
    assert event["obelisk"] == "Smithy"
    assert event["landscapes"] == ["Obelisk"]


def test_a_kingdom_is_picked_card_by_card_without_a_question(app: Flask) -> None:
    ana, ben = a_pair(app)
    for browser, name in ((ana, "Chapel"), (ben, "Village"), (ana, "Way of the Mouse")):
        browser.go(f"?tab=kingdom&q={name[:6].lower()}")
        adds = [b for b in browser.page.buttons() if name in b.value and "add" in b.value]
        browser.tap(adds[0])
    ana.go("?tab=kingdom")
    ana.tap("We play with Black Market")
    assert ana.phone.last_event()["kingdom"] == ["Chapel", "Village", "Black Market"]
    assert ana.phone.last_event()["landscapes"] == ["Way of the Mouse"]
    assert "Way of the Mouse" in ana.page.seen
    ana.tap("Take out Chapel")
    assert ana.phone.last_event()["kingdom"] == ["Village", "Black Market"]


def test_two_phones_that_pick_at_once_both_count(app: Flask) -> None:
    ana, ben = a_pair(app)
    ana.go("?tab=kingdom&q=chapel")
    ben.go("?tab=kingdom&q=village")
    ana.tap("Add")
    ben.tap(next(b for b in ben.page.buttons() if '"Village"' in unescape(b.value)))
    assert ben.phone.last_event()["kingdom"] == ["Chapel", "Village"]


def test_a_pasted_kingdom_shows_what_is_unknown_with_the_nearest_name(app: Flask) -> None:
    ana, _ = a_pair(app)
    text = ", ".join([*KINGDOM[:8], "Smithhy", "Vilage"])
    page = ana.go(f"?tab=kingdom&sheet=pasted&text={text}")
    assert "2 names are unknown" in page.seen
    assert [c.value for c in page.controls if c.name == "instead"] == ["Smithy", "Village"]
    ana.tap("Take this Kingdom")
    assert sorted(ana.phone.last_event()["kingdom"]) == KINGDOM


def test_a_link_of_the_randomizer_is_read(app: Flask) -> None:
    ana, _ = a_pair(app)
    short = ",".join(name.lower().replace(" ", "") for name in KINGDOM)
    link = f"https://dominionrandomizer.com/?supply={short}".replace("&", "%26")
    ana.go(f"?tab=kingdom&sheet=pasted&text={link}")
    ana.tap("Take this Kingdom")
    assert sorted(ana.phone.last_event()["kingdom"]) == KINGDOM


def test_a_kingdom_of_nine_asks_and_is_taken_anyway(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.go(f"?tab=kingdom&sheet=pasted&text={', '.join(KINGDOM[:9])}")
    page = ana.tap("Take this Kingdom")
    assert page.status == 409
    assert "That is 9 Kingdom piles, not 10." in page.seen
    ana.tap("Log it anyway")
    assert ana.phone.last_event()["kingdom"] == KINGDOM[:9]


def test_an_extra_is_drawn_or_chosen(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=[*KINGDOM[:9], "Young Witch"])
    ana.go("?tab=kingdom")
    ana.tap("Draw")
    ana.go("?tab=kingdom&sheet=extra&pile=bane")
    ana.tap("Cellar")
    assert ana.phone.last_event() == {"event": "extra_chosen", "pile": "bane", "card": "Cellar"}
    assert "Bane: Cellar" in " ".join(ana.page.seen.split())


def test_colony_and_shelters_are_set_by_hand(app: Flask) -> None:
    ana, _ = a_pair(app)
    ana.phone.log("kingdom_chosen", kingdom=KINGDOM, shelters=True)
    ana.go("?tab=kingdom")
    ana.tap("Platinum and Colony")
    assert (ana.phone.last_event()["colony"], ana.phone.last_event()["shelters"]) == (True, True)
    ana.tap("Shelters")
    assert "shelters" not in ana.phone.last_event()
    assert {"Colony", "Platinum"} <= set(ana.phone.view()["supply"])
