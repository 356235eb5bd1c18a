"""Rulings about what is in use at this table; those of the open cards stand in transcripts."""

from __future__ import annotations

import pytest

from companion.core.games.dominion_black_market import rulings
from companion.core.games.dominion_black_market.catalogue import catalogue
from companion.core.games.dominion_black_market.ruling_phrases import SENTENCES
from tests.core.dominion.builders import At, market, said, seated

CARDS = ("Chapel", "Mine", "Witch")


def told(at: At) -> dict[str, tuple[str, ...]]:
    """Key → what it is about, of the rulings shown for this play."""
    return {each.key: each.about for each in at.view().play.rulings}


def played(*piles: str, phase: str = "action", **kingdom: object) -> At:
    """Black Market played at a table with these in use."""
    at = seated().kingdom(*piles, **kingdom).drawn(*CARDS).by_app(*CARDS)
    return at.plays(phase=phase)


def test_a_plain_table_is_told_about_its_throne_room_only() -> None:
    assert told(played()) == {"each_play_anew": ("Throne Room",)}


def test_nothing_is_told_while_the_market_is_idle() -> None:
    assert rulings.for_table(market().state, catalogue()) == ()


@pytest.mark.parametrize(
    ("key", "piles"),
    [
        ("counts_as_bought", ("Haggler", "Goons")),
        ("may_topdeck", ("Watchtower",)),
        ("no_exchange", ("Trader",)),
        ("swap_keeps", ("Swap",)),
        ("ambassador_keeps", ("Ambassador",)),
        ("brings_no_copy", ("Talisman",)),
        ("not_to_smuggle", ("Smugglers",)),
        ("not_in_supply", ("Band of Misfits",)),
        ("supply_gains_only", ("Border Village",)),
        ("all_discounts", ("Bridge", "Highway")),
        ("curse_pays", ("Charlatan",)),
        ("capital_debt_later", ("Capital",)),
        ("possession_gets", ("Possession",)),
        ("gained_as_usual", ("Groundskeeper",)),
        ("voyage_counts_three", ("Odysseys",)),
        ("crown_plays_action", ("Crown",)),
        ("pile_tokens", ("Embargo",)),
    ],
)
def test_a_pile_of_the_supply_brings_its_ruling(key: str, piles: tuple[str, ...]) -> None:
    """Rules 5 to 7: cards in use at this table."""
    assert told(played(*piles))[key] == tuple(sorted(piles))


@pytest.mark.parametrize(
    ("key", "landscape"),
    [
        ("horse_stays", "Way of the Horse"),
        ("butterfly_stays", "Way of the Butterfly"),
        ("chameleon_draws", "Way of the Chameleon"),
        ("way_reveals_nothing", "Way of the Horse"),
        ("mission_sells_nothing", "Mission"),
        ("capitalism_makes_treasure", "Capitalism"),
        ("pile_discounts", "Ferry"),
        ("does_not_score", "Tower"),
        ("brings_no_copy", "Mirror"),
        ("all_discounts", "Canal"),
        ("not_in_supply", "Inheritance"),
    ],
)
def test_a_landscape_brings_its_ruling(key: str, landscape: str) -> None:
    """Rules 4.2, 5.2, 5.3 and 6."""
    assert told(played(landscapes=[landscape]))[key] == (landscape,)


def test_a_chameleon_is_no_way_that_reveals_nothing() -> None:
    assert "way_reveals_nothing" not in told(played(landscapes=["Way of the Chameleon"]))


@pytest.mark.parametrize("key", ["not_in_buy_phase", "spoils_nothing", "hermit_current_ignores"])
def test_what_looks_at_the_buy_phase_is_told_in_the_action_phase_only(key: str) -> None:
    """Rule 7: `bought` and `gained` count, `in your Buy phase` does not."""
    piles = ("Merchant Guild", "Treasury", "Hermit")

    assert key in told(played(*piles))
    assert key not in told(played(*piles, phase="buy"))


def test_hermit_by_the_wording_on_the_table() -> None:
    """Rules 7 and 12: ask which wording is on the table."""
    old = seated(hermit="old").kingdom("Hermit").drawn(*CARDS).by_app(*CARDS).plays()

    assert told(old)["hermit_old_counts"] == ("Hermit",)
    assert "hermit_current_ignores" not in told(old)
    assert "hermit_old_counts" not in told(played("Hermit"))


def test_coffers_and_states_wait_for_the_buy_phase() -> None:
    """Rules 5.2 and 5.6: told when the table plays with Coffers or Hexes at all."""
    assert {"coffers_wait", "states_wait"} <= set(told(played("Baker", "Skulk")))
    assert not {"coffers_wait", "states_wait"} & set(told(played("Baker", "Skulk", phase="buy")))
    assert "coffers_wait" not in told(played())


def test_a_card_of_the_deck_counts_once_it_is_bought() -> None:
    at = seated().kingdom().drawn("Haggler", "Mine").by_app("Haggler", "Mine")
    before = at.plays(coins=9)
    after = before.buys("Haggler").plays()

    assert "counts_as_bought" not in told(before)
    assert told(after)["counts_as_bought"] == ("Haggler",)


def test_what_is_inferred_says_probably() -> None:
    at = seated().kingdom().drawn("Hermit", "Page", "Port").by_app("Hermit", "Page", "Port")
    rows = {offer.card.name: offer.rulings for offer in at.plays().view().play.offers}

    assert {name: [each.probably for each in found] for name, found in rows.items()} == {
        "Hermit": [True],
        "Page": [False],
        "Port": [True],
    }


def test_sentences_name_what_they_speak_of() -> None:
    at = played("Haggler", "Swamp Hag")
    ruling = next(each for each in at.view().play.rulings if each.key == "counts_as_bought")

    assert said(ruling.sentence) == "Haggler and Swamp Hag: this counts as buying a card."


def test_rulings_are_short() -> None:
    for text in SENTENCES.values():
        for sentence in text.rstrip(".").split(". "):
            assert len(sentence.split()) <= 12, sentence
