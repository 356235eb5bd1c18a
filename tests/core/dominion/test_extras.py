"""Bane, Obelisk and the other extras: chosen late, dropped when nothing asks, none left."""

from __future__ import annotations

from tests.core.dominion.builders import (
    code,
    real_market,
    seated,
)


def test_a_missing_extra_can_be_chosen_after_agreement() -> None:
    """A correction brought Young Witch; the Bane is taken from the shelf, or out of the deck."""
    at = real_market().logs("deck_corrected", why="found", added=["Young Witch"])
    chosen = at.logs("extra_chosen", pile="bane", card="Chapel")

    assert at.shown["needs"] == ["bane"]
    assert chosen.shown["extra_piles"] == {"bane": "Chapel"}
    assert "Chapel" not in chosen.state.deck.cards
    assert chosen.state.deck.size == 15
    assert code(chosen.says("extra_chosen", pile="bane", card="Cellar")) == "already_agreed"


def test_a_card_that_lies_open_or_was_bought_is_no_extra() -> None:
    at = real_market().logs("deck_corrected", why="found", added=["Young Witch"]).plays()
    shown = at.reveals("Chapel", "Cellar", "Witch")
    bought = shown.buys("Chapel", price=0).puts_down("Cellar", "Witch")

    assert code(shown.says("extra_chosen", pile="bane", card="Chapel")) == "market_open"
    assert code(bought.says("extra_chosen", pile="bane", card="Chapel")) == "already_bought"


def test_the_obelisk_goes_with_its_pile() -> None:
    at = seated().kingdom(landscapes=["Obelisk"], bane="Cellar", obelisk="Cellar")
    changed = at.logs("extra_chosen", pile="bane", card="Chapel")

    assert changed.shown["consequences"] == ["extra_dropped"]
    assert changed.shown["needs"] == ["obelisk"]


def test_an_unneeded_bane_takes_its_obelisk_along_at_agreement() -> None:
    at = seated().kingdom(landscapes=["Obelisk"], bane="Cellar", obelisk="Cellar").by_cards()

    assert at.shown["consequences"] == ["extra_dropped", "extra_dropped"]
    assert at.shown["extra_piles"] == {}
    assert at.table.entries[-1].anyway[0] == "extra_missing"


def test_extras_that_only_hold_each_other_are_dropped() -> None:
    """Ferryman set aside for a Riverboat that is the Ferryman pile: nothing outside asks."""
    at = seated().kingdom(ferryman="Riverboat", riverboat="Ferryman").by_cards()

    assert at.shown["extra_piles"] == {}
    assert at.shown["consequences"] == ["extra_dropped", "extra_dropped"]


def test_no_bane_left_is_refused_at_every_draw_addition_and_at_agreement() -> None:
    """Rule 1.9."""
    at = seated().kingdom().logs("shelf_set", sets=[], promos=["Governor"])
    with_witch = at.kingdom("Young Witch")
    drawn = with_witch.says("deck_drawn", policy="agreed_list", cards=[])
    added = with_witch.says("deck_card_added", player="Ana", card="Governor")
    agreed = with_witch.says("deck_agreed", order_held_by="cards", anyway=True)

    assert {code(answer) for answer in (drawn, added, agreed)} == {"no_bane_left"}


def test_an_extra_that_fits_is_found_for_every_kind() -> None:
    at = seated().kingdom("Ferryman", "Riverboat", "Poet", "Bauble",
                          landscapes=["Obelisk", "Way of the Mouse"])  # fmt: skip
    extras = {each.extra: each for each in at.view().extras}

    assert list(extras) == ["ferryman", "riverboat", "mouse", "ally", "prophecy", "obelisk"]
    assert "Village" in extras["obelisk"].choices
    assert "Island Folk" in extras["ally"].choices
    assert "Growth" in extras["prophecy"].choices
    assert "Knights" not in extras["riverboat"].choices
    assert "Clashes" in extras["ferryman"].choices
